-- name: bar_of(guild_id, user_id, now)
SELECT *
FROM bars
WHERE guild_id = :guild_id AND user_id = :user_id AND (until_at IS NULL OR until_at > :now);

-- name: bars_of_server(guild_id, now, most, skipped)
SELECT *
FROM bars
WHERE guild_id = :guild_id AND (until_at IS NULL OR until_at > :now)
ORDER BY barred_at DESC, user_id
LIMIT :most OFFSET :skipped;

-- name: count_bars(guild_id, now)
SELECT count(*)
FROM bars
WHERE guild_id = :guild_id AND (until_at IS NULL OR until_at > :now);
