-- name: allot(name, numbers)
UPDATE counters
SET value = value + :numbers
WHERE name = :name
RETURNING value;

-- name: renew_lead(expires_at, token)!
UPDATE leader
SET expires_at = :expires_at
WHERE token = :token;
