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

-- name: notifications_of_user(shards, elsewhere, user_id)
SELECT *
FROM notifications
WHERE
    user_id = :user_id
    AND state IN ('waiting', 'stale')
    AND (
        coalesce(
            (
                SELECT CASE WHEN venue = 'direct' THEN 0 ELSE guild_id END
                FROM matches
                WHERE matches.id = notifications.match_id
            ),
            (SELECT guild_id FROM challenges WHERE challenges.id = notifications.challenge_id),
            0
        ) >> 22
    ) % (:shards) NOT IN (:elsewhere)
ORDER BY id;

-- name: notifications_due(shards, elsewhere, now, most)
SELECT *
FROM notifications
WHERE
    state IN ('waiting', 'stale')
    AND due_at <= :now
    AND (
        coalesce(
            (
                SELECT CASE WHEN venue = 'direct' THEN 0 ELSE guild_id END
                FROM matches
                WHERE matches.id = notifications.match_id
            ),
            (SELECT guild_id FROM challenges WHERE challenges.id = notifications.challenge_id),
            0
        ) >> 22
    ) % (:shards) NOT IN (:elsewhere)
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
-- What was answered meanwhile was settled with no attempts, and becomes due by itself.
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

-- name: insert_reminder(number, id, user_id, match_id, ply, due_at, wanted_at)!
-- At most one is unsent, or was sent and still holds.
INSERT INTO notifications (
    id, kind, user_id, match_id, ply, state, due_at, wanted_at, attempts
)
SELECT
    (:number) - :id,
    'reminder',
    :user_id,
    :match_id,
    :ply,
    'waiting',
    :due_at,
    :wanted_at,
    0
WHERE
    NOT EXISTS (
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

-- name: withdraw_waiting_notifications(user_id)!
-- Messages in the user's own direct messages stay there, but are no longer known here.
DELETE FROM notifications
WHERE
    user_id = :user_id
    AND state IN ('waiting', 'stale')
    AND NOT (
        message_id IS NOT NULL
        AND (EXISTS (
            SELECT 1
            FROM matches
            WHERE
                matches.id = notifications.match_id
                AND notifications.channel_id IN (matches.channel_id, matches.origin_id)
        )
        OR EXISTS (
            SELECT 1
            FROM challenges
            WHERE
                challenges.id = notifications.challenge_id
                AND notifications.channel_id = challenges.channel_id
        ))
    );

-- name: withdraw_past_notifications(user_id)!
DELETE FROM notifications
WHERE
    user_id = :user_id
    AND state IN ('done', 'sent', 'muted')
    AND NOT (
        state = 'sent'
        AND message_id IS NOT NULL
        AND (EXISTS (
            SELECT 1
            FROM matches
            WHERE
                matches.id = notifications.match_id
                AND notifications.channel_id IN (matches.channel_id, matches.origin_id)
        )
        OR EXISTS (
            SELECT 1
            FROM challenges
            WHERE
                challenges.id = notifications.challenge_id
                AND notifications.channel_id = challenges.channel_id
        ))
    );

-- name: unsay_notifications(user_id, gone_id, now)!
UPDATE notifications
SET user_id = :gone_id, state = 'stale', due_at = :now, attempts = 0
WHERE user_id = :user_id AND state IN ('done', 'sent', 'muted');

-- name: unsay_stale_notifications(user_id, gone_id)!
UPDATE notifications
SET user_id = :gone_id
WHERE user_id = :user_id AND state IN ('waiting', 'stale');

-- name: notifications_tried_again(now, claimed_from, claimed_until)!
-- One that is being sent is claimed until a moment in that time, and must not be sent twice.
UPDATE notifications
SET due_at = :now, attempts = 0
WHERE
    state IN ('waiting', 'stale')
    AND due_at > :now
    AND attempts > 0
    AND NOT (due_at > :claimed_from AND due_at <= :claimed_until);

-- name: notifications_hastened(guild_id, now)!
UPDATE notifications
SET due_at = :now, attempts = 0
WHERE
    state IN ('waiting', 'stale')
    AND due_at > :now
    AND attempts > 0
    AND (
        EXISTS (
            SELECT 1
            FROM matches
            WHERE matches.id = notifications.match_id AND matches.guild_id = :guild_id
        )
        OR EXISTS (
            SELECT 1
            FROM challenges
            WHERE challenges.id = notifications.challenge_id AND challenges.guild_id = :guild_id
        )
    );

-- name: reminders_moved(gap, matches, from_id, to_id)!
UPDATE notifications
SET due_at = due_at + :gap
WHERE
    match_id >= :from_id
    AND match_id < :to_id
    AND kind = 'reminder'
    AND state = 'waiting'
    AND state <> 'done'
    AND match_id IN (:matches);

-- name: paused_reminders(matches, from_id, to_id)
SELECT id, due_at
FROM notifications
WHERE
    match_id >= :from_id
    AND match_id < :to_id
    AND kind = 'reminder'
    AND state = 'waiting'
    AND state <> 'done'
    AND match_id IN (:matches);

-- name: resume_notifications(shards, elsewhere, now)!
UPDATE notifications
SET due_at = :now, attempts = 0
WHERE
    state IN ('waiting', 'stale')
    AND due_at > :now
    AND (kind <> 'reminder' OR state = 'stale' OR attempts > 0)
    AND (
        coalesce(
            (
                SELECT CASE WHEN venue = 'direct' THEN 0 ELSE guild_id END
                FROM matches
                WHERE matches.id = notifications.match_id
            ),
            (SELECT guild_id FROM challenges WHERE challenges.id = notifications.challenge_id),
            0
        ) >> 22
    ) % (:shards) NOT IN (:elsewhere);

-- name: next_notification_due()
SELECT min(due_at)
FROM notifications
WHERE state IN ('waiting', 'stale') AND due_at >= 0;

-- name: is_notification(channel_id, message_id)
-- Settled ones are no longer shown, and are in neither index.
SELECT 1
FROM notifications
WHERE channel_id = :channel_id AND message_id = :message_id AND state = 'sent'
UNION ALL
SELECT 1
FROM notifications
WHERE
    channel_id = :channel_id
    AND message_id = :message_id
    AND state IN ('waiting', 'stale')
    AND due_at >= 0
LIMIT 1;

-- name: declined_by_messages(challenge_id)
SELECT channel_id, message_id
FROM notifications
WHERE
    challenge_id = :challenge_id
    AND kind = 'declined'
    AND channel_id IS NOT NULL
    AND message_id IS NOT NULL;
