-- name: allot(name, numbers)$
UPDATE counters
SET value = value + :numbers
WHERE name = :name
RETURNING value;

-- name: remembered(name)$
SELECT value
FROM remembered
WHERE name = :name;

-- name: remember(name, value)!
INSERT INTO remembered (name, value)
VALUES (:name, :value)
ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: leader()^
SELECT *
FROM leader;

-- name: lead(token, machine, process, expires_at)!
INSERT INTO leader (seat, token, machine, process, expires_at)
VALUES (1, :token, :machine, :process, :expires_at)
ON CONFLICT (seat) DO UPDATE SET
    token = excluded.token,
    machine = excluded.machine,
    process = excluded.process,
    expires_at = excluded.expires_at;

-- name: renew_lead(expires_at, token)!
UPDATE leader
SET expires_at = :expires_at
WHERE token = :token;

-- name: leave_lead(token)!
DELETE FROM leader
WHERE token = :token;
