-- Messages that were handed to Discord and are not noted yet: after a crash or a lost answer they
-- may stand. Each is written before the request, and goes with the note of its message.
CREATE TABLE posts (
    id BIGINT PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    -- The match whose board it is; others are known by the digest of what they say.
    match_id BIGINT REFERENCES matches (id),
    digest TEXT,
    -- It can only have an id above this one.
    after_id BIGINT NOT NULL,
    look_at DOUBLE PRECISION NOT NULL,
    attempts INTEGER NOT NULL
);
INSERT INTO counters (name, value) VALUES ('post', 0);
CREATE INDEX posts_to_look_for ON posts (look_at);
CREATE INDEX posts_of_match ON posts (match_id);
