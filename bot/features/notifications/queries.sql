-- name: closed_since(user_id)
SELECT found_at
FROM closed_direct_messages
WHERE user_id = :user_id;

-- name: record_closed(user_id, found_at)!
INSERT INTO closed_direct_messages (user_id, found_at)
VALUES (:user_id, :found_at)
ON CONFLICT (user_id) DO UPDATE SET found_at = excluded.found_at;

-- name: times_notified_of_closed(user_id)
SELECT count(*)
FROM closed_direct_messages
WHERE user_id = :user_id AND notified_at IS NOT NULL;

-- name: record_notified_of_closed(user_id, notified_at)!
UPDATE closed_direct_messages
SET notified_at = :notified_at
WHERE user_id = :user_id AND notified_at IS NULL;

-- name: forget_closed(user_id)!
DELETE FROM closed_direct_messages
WHERE user_id = :user_id;

-- name: try_closed_again(user_id)!
UPDATE closed_direct_messages
SET found_at = 0
WHERE user_id = :user_id;

-- name: notifications_of_match(match_id)
SELECT *
FROM notifications
WHERE match_id = :match_id AND state <> 'done' AND state IN ('waiting', 'stale')
ORDER BY id;

-- name: notifications_of_challenge(challenge_id)
SELECT *
FROM notifications
WHERE challenge_id = :challenge_id AND state IN ('waiting', 'stale')
ORDER BY id;

-- name: notifications_of_user(process, user_id)
SELECT *
FROM notifications
WHERE
    user_id = :user_id
    AND state IN ('waiting', 'stale')
    AND NOT EXISTS (
        SELECT 1
        FROM shards
        WHERE
            shards.number = (
                coalesce(
                    (
                        SELECT CASE WHEN venue = 'direct' THEN 0 ELSE guild_id END
                        FROM matches
                        WHERE matches.id = notifications.match_id
                    ),
                    (SELECT guild_id FROM challenges WHERE challenges.id = notifications.challenge_id),
                    0
                ) >> 22
            ) % nullif((SELECT count(*) FROM shards), 0)
            AND shards.served_by <> :process
    )
ORDER BY id;

-- name: notifications_due(process, now, most)
SELECT *
FROM notifications
WHERE
    state IN ('waiting', 'stale')
    AND due_at <= :now
    AND NOT EXISTS (
        SELECT 1
        FROM shards
        WHERE
            shards.number = (
                coalesce(
                    (
                        SELECT CASE WHEN venue = 'direct' THEN 0 ELSE guild_id END
                        FROM matches
                        WHERE matches.id = notifications.match_id
                    ),
                    (SELECT guild_id FROM challenges WHERE challenges.id = notifications.challenge_id),
                    0
                ) >> 22
            ) % nullif((SELECT count(*) FROM shards), 0)
            AND shards.served_by <> :process
    )
ORDER BY due_at
LIMIT :most;

-- name: turn_notifications_answered(due_at, match_id)!
UPDATE notifications
SET
    state = CASE WHEN state = 'sent' THEN 'stale' ELSE 'done' END,
    due_at = :due_at,
    attempts = 0
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state <> 'stale'
    AND kind IN (
        'turn', 'begun', 'reminder', 'draw declined', 'takeback declined', 'day given', 'away',
        'back'
    );

-- name: offer_notifications_answered(due_at, match_id, kind)!
UPDATE notifications
SET
    state = CASE WHEN state = 'sent' THEN 'stale' ELSE 'done' END,
    due_at = :due_at,
    attempts = 0
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state <> 'stale'
    AND kind = :kind;

-- name: clock_notifications_settled(due_at, match_id)!
UPDATE notifications
SET
    state = CASE WHEN state = 'sent' THEN 'stale' ELSE 'done' END,
    due_at = :due_at,
    attempts = 0
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state <> 'stale'
    AND state <> 'muted'
    AND kind IN ('reminder', 'day given', 'away', 'back');

-- name: claim_notification(again_at, id)!
UPDATE notifications
SET due_at = :again_at, attempts = attempts + 1
WHERE id = :id;

-- name: notification_put_back(due_at, id)!
-- What was answered meanwhile was settled with no attempts, and is due by itself.
UPDATE notifications
SET due_at = :due_at
WHERE id = :id AND state IN ('waiting', 'stale') AND attempts > 0;

-- name: notification_put_off(due_at, id)!
UPDATE notifications
SET due_at = :due_at, wanted_at = coalesce(wanted_at, :due_at), attempts = 0
WHERE id = :id;

-- name: notifications_of_user_looked_at_again(user_id, now)!
UPDATE notifications
SET due_at = :now
WHERE
    user_id = :user_id
    AND state IN ('waiting', 'stale')
    AND state = 'waiting'
    AND attempts = 0;

-- name: notification_sent(channel_id, message_id, now, passes, id)!
UPDATE notifications
SET
    channel_id = :channel_id,
    message_id = :message_id,
    attempts = 0,
    due_at = :now,
    state = CASE
        WHEN :passes = 0 THEN 'done'
        WHEN state IN ('waiting', 'sent') THEN 'sent'
        ELSE 'stale'
    END
WHERE id = :id;

-- name: notification_done(id)!
UPDATE notifications
SET state = 'done'
WHERE id = :id;

-- name: notification_delivered(id)!
UPDATE notifications
SET state = 'sent'
WHERE id = :id;

-- name: notifications_of_kind(match_id, kind)
SELECT count(*)
FROM notifications
WHERE match_id = :match_id AND kind = :kind AND state <> 'done';

-- name: notifications_withdrawn(match_id, kind)!
DELETE FROM notifications
WHERE match_id = :match_id AND kind = :kind AND state <> 'done';

-- name: notifications_in_message(message_id)
SELECT *
FROM notifications
WHERE message_id = :message_id AND state = 'sent'
ORDER BY id;

-- name: next_planned()
SELECT min(due_at)
FROM notifications
WHERE state IN ('waiting', 'stale') AND due_at >= 0 AND state = 'waiting' AND wanted_at IS NOT NULL;

-- name: insert_reminder(id, user_id, match_id, ply, due_at, at_half, at_four_fifths, at_nine_tenths)!
-- At the moment that its person prefers. Of somebody with quiet hours it is due at once, only to be
-- planned around them. There is one at most that was not sent, or was sent and still holds.
INSERT INTO notifications (
    id, kind, user_id, match_id, ply, state, due_at, wanted_at, attempts
)
SELECT
    (SELECT value FROM counters WHERE name = 'notification') - :id,
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
    counters.name = 'notification'
    AND (preferences.reminder IS NULL OR preferences.reminder <> 0)
    AND NOT EXISTS (
        SELECT 1
        FROM notifications
        WHERE
            notifications.match_id = :match_id
            AND notifications.state <> 'done'
            AND notifications.state <> 'stale'
            AND notifications.kind = 'reminder'
            AND notifications.ply = :ply
    );

-- name: reminder_moved(wanted_at, match_id, user_id)!
UPDATE notifications
SET wanted_at = :wanted_at
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state IN ('waiting', 'muted')
    AND kind = 'reminder'
    AND user_id = :user_id;

-- name: reminder_dropped(match_id, user_id)!
UPDATE notifications
SET state = 'done'
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state IN ('waiting', 'muted')
    AND kind = 'reminder'
    AND user_id = :user_id;

-- name: reminders_muted(match_id, user_id)!
UPDATE notifications
SET state = 'muted'
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state = 'waiting'
    AND kind = 'reminder'
    AND user_id = :user_id;

-- name: reminders_unmuted(match_id, user_id, due_at)!
UPDATE notifications
SET state = 'waiting', due_at = :due_at, attempts = 0
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state = 'muted'
    AND kind = 'reminder'
    AND user_id = :user_id;

-- name: reminder_state(match_id, user_id)
SELECT state
FROM notifications
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state IN ('waiting', 'muted')
    AND kind = 'reminder'
    AND user_id = :user_id;
