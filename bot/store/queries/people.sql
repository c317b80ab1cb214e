-- name: takes_from(user_id)$
SELECT takes_from
FROM preferences
WHERE user_id = :user_id;

-- name: keep_takes_from(user_id, placing, threats, takes_from)!
INSERT INTO preferences (user_id, placing, threats, takes_from)
VALUES (:user_id, :placing, :threats, :takes_from)
ON CONFLICT (user_id) DO UPDATE SET takes_from = excluded.takes_from;

-- name: block(user_id, blocked_id, now)!
INSERT INTO blocks (user_id, blocked_id, blocked_at)
VALUES (:user_id, :blocked_id, :now)
ON CONFLICT (user_id, blocked_id) DO NOTHING;

-- name: unblock(user_id, blocked_id)!
DELETE FROM blocks
WHERE user_id = :user_id AND blocked_id = :blocked_id;

-- name: has_blocked(user_id, blocked_id)$
SELECT count(*)
FROM blocks
WHERE user_id = :user_id AND blocked_id = :blocked_id;

-- name: blocked_by(user_id)
SELECT blocked_id
FROM blocks
WHERE user_id = :user_id
ORDER BY blocked_at DESC, blocked_id;

-- name: matches_between(user_id, other_id)$
SELECT count(*)
FROM matches
WHERE (orange_id = :user_id AND gray_id = :other_id) OR (orange_id = :other_id AND gray_id = :user_id);

-- name: matches_played_in(user_id, guild_id, against_bot)$
-- The sum keeps SQLite from an index by server, in which finished matches stand too.
SELECT count(*)
FROM matches
WHERE
    guild_id + 0 = :guild_id
    AND (bot_seat IS NOT NULL) = :against_bot
    AND (
        (orange_id = :user_id AND outcome_why IS NULL)
        OR (gray_id = :user_id AND outcome_why IS NULL)
    );
