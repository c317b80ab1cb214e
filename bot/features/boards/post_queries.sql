-- name: posts_due(now, most)
SELECT *
FROM posts
WHERE look_at <= :now
ORDER BY look_at
LIMIT :most;

-- name: claim_post(again_at, id, now)!
UPDATE posts
SET look_at = :again_at, attempts = attempts + 1
WHERE id = :id AND look_at <= :now;

-- name: is_message_known(channel_id, message_id)
-- What is done stands no more, and is in neither index.
SELECT 1
FROM notices
WHERE channel_id = :channel_id AND message_id = :message_id AND state = 'sent'
UNION ALL
SELECT 1
FROM notices
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
