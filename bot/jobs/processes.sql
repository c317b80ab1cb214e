-- name: leaders()
SELECT number, machine, process, beats
FROM processes
ORDER BY number;

-- name: served_shards()
SELECT number, served_by
FROM shards
ORDER BY number;

-- name: forget_shards()!
DELETE FROM shards;

-- name: forget_processes()!
DELETE FROM processes;
