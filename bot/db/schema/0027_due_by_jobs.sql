-- When a digest or a puzzle is tried, and how often it was, is in `jobs`. `due_at` is null where
-- nothing is planned: what was told is kept, lest it be told again.
DROP TABLE weekly_digests;
CREATE TABLE weekly_digests (
    guild_id BIGINT PRIMARY KEY,
    since_at DOUBLE PRECISION NOT NULL,
    due_at DOUBLE PRECISION,
    lost_at DOUBLE PRECISION
);

DROP TABLE puzzle_posts;
CREATE TABLE puzzle_posts (
    guild_id BIGINT PRIMARY KEY,
    due_at DOUBLE PRECISION,
    lost_at DOUBLE PRECISION,
    told_day INTEGER
);
