-- name: server_with_list(guild_id)
SELECT guild_id
FROM servers
WHERE guild_id = :guild_id AND lobby_channel_id IS NOT NULL;

-- name: takes_from(user_id)
SELECT takes_from
FROM preferences
WHERE user_id = :user_id;
