-- name: closed_since(user_id)$
SELECT found_at
FROM closed_direct_messages
WHERE user_id = :user_id;

-- name: note_closed(user_id, found_at)!
INSERT INTO closed_direct_messages (user_id, found_at)
VALUES (:user_id, :found_at)
ON CONFLICT (user_id) DO UPDATE SET found_at = excluded.found_at;

-- name: times_told_closed(user_id)$
SELECT count(*)
FROM closed_direct_messages
WHERE user_id = :user_id AND told_at IS NOT NULL;

-- name: note_closed_told(user_id, told_at)!
UPDATE closed_direct_messages
SET told_at = :told_at
WHERE user_id = :user_id AND told_at IS NULL;

-- name: forget_closed(user_id)!
DELETE FROM closed_direct_messages
WHERE user_id = :user_id;

-- name: try_closed_again(user_id)!
UPDATE closed_direct_messages
SET found_at = 0
WHERE user_id = :user_id;
