-- The challenge that a message which is not noted yet shows.
ALTER TABLE posts ADD COLUMN challenge_id BIGINT REFERENCES challenges (id);
CREATE INDEX posts_of_challenge ON posts (challenge_id);
