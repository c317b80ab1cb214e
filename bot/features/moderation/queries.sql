-- name: moderations_of_server(guild_id, most, skipped)
SELECT *
FROM moderations
WHERE guild_id = :guild_id
ORDER BY id DESC
LIMIT :most OFFSET :skipped;

-- name: count_moderations(guild_id)
SELECT count(*)
FROM moderations
WHERE guild_id = :guild_id;

-- name: ban_of(guild_id, user_id, now)
SELECT *
FROM bans
WHERE guild_id = :guild_id AND user_id = :user_id AND (until_at IS NULL OR until_at > :now);

-- name: bans_of_server(guild_id, now, most, skipped)
SELECT *
FROM bans
WHERE guild_id = :guild_id AND (until_at IS NULL OR until_at > :now)
ORDER BY banned_at DESC, user_id
LIMIT :most OFFSET :skipped;

-- name: users_banned_in(guild_id, now)
SELECT user_id
FROM bans
WHERE guild_id = :guild_id AND (until_at IS NULL OR until_at > :now);

-- name: count_bans(guild_id, now)
SELECT count(*)
FROM bans
WHERE guild_id = :guild_id AND (until_at IS NULL OR until_at > :now);

-- name: own_endings(user_id)
SELECT match_id
FROM moderations
WHERE moderator_id = :user_id AND match_id IS NOT NULL;
