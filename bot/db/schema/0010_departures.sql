-- Who plays in a server, looked at about once a day, and who of them has left it.
-- `ends_at` is when their first match without a limit of time ends, unless they come back.
CREATE TABLE members (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    looked_at DOUBLE PRECISION NOT NULL,
    look_at DOUBLE PRECISION NOT NULL,
    left_at DOUBLE PRECISION,
    ends_at DOUBLE PRECISION,
    PRIMARY KEY (guild_id, user_id)
);
CREATE INDEX members_to_look_at ON members (look_at);
CREATE INDEX members_ending ON members (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX members_left ON members (left_at) WHERE left_at IS NOT NULL;

INSERT INTO members (guild_id, user_id, looked_at, look_at)
SELECT guild_id, orange_id, 0, 0
FROM matches
WHERE outcome_why IS NULL
UNION
SELECT guild_id, gray_id, 0, 0
FROM matches
WHERE outcome_why IS NULL;
