-- name: pairs_that_met(guild_id, since_at, until_at, most)
WITH found AS (
    SELECT
        CASE WHEN orange_id < gray_id THEN orange_id ELSE gray_id END AS one_id,
        CASE WHEN orange_id < gray_id THEN gray_id ELSE orange_id END AS other_id,
        origin_id,
        count(*) AS meetings,
        sum(
            CASE WHEN outcome_winner = CASE WHEN orange_id < gray_id THEN 'o' ELSE 'g' END
                THEN 1 ELSE 0 END
        ) AS one_wins,
        sum(CASE WHEN outcome_winner IS NULL THEN 1 ELSE 0 END) AS draws,
        min(id) AS first_id
    FROM matches
    WHERE
        guild_id = :guild_id
        AND outcome_why NOT IN (
            'aborted', 'called off', 'both left', 'ended by a moderator', 'bot gone',
            'both forfeit'
        )
        AND ended_at >= :since_at
        AND ended_at < :until_at
        AND venue <> 'direct'
        AND bot_seat IS NULL
    GROUP BY
        CASE WHEN orange_id < gray_id THEN orange_id ELSE gray_id END,
        CASE WHEN orange_id < gray_id THEN gray_id ELSE orange_id END,
        origin_id
)

SELECT
    found.*,
    (
        SELECT sum(found.meetings)
        FROM found
    ) AS matches,
    (
        SELECT count(*)
        FROM (
            SELECT DISTINCT found.one_id, found.other_id
            FROM found
        ) AS counted
    ) AS pairs
FROM found
WHERE NOT EXISTS (
    SELECT 1
    FROM players
    WHERE players.user_id IN (found.one_id, found.other_id) AND players.listing = 'left off'
)
ORDER BY found.meetings DESC, found.first_id
LIMIT :most;

-- name: ending_in_server(guild_id, until_at, most)
SELECT *
FROM matches
WHERE
    guild_id = :guild_id
    AND outcome_why IS NULL
    AND deadline IS NOT NULL
    AND deadline < :until_at
    AND venue <> 'direct'
    AND bot_seat IS NULL
    AND NOT EXISTS (
        SELECT 1
        FROM players
        WHERE
            players.user_id IN (matches.orange_id, matches.gray_id)
            AND players.listing = 'left off'
    )
ORDER BY deadline
LIMIT :most;

-- name: closest_matches(guild_id, since_at, until_at, most)
SELECT matches.*, match_statistics.lead_changes
FROM match_statistics
INNER JOIN matches ON match_statistics.match_id = matches.id
WHERE
    match_statistics.guild_id = :guild_id
    AND match_statistics.ended_at >= :since_at
    AND match_statistics.ended_at < :until_at
    AND matches.outcome_why NOT IN (
        'aborted', 'called off', 'both left', 'ended by a moderator', 'bot gone',
        'both forfeit'
    )
    AND matches.venue <> 'direct'
    AND matches.bot_seat IS NULL
    AND NOT EXISTS (
        SELECT 1
        FROM players
        WHERE
            players.user_id IN (matches.orange_id, matches.gray_id)
            AND players.listing = 'left off'
    )
ORDER BY match_statistics.lead_changes DESC, match_statistics.turns DESC, match_statistics.match_id DESC
LIMIT :most;

-- name: meetings_of_pair(guild_id, since_at, until_at, one_id, other_id, origin_id, most)
SELECT id
FROM matches
WHERE
    guild_id = :guild_id
    AND outcome_why NOT IN (
        'aborted', 'called off', 'both left', 'ended by a moderator', 'bot gone',
        'both forfeit'
    )
    AND ended_at >= :since_at
    AND ended_at < :until_at
    AND venue <> 'direct'
    AND origin_id = :origin_id
    AND (
        (orange_id = :one_id AND gray_id = :other_id)
        OR (orange_id = :other_id AND gray_id = :one_id)
    )
ORDER BY id
LIMIT :most;
