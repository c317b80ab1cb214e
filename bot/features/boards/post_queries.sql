-- name: unrecorded_boards_of_match(match_id)
SELECT *
FROM posts
WHERE match_id = :match_id AND digest IS NULL
ORDER BY id;

-- name: posts_left(now, looked_for, most)
SELECT id, guild_id
FROM posts
WHERE look_at <= :now AND CAST(id AS TEXT) NOT IN (:looked_for)
ORDER BY look_at
LIMIT :most;

-- name: announcements_forgotten(match_id)!
DELETE FROM posts
WHERE match_id = :match_id AND digest IS NOT NULL;

-- name: resume_posts(shards, elsewhere, soon)!
-- A message with a nonce that is sent again goes first. A bot that is killed repeatedly waits
-- only once.
UPDATE posts
SET look_at = CAST(:soon AS DOUBLE PRECISION)
WHERE
    look_at > :soon
    AND (coalesce(posts.guild_id, 0) >> 22) % (:shards) NOT IN (:elsewhere);

-- name: posts_resumed(shards, elsewhere)
SELECT id, guild_id, look_at
FROM posts
WHERE (coalesce(posts.guild_id, 0) >> 22) % (:shards) NOT IN (:elsewhere);
