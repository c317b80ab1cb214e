-- name: allot(name)
UPDATE counters
SET value = value + 1
WHERE name = :name
RETURNING value;

-- name: renew_lead(expires_at, token)!
UPDATE leader
SET expires_at = :expires_at
WHERE token = :token;

-- name: number_allotted(name)
SELECT value
FROM counters
WHERE name = :name;

-- name: set_number_allotted(name, number)!
UPDATE counters
SET value = :number
WHERE name = :name;

-- name: forget_shards()!
DELETE FROM shards;

-- name: forget_processes()!
DELETE FROM processes;

-- name: leaders()
SELECT number, machine, process, beats
FROM processes
ORDER BY number;

-- name: served_shards()
SELECT number, served_by
FROM shards
ORDER BY number;
