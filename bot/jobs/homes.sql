-- name: shard_count()
SELECT nullif(count(*), 0)
FROM shards;

-- name: shards_served_elsewhere(home)
SELECT number
FROM shards
WHERE served_by <> :home;

-- name: shards_held_elsewhere(home)
SELECT number
FROM shards
WHERE held_by <> :home;

-- name: other_shards(home)
SELECT number
FROM shards
WHERE number <> :home;
