-- name: insert_absence(guild_id, since)!
INSERT INTO absences (guild_id, since)
VALUES (:guild_id, :since)
ON CONFLICT (guild_id) DO NOTHING;

-- name: absence(guild_id)
SELECT since
FROM absences
WHERE guild_id = :guild_id;

-- name: absence_over(guild_id)!
DELETE FROM absences
WHERE guild_id = :guild_id;

-- name: absent_servers()
SELECT guild_id
FROM absences
WHERE since >= 0;

-- name: absences_moved(gap)!
UPDATE absences
SET since = since + :gap
WHERE since >= 0;

-- name: servers_lived_in()
SELECT DISTINCT guild_id
FROM matches
WHERE outcome_why IS NULL AND guild_id >= 0 AND venue <> 'direct'
UNION
SELECT guild_id
FROM challenges
WHERE state = 'open' AND expires_at >= 0;

-- name: live_matches_of_absent(guild_id, most)
SELECT id
FROM matches
WHERE guild_id = :guild_id AND outcome_why IS NULL AND venue <> 'direct'
LIMIT :most;

-- name: boards_hastened(guild_id, now)!
UPDATE boards
SET show_at = :now, attempts = 0
WHERE
    state <> 'lost'
    AND shown_revision < revision
    AND show_at > :now
    AND EXISTS (
        SELECT 1 FROM matches WHERE matches.id = boards.match_id AND matches.guild_id = :guild_id
    );

-- name: lost_boards_hastened(guild_id, now)!
UPDATE boards
SET show_at = :now
WHERE
    state = 'lost'
    AND show_at > :now
    AND EXISTS (
        SELECT 1 FROM matches WHERE matches.id = boards.match_id AND matches.guild_id = :guild_id
    );

-- name: challenges_hastened(guild_id, now)!
UPDATE challenges
SET show_at = :now, attempts = 0
WHERE shown_revision < revision AND show_at > :now AND guild_id = :guild_id;

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

-- name: clocks_moved(gap, guild_id)!
UPDATE matches
SET deadline = deadline + :gap, turn_began_at = turn_began_at + :gap
WHERE
    outcome_why IS NULL
    AND deadline IS NOT NULL
    AND weekends = 'played'
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'));

-- name: reminders_moved(gap, guild_id)!
UPDATE notifications
SET due_at = due_at + :gap
WHERE
    state IN ('waiting', 'stale')
    AND due_at >= 0
    AND kind = 'reminder'
    AND state = 'waiting'
    AND EXISTS (
        SELECT 1
        FROM matches
        WHERE
            matches.id = notifications.match_id
            AND matches.weekends = 'played'
            AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'))
    );

-- name: paused_clocks(guild_id)
SELECT id, deadline, turn_began_at
FROM matches
WHERE
    outcome_why IS NULL
    AND deadline IS NOT NULL
    AND weekends = 'paused'
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'));

-- name: time_outs_moved(kind)!
UPDATE jobs
SET due_at = (SELECT deadline FROM matches WHERE matches.id = CAST(jobs.key AS BIGINT))
WHERE
    kind = :kind
    AND EXISTS (
        SELECT 1
        FROM matches
        WHERE matches.id = CAST(jobs.key AS BIGINT) AND deadline IS NOT NULL
    );

-- name: paused_reminders(guild_id)
SELECT notifications.id, notifications.due_at
FROM notifications
INNER JOIN matches ON notifications.match_id = matches.id
WHERE
    notifications.state IN ('waiting', 'stale')
    AND notifications.due_at >= 0
    AND notifications.kind = 'reminder'
    AND notifications.state = 'waiting'
    AND matches.weekends = 'paused'
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (matches.guild_id = :guild_id AND matches.venue <> 'direct'));

-- name: vacations_found_over(last, guild_id)
SELECT id, weekends, orange_away_until, gray_away_until
FROM matches
WHERE
    outcome_why IS NULL
    AND orange_away_until IS NOT NULL
    AND orange_away_until <= :last
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'))
UNION
SELECT id, weekends, orange_away_until, gray_away_until
FROM matches
WHERE
    outcome_why IS NULL
    AND gray_away_until IS NOT NULL
    AND gray_away_until <= :last
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'));

-- name: orange_vacations_moved(last, now, guild_id)!
UPDATE matches
SET orange_away_until = :now
WHERE
    outcome_why IS NULL
    AND orange_away_until IS NOT NULL
    AND orange_away_until > :last
    AND orange_away_until < :now
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'));

-- name: gray_vacations_moved(last, now, guild_id)!
UPDATE matches
SET gray_away_until = :now
WHERE
    outcome_why IS NULL
    AND gray_away_until IS NOT NULL
    AND gray_away_until > :last
    AND gray_away_until < :now
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'));

-- name: expiries_moved(gap, show_at, guild_id)!
UPDATE challenges
SET
    expires_at = expires_at + :gap,
    shown_revision = CASE WHEN message_id IS NULL THEN shown_revision ELSE revision - 1 END,
    show_at = CASE WHEN message_id IS NULL THEN show_at ELSE :show_at END,
    attempts = 0
WHERE
    state = 'open'
    AND expires_at >= 0
    AND (CAST(:guild_id AS BIGINT) IS NULL OR guild_id = :guild_id);

-- name: boards_with_moved_deadlines(show_at, until, guild_id)!
UPDATE boards
SET shown_revision = revision - 1, show_at = :show_at, attempts = 0
WHERE state = 'live' AND shown_revision >= revision AND match_id IN (
    SELECT id
    FROM matches
    WHERE
        outcome_why IS NULL
        AND deadline IS NOT NULL
        AND deadline <= :until
        AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'))
);

-- name: vacations_of_user(user_id, guild_id, since)
SELECT *
FROM vacations
WHERE user_id = :user_id AND guild_id = :guild_id AND begun_at >= :since
ORDER BY begun_at DESC;

-- name: away_until(user_id, guild_id, now)
SELECT ends_at
FROM vacations
WHERE user_id = :user_id AND guild_id = :guild_id AND ends_at > :now
ORDER BY begun_at DESC
LIMIT 1;

-- name: vacation_ended(ends_at, user_id, guild_id, begun_at)!
UPDATE vacations
SET state = 'over', ends_at = :ends_at
WHERE
    user_id = :user_id
    AND guild_id = :guild_id
    AND begun_at = :begun_at
    AND state = 'on';

-- name: member_endings_moved(gap, guild_id)!
UPDATE members
SET ends_at = ends_at + :gap
WHERE
    ends_at IS NOT NULL
    AND ends_at >= 0
    AND (CAST(:guild_id AS BIGINT) IS NULL OR guild_id = :guild_id);
