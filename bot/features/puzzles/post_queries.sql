-- name: plan_puzzle_post(guild_id, due_at)!
INSERT INTO puzzle_posts (guild_id, due_at, try_at, attempts, lost_at, told_day)
VALUES (:guild_id, :due_at, :due_at, 0, NULL, NULL)
ON CONFLICT (guild_id) DO UPDATE SET
    due_at = excluded.due_at,
    try_at = excluded.try_at,
    attempts = 0,
    lost_at = NULL;

-- name: drop_puzzle_post(guild_id)!
UPDATE puzzle_posts
SET try_at = NULL
WHERE guild_id = :guild_id;

-- name: puzzle_told_day(guild_id)
SELECT told_day
FROM puzzle_posts
WHERE guild_id = :guild_id;

-- name: puzzle_posts_due(now, most)
SELECT *
FROM puzzle_posts
WHERE try_at <= :now
ORDER BY try_at
LIMIT :most;

-- name: next_puzzle_post()
SELECT min(try_at)
FROM puzzle_posts;

-- name: claim_puzzle_post(again_at, guild_id, due_at, now)!
UPDATE puzzle_posts
SET try_at = :again_at, attempts = attempts + 1
WHERE guild_id = :guild_id AND due_at = :due_at AND try_at <= :now;

-- name: puzzle_post_done(told_day, next_at, guild_id, due_at)!
UPDATE puzzle_posts
SET
    told_day = :told_day,
    lost_at = NULL,
    attempts = CASE WHEN due_at = :due_at THEN 0 ELSE attempts END,
    try_at = CASE WHEN due_at = :due_at AND try_at IS NOT NULL THEN :next_at ELSE try_at END,
    due_at = CASE WHEN due_at = :due_at THEN :next_at ELSE due_at END
WHERE guild_id = :guild_id;

-- name: puzzle_post_lost(lost_at, next_at, guild_id, due_at)!
UPDATE puzzle_posts
SET due_at = :next_at, try_at = :next_at, attempts = 0, lost_at = :lost_at
WHERE guild_id = :guild_id AND due_at = :due_at AND try_at IS NOT NULL;
