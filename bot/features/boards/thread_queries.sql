-- name: threads_to_look_at(now, most)
SELECT id
FROM matches
WHERE thread_look_at IS NOT NULL AND thread_look_at <= :now
ORDER BY thread_look_at
LIMIT :most;

-- name: claim_thread(again_at, id, now)!
UPDATE matches
SET thread_look_at = :again_at
WHERE id = :id AND thread_look_at IS NOT NULL AND thread_look_at <= :now;

-- name: keep_thread(again_at, id, claimed)!
UPDATE matches
SET thread_look_at = :again_at
WHERE id = :id AND thread_look_at = :claimed;

-- name: thread_left(id)!
UPDATE matches
SET thread_look_at = NULL
WHERE id = :id AND outcome_why IS NOT NULL;

-- name: thread_fell_asleep(now, channel_id)!
UPDATE matches
SET thread_look_at = :now
WHERE channel_id = :channel_id AND thread_look_at IS NOT NULL;

-- name: threads_lived_in(after, most)
SELECT id, channel_id
FROM matches
WHERE id > :after AND outcome_why IS NULL AND thread_look_at IS NOT NULL
ORDER BY id
LIMIT :most;
