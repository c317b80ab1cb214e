-- name: join_fleet(number, machine, process)!
INSERT INTO processes (number, machine, process, beats, connected, shards)
VALUES (:number, :machine, :process, 0, 0, 0);

-- name: leave_fleet(number)!
DELETE FROM processes
WHERE number = :number;

-- name: beat_of(connected, number)!
UPDATE processes
SET beats = beats + 1, connected = :connected
WHERE number = :number;

-- name: shares(shards, number)!
UPDATE processes
SET shards = :shards
WHERE number = :number;

-- name: is_member(number)
SELECT 1
FROM processes
WHERE number = :number;

-- name: require_member(number)
-- It fails if there is none.
SELECT 1 / count(*)
FROM processes
WHERE number = :number;

-- name: make_shard(number)!
INSERT INTO shards (number, held_by, served_by)
VALUES (:number, 0, 0);

-- name: shards_left_by(process)!
UPDATE shards
SET held_by = 0, served_by = 0
WHERE held_by = :process;

-- name: shard_held(held_by, served_by, number)!
UPDATE shards
SET held_by = :held_by, served_by = :served_by
WHERE number = :number;

-- name: make_bucket(number)!
INSERT INTO buckets (number, free_at)
VALUES (:number, 0)
ON CONFLICT (number) DO NOTHING;

-- name: take_bucket(number, now, every)!
-- A row further ahead was written by a clock that was set back since.
UPDATE buckets
SET free_at = :now + :every
WHERE number = :number AND (free_at <= :now OR free_at > :now + :every);

-- name: bucket_free_in(number, now)
SELECT free_at - :now
FROM buckets
WHERE number = :number;
