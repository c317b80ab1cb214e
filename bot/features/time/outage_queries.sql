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
WHERE outcome_why IS NULL AND guild_id >= 0 AND home <> 'direct'
UNION
SELECT guild_id
FROM challenges
WHERE state = 'open' AND expires_at >= 0;

-- name: live_matches_of_absent(guild_id, most)
SELECT id
FROM matches
WHERE guild_id = :guild_id AND outcome_why IS NULL AND home <> 'direct'
LIMIT :most;

-- name: beds_hastened(guild_id, now)!
UPDATE beds
SET show_at = :now, attempts = 0
WHERE
    state <> 'lost'
    AND shown_revision < revision
    AND show_at > :now
    AND EXISTS (
        SELECT 1 FROM matches WHERE matches.id = beds.match_id AND matches.guild_id = :guild_id
    );

-- name: lost_beds_hastened(guild_id, now)!
UPDATE beds
SET show_at = :now
WHERE
    state = 'lost'
    AND show_at > :now
    AND EXISTS (
        SELECT 1 FROM matches WHERE matches.id = beds.match_id AND matches.guild_id = :guild_id
    );

-- name: challenges_hastened(guild_id, now)!
UPDATE challenges
SET show_at = :now, attempts = 0
WHERE shown_revision < revision AND show_at > :now AND guild_id = :guild_id;

-- name: notices_hastened(guild_id, now)!
UPDATE notices
SET due_at = :now, attempts = 0
WHERE
    state IN ('waiting', 'stale')
    AND due_at > :now
    AND attempts > 0
    AND (
        EXISTS (
            SELECT 1
            FROM matches
            WHERE matches.id = notices.match_id AND matches.guild_id = :guild_id
        )
        OR EXISTS (
            SELECT 1
            FROM challenges
            WHERE challenges.id = notices.challenge_id AND challenges.guild_id = :guild_id
        )
    );

-- name: followers_hastened(guild_id, now)!
UPDATE followers
SET tell_at = :now, attempts = 0
WHERE
    tell_at IS NOT NULL
    AND tell_at > :now
    AND EXISTS (
        SELECT 1
        FROM matches
        WHERE matches.id = followers.match_id AND matches.guild_id = :guild_id
    );

-- name: last_threads_hastened(guild_id, now)!
UPDATE matches
SET thread_look_at = :now
WHERE
    thread_look_at IS NOT NULL
    AND thread_look_at > :now
    AND guild_id = :guild_id
    AND outcome_why IS NOT NULL;

-- name: live_threads_hastened(guild_id, now)!
UPDATE matches
SET thread_look_at = :now
WHERE
    thread_look_at IS NOT NULL
    AND thread_look_at > :now
    AND guild_id = :guild_id
    AND outcome_why IS NULL;
