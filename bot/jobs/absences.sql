-- name: insert_absence(guild_id, since)!
INSERT INTO absences (guild_id, since)
VALUES (:guild_id, :since)
ON CONFLICT (guild_id) DO NOTHING;

-- name: absence(guild_id)
SELECT since
FROM absences
WHERE guild_id = :guild_id;

-- name: absence_over(guild_id)!
DELETE FROM absences
WHERE guild_id = :guild_id;

-- name: absent_servers()
SELECT guild_id
FROM absences
WHERE since >= 0;

-- name: absences_moved(gap)!
UPDATE absences
SET since = since + :gap
WHERE since >= 0;
