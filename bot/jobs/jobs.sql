-- name: schedule_job(kind, key, due_at, guild_id, home_id, payload)!
INSERT INTO jobs (kind, key, due_at, lease, attempts, guild_id, home_id, payload)
VALUES (:kind, :key, :due_at, 0, 0, :guild_id, :home_id, :payload)
ON CONFLICT (kind, key) DO UPDATE SET
    due_at = excluded.due_at,
    attempts = 0,
    guild_id = excluded.guild_id,
    home_id = excluded.home_id,
    payload = excluded.payload;

-- name: schedule_new_job(kind, key, due_at, guild_id, home_id, payload)!
INSERT INTO jobs (kind, key, due_at, lease, attempts, guild_id, home_id, payload)
VALUES (:kind, :key, :due_at, 0, 0, :guild_id, :home_id, :payload)
ON CONFLICT (kind, key) DO NOTHING;

-- name: cancel_job(kind, key)!
DELETE FROM jobs
WHERE kind = :kind AND key = :key;

-- name: cancel_jobs(kind, from_key, to_key)!
DELETE FROM jobs
WHERE kind = :kind AND key >= :from_key AND key < :to_key;

-- name: rest_job(guild_id, kind, key)!
UPDATE jobs
SET guild_id = :guild_id, home_id = :guild_id
WHERE kind = :kind AND key = :key;

-- name: delay_jobs(by_seconds, kind, guild_id)!
UPDATE jobs
SET due_at = due_at + :by_seconds
WHERE kind = :kind AND (CAST(:guild_id AS BIGINT) IS NULL OR guild_id = :guild_id);

-- name: job_due(kind, key)
SELECT due_at
FROM jobs
WHERE kind = :kind AND key = :key;

-- name: hasten_job(due_at, kind, key)!
-- A running job has attempts, until it is scheduled once more.
UPDATE jobs
SET due_at = :due_at, attempts = 0
WHERE kind = :kind AND key = :key AND (due_at > :due_at OR (lease > 0 AND attempts > 0));

-- name: hasten_jobs(now, kind, guild_id)!
UPDATE jobs
SET due_at = :now, attempts = 0
WHERE kind = :kind AND due_at > :now AND guild_id = :guild_id;

-- name: try_jobs_again(now, guild_id)!
UPDATE jobs
SET due_at = :now, attempts = 0
WHERE guild_id = :guild_id AND attempts > 0 AND due_at > :now;

-- name: hasten_kind(due_at, kind)!
-- A running job has attempts, until it is scheduled once more.
UPDATE jobs
SET due_at = :due_at, attempts = 0
WHERE kind = :kind AND (due_at > :due_at OR (lease > 0 AND attempts > 0));

-- name: cancel_of_others(kind)!
DELETE FROM jobs
WHERE
    kind = :kind
    AND NOT EXISTS (SELECT 1 FROM processes WHERE CAST(processes.number AS TEXT) = jobs.key);

-- name: free_jobs()!
UPDATE jobs
SET lease = 0
WHERE
    lease > 0
    AND NOT EXISTS (SELECT 1 FROM processes WHERE processes.number = jobs.claimed_by);

-- name: unclaimed_jobs(kind, key, process, now, most)
-- A job of a kind that each process has for itself has a key, and is at home in no server.
SELECT *
FROM jobs
WHERE
    kind = :kind
    AND (CAST(:key AS TEXT) IS NULL OR key = :key)
    AND lease <= :now
    AND NOT EXISTS (
        SELECT 1
        FROM shards
        WHERE
            CAST(:key AS TEXT) IS NULL
            AND shards.number = (jobs.home_id >> 22) % nullif((SELECT count(*) FROM shards), 0)
            AND shards.served_by <> :process
    )
    AND NOT EXISTS (SELECT 1 FROM absences WHERE absences.guild_id = jobs.guild_id)
ORDER BY due_at
LIMIT :most;

-- name: claim_job(lease, process, kind, key)!
UPDATE jobs
SET lease = :lease, claimed_by = :process, attempts = attempts + 1
WHERE kind = :kind AND key = :key;

-- name: job_done(kind, key, lease, attempts)!
DELETE FROM jobs
WHERE kind = :kind AND key = :key AND lease = :lease AND attempts = :attempts;

-- name: put_job_off(due_at, attempts_kept, kind, key, lease, attempts)!
UPDATE jobs
SET due_at = :due_at, lease = 0, attempts = :attempts_kept
WHERE kind = :kind AND key = :key AND lease = :lease AND attempts = :attempts;

-- name: release_job(kind, key, lease)!
UPDATE jobs
SET lease = 0
WHERE kind = :kind AND key = :key AND lease = :lease;

-- name: next_job(kind, now)
SELECT min(due_at)
FROM jobs
WHERE
    kind = :kind
    AND lease <= :now
    AND NOT EXISTS (SELECT 1 FROM absences WHERE absences.guild_id = jobs.guild_id);

-- name: resume_jobs(process, now)!
-- A process that joined just after this one may have claimed some. One that leads alone is number 0;
-- rows left in `processes` then belong to others that are gone.
UPDATE jobs
SET
    due_at = CASE WHEN attempts > 0 AND due_at > :now THEN :now ELSE due_at END,
    lease = 0,
    attempts = 0
WHERE
    (lease > 0 OR attempts > 0)
    AND (
        :process = 0
        OR NOT EXISTS (
            SELECT 1 FROM processes
            WHERE processes.number = jobs.claimed_by AND processes.number <> :process
        )
    );

-- name: jobs_behind(kind, now)
SELECT count(*) AS jobs, min(due_at) AS since
FROM jobs
WHERE
    kind = :kind
    AND due_at <= :now
    AND NOT EXISTS (SELECT 1 FROM absences WHERE absences.guild_id = jobs.guild_id);

-- name: release_job_by(due_at, kind, key, lease)!
UPDATE jobs
SET
    lease = 0,
    due_at = CASE WHEN due_at > :due_at THEN CAST(:due_at AS DOUBLE PRECISION) ELSE due_at END
WHERE kind = :kind AND key = :key AND lease = :lease;
