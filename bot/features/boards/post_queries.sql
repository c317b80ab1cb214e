-- name: insert_post(id, channel_id, match_id, challenge_id, digest, after_id, look_at)!
INSERT INTO posts (id, channel_id, match_id, challenge_id, digest, after_id, look_at, attempts)
VALUES (:id, :channel_id, :match_id, :challenge_id, :digest, :after_id, :look_at, 0);

-- name: post_gone(id)!
DELETE FROM posts
WHERE id = :id;

-- name: post_to_look_for(look_at, id)!
UPDATE posts
SET look_at = :look_at
WHERE id = :id;

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

-- name: posts_of_match(match_id)
SELECT *
FROM posts
WHERE match_id = :match_id;

-- name: posts_of_challenge(challenge_id)
SELECT *
FROM posts
WHERE challenge_id = :challenge_id;

-- name: is_message_known(channel_id, message_id)$
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
