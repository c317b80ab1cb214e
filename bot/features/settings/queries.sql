-- name: digests_due(now, most)
SELECT user_id
FROM preferences
WHERE digest_at IS NOT NULL AND digest_at <= :now
ORDER BY digest_at
LIMIT :most;

-- name: next_digest()
SELECT min(digest_at)
FROM preferences
WHERE digest_at IS NOT NULL;
