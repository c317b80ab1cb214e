-- name: latest_of_user(user_id, guild_id, most)
SELECT *
FROM matches
WHERE orange_id = :user_id AND guild_id = :guild_id
UNION ALL
SELECT *
FROM matches
WHERE gray_id = :user_id AND guild_id = :guild_id
ORDER BY id DESC
LIMIT :most;

-- name: latest_of_user_anywhere(user_id, most)
SELECT *
FROM matches
WHERE orange_id = :user_id
UNION ALL
SELECT *
FROM matches
WHERE gray_id = :user_id
ORDER BY id DESC
LIMIT :most;
