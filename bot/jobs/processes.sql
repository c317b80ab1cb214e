-- name: members()
SELECT *
FROM processes
ORDER BY number;

-- name: every_shard()
SELECT *
FROM shards
ORDER BY number;

-- name: forget_shards()!
DELETE FROM shards;

-- name: forget_processes()!
DELETE FROM processes;
