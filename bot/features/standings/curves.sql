-- name: curve_in_full(player_key, guild_id, ruleset)
SELECT rated_results.rated_at, rating_steps.points, rating_steps.deviation
FROM (
    SELECT id
    FROM rated_results
    WHERE orange_key = :player_key AND guild_id = :guild_id AND ruleset = :ruleset
    UNION ALL
    SELECT id
    FROM rated_results
    WHERE gray_key = :player_key AND guild_id = :guild_id AND ruleset = :ruleset
) AS own
INNER JOIN rated_results ON own.id = rated_results.id
INNER JOIN rating_steps
    ON own.id = rating_steps.result_id
    AND rating_steps.scope = 0
    AND rating_steps.player_key = :player_key
ORDER BY rated_results.id;

-- name: curve_ends(player_key, guild_id, ruleset)
SELECT min(own.first) AS first, max(own.last) AS last
FROM (
    SELECT min(id) AS first, max(id) AS last
    FROM rated_results
    WHERE orange_key = :player_key AND guild_id = :guild_id AND ruleset = :ruleset
    UNION ALL
    SELECT min(id) AS first, max(id) AS last
    FROM rated_results
    WHERE gray_key = :player_key AND guild_id = :guild_id AND ruleset = :ruleset
) AS own;

-- name: curve_sampled(player_key, guild_id, ruleset, first, last, stride)
WITH RECURSIVE marks (mark) AS (
    SELECT CAST(:last AS BIGINT)
    UNION ALL
    SELECT CAST(:first AS BIGINT)
    UNION ALL
    SELECT mark - :stride
    FROM marks
    WHERE mark - :stride >= :first
),

nearest (orange, gray) AS MATERIALIZED (
    SELECT
        (
            SELECT max(id)
            FROM rated_results
            WHERE
                orange_key = :player_key
                AND guild_id = :guild_id
                AND ruleset = :ruleset
                AND id <= marks.mark
        ),
        (
            SELECT max(id)
            FROM rated_results
            WHERE
                gray_key = :player_key
                AND guild_id = :guild_id
                AND ruleset = :ruleset
                AND id <= marks.mark
        )
    FROM marks
),

own (id) AS (
    SELECT CASE WHEN gray IS NULL OR orange > gray THEN orange ELSE gray END
    FROM nearest
)

SELECT DISTINCT rated_results.id, rated_results.rated_at, rating_steps.points, rating_steps.deviation
FROM own
INNER JOIN rated_results ON own.id = rated_results.id
INNER JOIN rating_steps
    ON own.id = rating_steps.result_id
    AND rating_steps.scope = 0
    AND rating_steps.player_key = :player_key
ORDER BY rated_results.id;

-- name: rating_of_match(match_id)
SELECT
    rated_results.voided_at,
    rated_results.orange_key,
    rating_steps.scope,
    rating_steps.player_key,
    rating_steps.before_points,
    rating_steps.before_deviation,
    rating_steps.before_volatility,
    rating_steps.points,
    rating_steps.deviation,
    rating_steps.volatility
FROM rated_results
LEFT JOIN rating_steps ON rated_results.id = rating_steps.result_id
WHERE rated_results.match_id = :match_id;

-- name: ratings_in_server(player_key, guild_id)
SELECT *
FROM ratings
WHERE player_key = :player_key AND guild_id = :guild_id AND scope = 0;

-- name: points_gained(guild_id, since_at, until_at, most)
SELECT found.points_gained, players.user_id, ratings.*
FROM (
    SELECT
        rated_results.ruleset,
        rating_steps.player_key,
        sum(rating_steps.points - rating_steps.before_points) AS points_gained
    FROM rated_results
    INNER JOIN rating_steps ON rated_results.id = rating_steps.result_id
    WHERE
        rated_results.guild_id = :guild_id
        AND rated_results.rated_at >= :since_at
        AND rated_results.rated_at < :until_at
        AND rated_results.voided_at IS NULL
        AND rating_steps.scope = 0
    GROUP BY rated_results.ruleset, rating_steps.player_key
) AS found
INNER JOIN players ON found.player_key = players.player_key
INNER JOIN ratings
    ON
        ratings.guild_id = :guild_id
        AND found.ruleset = ratings.ruleset
        AND ratings.scope = 0
        AND found.player_key = ratings.player_key
WHERE
    players.user_id IS NOT NULL
    AND players.listing = 'listed'
    AND found.points_gained >= 0.5
ORDER BY found.points_gained DESC, found.player_key DESC
LIMIT :most;
