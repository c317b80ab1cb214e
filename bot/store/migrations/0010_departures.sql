-- Turns that were taken back. The record is what was played in the end; a bed that showed one of
-- these keeps its picture. `back_at` is the revision from which the turn counts no more.
CREATE TABLE turns_taken_back (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    revision BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    notation TEXT NOT NULL,
    position TEXT NOT NULL,
    user_id BIGINT NOT NULL,
    played_at DOUBLE PRECISION NOT NULL,
    back_at BIGINT NOT NULL,
    PRIMARY KEY (match_id, revision, ply)
);

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
