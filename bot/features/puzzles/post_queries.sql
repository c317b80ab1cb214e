-- name: plan_puzzle_post(guild_id, due_at)!
INSERT INTO puzzle_posts (guild_id, due_at, lost_at, told_day)
VALUES (:guild_id, :due_at, NULL, NULL)
ON CONFLICT (guild_id) DO UPDATE SET
    due_at = excluded.due_at,
    lost_at = NULL;

-- name: drop_puzzle_post(guild_id)!
UPDATE puzzle_posts
SET due_at = NULL
WHERE guild_id = :guild_id;

-- name: puzzle_told_day(guild_id)
SELECT told_day
FROM puzzle_posts
WHERE guild_id = :guild_id;

-- name: puzzle_post_of(guild_id)
SELECT *
FROM puzzle_posts
WHERE guild_id = :guild_id AND due_at IS NOT NULL;

-- name: puzzle_post_told(told_day, guild_id)!
UPDATE puzzle_posts
SET told_day = :told_day, lost_at = NULL
WHERE guild_id = :guild_id;

-- name: puzzle_post_put_off(next_at, guild_id, due_at)!
UPDATE puzzle_posts
SET due_at = :next_at
WHERE guild_id = :guild_id AND due_at = :due_at;

-- name: puzzle_post_lost(lost_at, guild_id)!
UPDATE puzzle_posts
SET lost_at = :lost_at
WHERE guild_id = :guild_id;
