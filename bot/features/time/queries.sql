-- name: vacations_of_user(user_id, guild_id, since)
SELECT *
FROM vacations
WHERE user_id = :user_id AND guild_id = :guild_id AND begun_at >= :since
ORDER BY begun_at DESC;

-- name: away_until(user_id, guild_id, now)
SELECT ends_at
FROM vacations
WHERE user_id = :user_id AND guild_id = :guild_id AND ends_at > :now
ORDER BY begun_at DESC
LIMIT 1;

-- name: vacation_ended(ends_at, user_id, guild_id, begun_at)!
UPDATE vacations
SET state = 'over', ends_at = :ends_at
WHERE
    user_id = :user_id
    AND guild_id = :guild_id
    AND begun_at = :begun_at
    AND state = 'on';
