-- name: under_way_of(user_id)
SELECT
    (SELECT count(*) FROM matches WHERE orange_id = :user_id AND outcome_why IS NULL)
    + (SELECT count(*) FROM matches WHERE gray_id = :user_id AND outcome_why IS NULL) AS live,
    (
        SELECT count(*) FROM challenges WHERE challenger_id = :user_id AND state = 'open'
    ) AS open_made,
    (
        SELECT count(*) FROM challenges WHERE friend_id = :user_id AND state = 'open'
    ) AS open_got;

-- name: forget_outcome_notes(user_id)!
-- What was said by a moderator goes with the moderator, and with whom it was said of.
UPDATE matches
SET outcome_note = NULL
WHERE
    outcome_note IS NOT NULL
    AND (
        :user_id IN (orange_id, gray_id)
        OR id IN (SELECT match_id FROM moderations WHERE moderator_id = :user_id)
    );

-- name: show_recent_anew(user_id, since)!
-- The boards of what ended lately are edited for the name that they show.
UPDATE matches
SET revision = revision + 1
WHERE
    ended_at >= :since
    AND id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    );

-- name: recent_threads_of_user(user_id, since)
SELECT id, guild_id
FROM matches
WHERE
    venue = 'thread'
    AND channel_id <> origin_id
    AND ended_at >= :since
    AND id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    );

-- name: show_recent_boards_anew(user_id, since, show_at)!
UPDATE boards
SET
    revision = (SELECT matches.revision FROM matches WHERE matches.id = boards.match_id),
    show_at = :show_at,
    attempts = 0
WHERE
    state = 'live'
    AND match_id IN (
        SELECT id
        FROM matches
        WHERE orange_id = :user_id AND ended_at >= :since
        UNION ALL
        SELECT id
        FROM matches
        WHERE gray_id = :user_id AND ended_at >= :since
    );

-- name: forget_challenger(user_id, gone_id, since, show_at)!
UPDATE challenges
SET
    challenger_id = :gone_id,
    note = NULL,
    reason = NULL,
    revision = CASE WHEN offered_at >= :since THEN revision + 1 ELSE revision END,
    show_at = CASE WHEN offered_at >= :since THEN :show_at ELSE show_at END
WHERE challenger_id = :user_id;

-- name: forget_friend(user_id, gone_id, since, show_at)!
UPDATE challenges
SET
    friend_id = :gone_id,
    note = NULL,
    reason = NULL,
    revision = CASE WHEN offered_at >= :since THEN revision + 1 ELSE revision END,
    show_at = CASE WHEN offered_at >= :since THEN :show_at ELSE show_at END
WHERE friend_id = :user_id;

-- name: withdraw_waiting_notifications(user_id)!
-- What was said in their own direct messages stays with them, and is known here no more.
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
