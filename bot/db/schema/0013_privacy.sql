-- What finds all that is kept of a person, so that it can be given to them and deleted.
CREATE INDEX challenges_of_friend ON challenges (friend_id) WHERE friend_id IS NOT NULL;
CREATE INDEX notices_past_of_user ON notices (user_id) WHERE state IN ('done', 'sent', 'hushed');

-- Words that somebody wrote, in which others may be named.
CREATE INDEX challenges_with_words ON challenges (id) WHERE note IS NOT NULL OR reason IS NOT NULL;
CREATE INDEX matches_with_words ON matches (id) WHERE outcome_note IS NOT NULL;
