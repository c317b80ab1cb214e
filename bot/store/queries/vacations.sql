-- name: insert_vacation(user_id, guild_id, begun_at, ends_at)!
INSERT INTO vacations (user_id, guild_id, begun_at, ends_at, state)
VALUES (:user_id, :guild_id, :begun_at, :ends_at, 'on');

-- name: vacations_of_user(user_id, guild_id, since)
SELECT *
FROM vacations
WHERE user_id = :user_id AND guild_id = :guild_id AND begun_at >= :since
ORDER BY begun_at DESC;

-- name: away_until(user_id, guild_id, now)$
SELECT ends_at
FROM vacations
WHERE user_id = :user_id AND guild_id = :guild_id AND ends_at > :now
ORDER BY begun_at DESC
LIMIT 1;

-- name: vacations_due(now, most)
SELECT *
FROM vacations
WHERE state = 'on' AND ends_at <= :now
ORDER BY ends_at
LIMIT :most;

-- name: vacation_ended(ends_at, user_id, guild_id, begun_at)!
UPDATE vacations
SET state = 'over', ends_at = :ends_at
WHERE
    user_id = :user_id
    AND guild_id = :guild_id
    AND begun_at = :begun_at
    AND state = 'on';

-- name: next_vacation_end()$
SELECT min(ends_at)
FROM vacations
WHERE state = 'on' AND ends_at >= 0;
