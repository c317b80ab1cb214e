-- name: posts_left(now, most)
SELECT id, guild_id
FROM posts
WHERE
    look_at <= :now
    AND NOT EXISTS (
        SELECT 1 FROM jobs WHERE jobs.kind = 'post look' AND jobs.key = CAST(posts.id AS TEXT)
    )
ORDER BY look_at
LIMIT :most;

-- name: announcements_forgotten(match_id)!
DELETE FROM posts
WHERE match_id = :match_id AND digest IS NOT NULL;

-- name: is_message_known(channel_id, message_id)
-- What is done is no longer shown, and is in neither index.
SELECT 1
FROM notifications
WHERE channel_id = :channel_id AND message_id = :message_id AND state = 'sent'
UNION ALL
SELECT 1
FROM notifications
WHERE
    channel_id = :channel_id
    AND message_id = :message_id
    AND state IN ('waiting', 'stale')
    AND due_at >= 0
UNION ALL
SELECT 1
FROM challenges
WHERE message_id = :message_id
LIMIT 1;

-- name: resume_posts(shard, now, soon)!
-- What is sent once more with the same nonce goes first; a challenge is looked for before it is.
UPDATE posts
SET look_at = CASE
    WHEN challenge_id IS NULL THEN CAST(:soon AS DOUBLE PRECISION)
    ELSE :now
END
WHERE
    NOT EXISTS (
        SELECT 1
        FROM shards
        WHERE
            shards.number = (coalesce(posts.guild_id, 0) >> 22) % nullif((SELECT count(*) FROM shards), 0)
            AND shards.number <> :shard
    );

-- name: posts_resumed(shard)
SELECT id, guild_id, look_at
FROM posts
WHERE
    NOT EXISTS (
        SELECT 1
        FROM shards
        WHERE
            shards.number = (coalesce(posts.guild_id, 0) >> 22) % nullif((SELECT count(*) FROM shards), 0)
            AND shards.number <> :shard
    );
