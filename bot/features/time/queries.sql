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

-- name: edges_of_timed(most)
-- The last of each so many live matches with a deadline, in order. The sum keeps SQLite from walking over
-- all matches for that order, and the server's number leads it to the index of those that are live.
SELECT max(id)
FROM (
    SELECT id, row_number() OVER (ORDER BY id + 0) AS place
    FROM matches
    WHERE outcome_why IS NULL AND guild_id >= 0 AND deadline IS NOT NULL
) AS timed
GROUP BY (place - 1) / :most
ORDER BY max(id);

-- name: clocks_moved(gap, guild_id, from_id, to_id)!
UPDATE matches
SET deadline = deadline + :gap, turn_began_at = turn_began_at + :gap
WHERE
    id >= :from_id
    AND id < :to_id
    AND outcome_why IS NULL
    AND deadline IS NOT NULL
    AND weekends = 'played'
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'));

-- name: reminders_moved(gap, guild_id, from_id, to_id)!
UPDATE notifications
SET due_at = due_at + :gap
WHERE
    match_id >= :from_id
    AND match_id < :to_id
    AND kind = 'reminder'
    AND state = 'waiting'
    AND state <> 'done'
    AND EXISTS (
        SELECT 1
        FROM matches
        WHERE
            matches.id = notifications.match_id
            AND matches.weekends = 'played'
            AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'))
    );

-- name: paused_clocks(guild_id, from_id, to_id)
SELECT id, deadline, turn_began_at
FROM matches
WHERE
    id >= :from_id
    AND id < :to_id
    AND outcome_why IS NULL
    AND deadline IS NOT NULL
    AND weekends = 'paused'
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'));

-- name: time_outs_moved(kind, from_id, to_id)!
UPDATE jobs
SET due_at = matches.deadline
FROM matches
WHERE
    jobs.kind = :kind
    AND jobs.key = CAST(matches.id AS TEXT)
    AND matches.id >= :from_id
    AND matches.id < :to_id
    AND matches.outcome_why IS NULL
    AND matches.deadline IS NOT NULL;

-- name: paused_reminders(guild_id, from_id, to_id)
SELECT notifications.id, notifications.due_at
FROM notifications
INNER JOIN matches ON notifications.match_id = matches.id
WHERE
    notifications.match_id >= :from_id
    AND notifications.match_id < :to_id
    AND notifications.kind = 'reminder'
    AND notifications.state = 'waiting'
    AND notifications.state <> 'done'
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

-- name: boards_with_moved_deadlines(show_at, until, guild_id, from_id, to_id)!
UPDATE boards
SET shown_revision = revision - 1, show_at = :show_at, attempts = 0
WHERE state = 'live' AND shown_revision >= revision AND match_id IN (
    SELECT id
    FROM matches
    WHERE
        id >= :from_id
        AND id < :to_id
        AND outcome_why IS NULL
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
