-- name: last_ended(guild_id)
SELECT id
FROM tournaments
WHERE guild_id = :guild_id AND state = 'ended'
ORDER BY ended_at DESC, id DESC
LIMIT 1;
