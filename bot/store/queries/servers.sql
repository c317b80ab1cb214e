-- name: settings_of(guild_id)^
SELECT *
FROM servers
WHERE guild_id = :guild_id;

-- name: keep_settings(guild_id, theme)!
INSERT INTO servers (guild_id, theme)
VALUES (:guild_id, :theme)
ON CONFLICT (guild_id) DO UPDATE SET theme = excluded.theme;
