-- name: open_ladders(guild_id)
SELECT *
FROM ladders
WHERE guild_id = :guild_id AND closed_at IS NULL
ORDER BY id;

-- name: servers_with_ladders()
SELECT DISTINCT guild_id
FROM ladders
WHERE closed_at IS NULL AND guild_id >= 0;

-- name: ladders_of_user(user_id, guild_id)
-- Those that a user is on, in a server, or in all if none is named.
SELECT ladders.*
FROM rungs
INNER JOIN ladders ON rungs.ladder_id = ladders.id
WHERE
    rungs.user_id = :user_id
    AND rungs.place IS NOT NULL
    AND (CAST(:guild_id AS BIGINT) IS NULL OR ladders.guild_id = :guild_id)
    AND ladders.closed_at IS NULL
ORDER BY ladders.id;

-- name: challenges_lately(ladder_id, since)
-- Those that are open, or ended since then.
SELECT *
FROM ladder_challenges
WHERE ladder_id = :ladder_id AND (ended_at IS NULL OR ended_at >= :since)
ORDER BY id;

-- name: rungs_lately(ladder_id, since)
-- Who is on a ladder, was so lately, or has a challenge that is open or ended lately.
SELECT *
FROM rungs
WHERE ladder_id = :ladder_id AND place IS NOT NULL
UNION
SELECT *
FROM rungs
WHERE ladder_id = :ladder_id AND off_at >= :since
UNION
SELECT rungs.*
FROM ladder_challenges
INNER JOIN rungs ON ladder_challenges.challenger_rung_id = rungs.id
WHERE
    ladder_challenges.ladder_id = :ladder_id
    AND (ladder_challenges.ended_at IS NULL OR ladder_challenges.ended_at >= :since)
UNION
SELECT rungs.*
FROM ladder_challenges
INNER JOIN rungs ON ladder_challenges.challenged_rung_id = rungs.id
WHERE
    ladder_challenges.ladder_id = :ladder_id
    AND (ladder_challenges.ended_at IS NULL OR ladder_challenges.ended_at >= :since);

-- name: challenge_to_decide(match_id)
SELECT *
FROM ladder_challenges
WHERE match_id = :match_id AND state = 'playing';

-- name: falls_put_off(gap, guild_id)!
UPDATE ladders
SET falls_at = falls_at + :gap
WHERE
    closed_at IS NULL
    AND guild_id >= 0
    AND (CAST(:guild_id AS BIGINT) IS NULL OR guild_id = :guild_id);

-- name: activity_put_off(gap, began_at, guild_id)!
-- An outage counts neither as time without a match.
UPDATE rungs
SET active_at = active_at + :gap, rests_since = rests_since + :gap
WHERE
    place IS NOT NULL
    AND active_at <= :began_at
    AND ladder_id IN (
        SELECT id
        FROM ladders
        WHERE
            closed_at IS NULL
            AND guild_id >= 0
            AND (CAST(:guild_id AS BIGINT) IS NULL OR guild_id = :guild_id)
    );

-- name: answers_put_off(gap, guild_id)!
UPDATE ladder_challenges
SET asked_at = asked_at + :gap, answer_by = answer_by + :gap
WHERE
    state = 'asked'
    AND ended_at IS NULL
    AND ladder_id IN (
        SELECT id
        FROM ladders
        WHERE
            closed_at IS NULL
            AND guild_id >= 0
            AND (CAST(:guild_id AS BIGINT) IS NULL OR guild_id = :guild_id)
    );

-- name: challenges_asked_in(guild_id)
SELECT *
FROM ladder_challenges
WHERE
    state = 'asked'
    AND ended_at IS NULL
    AND ladder_id IN (
        SELECT id
        FROM ladders
        WHERE
            closed_at IS NULL
            AND guild_id >= 0
            AND (CAST(:guild_id AS BIGINT) IS NULL OR guild_id = :guild_id)
    )
ORDER BY id;

-- name: ladder_as_subject(id)
SELECT id
FROM ladders
WHERE id = :id;

-- name: ladder_challenge_as_subject(id)
SELECT id
FROM ladder_challenges
WHERE id = :id;

-- name: rungs_anonymised(user_id, gone_id)!
UPDATE rungs
SET user_id = :gone_id
WHERE user_id = :user_id;

-- name: ladder_host_anonymised(user_id, gone_id)!
UPDATE ladders
SET host_id = :gone_id
WHERE host_id = :user_id;
