-- name: insert_reminder(user_id, match_id, ply, due_at, at_half, at_four_fifths, at_nine_tenths)!
-- At the moment that its person prefers. Of somebody with quiet hours it is due at once, only to be
-- planned around them. There is one at most that was not sent, or was sent and still stands.
INSERT INTO notices (
    id, kind, user_id, match_id, ply, state, due_at, wanted_at, attempts
)
SELECT
    counters.value,
    'reminder',
    :user_id,
    :match_id,
    :ply,
    'waiting',
    CASE
        WHEN preferences.quiet_begin IS NOT NULL THEN :due_at
        WHEN preferences.reminder = 50 THEN :at_half
        WHEN preferences.reminder = 90 THEN :at_nine_tenths
        ELSE :at_four_fifths
    END,
    CASE
        WHEN preferences.reminder = 50 THEN :at_half
        WHEN preferences.reminder = 90 THEN :at_nine_tenths
        ELSE :at_four_fifths
    END,
    0
FROM counters
LEFT JOIN preferences ON preferences.user_id = :user_id
WHERE
    counters.name = 'notice'
    AND (preferences.reminder IS NULL OR preferences.reminder <> 0)
    AND NOT EXISTS (
        SELECT 1
        FROM notices
        WHERE
            notices.match_id = :match_id
            AND notices.state <> 'done'
            AND notices.state <> 'stale'
            AND notices.kind = 'reminder'
            AND notices.ply = :ply
    );

-- name: reminder_moved(wanted_at, match_id, user_id)!
UPDATE notices
SET wanted_at = :wanted_at
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state IN ('waiting', 'hushed')
    AND kind = 'reminder'
    AND user_id = :user_id;

-- name: reminder_dropped(match_id, user_id)!
UPDATE notices
SET state = 'done'
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state IN ('waiting', 'hushed')
    AND kind = 'reminder'
    AND user_id = :user_id;

-- name: reminders_hushed(match_id, user_id)!
UPDATE notices
SET state = 'hushed'
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state = 'waiting'
    AND kind = 'reminder'
    AND user_id = :user_id;

-- name: reminders_unhushed(match_id, user_id, due_at)!
UPDATE notices
SET state = 'waiting', due_at = :due_at, attempts = 0
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state = 'hushed'
    AND kind = 'reminder'
    AND user_id = :user_id;

-- name: reminder_state(match_id, user_id)
SELECT state
FROM notices
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state IN ('waiting', 'hushed')
    AND kind = 'reminder'
    AND user_id = :user_id;
