-- Who follows a match; `tell_at` is set when it ends, and the row goes when the follower was told.
CREATE TABLE followers (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    user_id BIGINT NOT NULL,
    followed_at DOUBLE PRECISION NOT NULL,
    tell_at DOUBLE PRECISION,
    attempts INTEGER NOT NULL,
    PRIMARY KEY (match_id, user_id)
);
CREATE INDEX followers_of_user ON followers (user_id, followed_at, match_id);
CREATE INDEX followers_untold ON followers (tell_at) WHERE tell_at IS NOT NULL;

-- A person's matches by number, so that a page of many finished ones is read without the others.
CREATE INDEX matches_by_orange ON matches (orange_id, id);
CREATE INDEX matches_by_gray ON matches (gray_id, id);
CREATE INDEX matches_by_orange_in_guild ON matches (orange_id, guild_id, id);
CREATE INDEX matches_by_gray_in_guild ON matches (gray_id, guild_id, id);
CREATE INDEX matches_of_pair ON matches (orange_id, gray_id, id);
