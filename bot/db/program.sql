-- name: allot(name)
UPDATE counters
SET value = value + 1
WHERE name = :name
RETURNING value;

-- name: counter_names()
SELECT name
FROM counters
ORDER BY name;

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
