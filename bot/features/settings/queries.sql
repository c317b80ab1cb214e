-- name: server_with_list(guild_id)
SELECT guild_id
FROM servers
WHERE guild_id = :guild_id AND lobby_channel_id IS NOT NULL;

-- name: reminder_preferences(users)
SELECT user_id, reminder AS share, quiet_begin IS NOT NULL AS has_quiet_hours
FROM preferences
WHERE user_id IN (:users);

-- name: takes_from(user_id)
SELECT takes_from
FROM preferences
WHERE user_id = :user_id;
