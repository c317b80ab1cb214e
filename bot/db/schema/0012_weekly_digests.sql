-- Where a server is told of its week, on which day, counted from Monday, and at which hour, in UTC;
-- whether its leaderboard may be read on the web.
ALTER TABLE servers ADD COLUMN digest_channel_id BIGINT;
ALTER TABLE servers ADD COLUMN digest_day INTEGER NOT NULL DEFAULT 0;
ALTER TABLE servers ADD COLUMN digest_hour INTEGER NOT NULL DEFAULT 9;
ALTER TABLE servers ADD COLUMN leaderboard TEXT NOT NULL DEFAULT 'private';

-- The next digest of each server that has one: from `since_at` to `due_at`, to be posted at `try_at`.
-- Where it was unset since, `try_at` is null, and what was told up to `since_at` is not told again.
-- `lost_at` is when it was noticed that nothing can be posted there.
CREATE TABLE weekly_digests (
    guild_id BIGINT PRIMARY KEY,
    since_at DOUBLE PRECISION NOT NULL,
    due_at DOUBLE PRECISION NOT NULL,
    try_at DOUBLE PRECISION,
    attempts INTEGER NOT NULL,
    lost_at DOUBLE PRECISION
);
CREATE INDEX weekly_digests_due ON weekly_digests (try_at);

CREATE INDEX matches_ended_of_server ON matches (guild_id, changed_at)
WHERE outcome_why IS NOT NULL;
CREATE INDEX rated_results_in_time ON rated_results (guild_id, rated_at);
