-- Where a server's puzzle of the day is posted, if anywhere, and at which hour (UTC) its day begins;
-- without an hour, at the one of the weekly digest if there is one, else at midnight.
ALTER TABLE servers ADD COLUMN puzzle_channel_id BIGINT;
ALTER TABLE servers ADD COLUMN puzzle_hour INTEGER;

-- The puzzle of each day, written when the first one asks for it. A day is counted from the epoch;
-- the server 0 stands for direct messages.
CREATE TABLE puzzle_days (
    guild_id BIGINT NOT NULL,
    day INTEGER NOT NULL,
    puzzle TEXT NOT NULL,
    PRIMARY KEY (guild_id, day)
);

-- How far somebody is with a day's puzzle: turns found, wrong turns, and how it ended.
-- `solved_day` is the day it was then, which may be a later one. `shared_at` is when others were told,
-- and until `sharing_until` somebody is about to tell them.
CREATE TABLE puzzle_attempts (
    guild_id BIGINT NOT NULL,
    day INTEGER NOT NULL,
    user_id BIGINT NOT NULL,
    found INTEGER NOT NULL,
    misses INTEGER NOT NULL,
    solved_at DOUBLE PRECISION,
    solved_day INTEGER,
    gave_up_at DOUBLE PRECISION,
    shared_at DOUBLE PRECISION,
    sharing_until DOUBLE PRECISION,
    PRIMARY KEY (guild_id, day, user_id)
);
CREATE INDEX puzzle_attempts_of_user ON puzzle_attempts (user_id);

-- Puzzles solved in all, and days in a row: up to `last_day`, and at the most. They are over once 24
-- hours or more lie between `last_until`, when that day was to end, and the day that it is.
CREATE TABLE puzzle_streaks (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    solved INTEGER NOT NULL,
    running INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    last_day INTEGER,
    last_until DOUBLE PRECISION,
    PRIMARY KEY (guild_id, user_id)
);
CREATE INDEX puzzle_streaks_of_user ON puzzle_streaks (user_id);
CREATE INDEX puzzle_streaks_alive ON puzzle_streaks (guild_id, last_until);

-- Which puzzles somebody has seen, so that they do not come again soon.
CREATE TABLE puzzles_seen (
    user_id BIGINT NOT NULL,
    puzzle TEXT NOT NULL,
    seen_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, puzzle)
);

-- The next post of each server that wants one, as weekly digests have it; `told_day` was posted last.
CREATE TABLE puzzle_posts (
    guild_id BIGINT PRIMARY KEY,
    due_at DOUBLE PRECISION NOT NULL,
    try_at DOUBLE PRECISION,
    attempts INTEGER NOT NULL,
    lost_at DOUBLE PRECISION,
    told_day INTEGER
);
CREATE INDEX puzzle_posts_due ON puzzle_posts (try_at);
