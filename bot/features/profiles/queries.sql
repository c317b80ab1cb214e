-- name: history_before(guild_id, player_key, opponent_key, ruleset, stakes, score, than, most)
SELECT matches.*
FROM (
    SELECT entered.id
    FROM history_sorts AS sorts
    CROSS JOIN matches AS entered
    WHERE
        (:ruleset = '' OR sorts.ruleset = :ruleset)
        AND (:stakes = '' OR sorts.stakes = :stakes)
        AND (:score < 0 OR sorts.score = :score)
        AND entered.id IN (
            SELECT histories.match_id
            FROM histories
            WHERE
                histories.guild_id = :guild_id
                AND histories.player_key = :player_key
                AND histories.opponent_key = :opponent_key
                AND histories.sort = sorts.sort
                AND histories.match_id < :than
            ORDER BY histories.match_id DESC
            LIMIT :most
        )
    ORDER BY entered.id DESC
    LIMIT :most
) AS found
CROSS JOIN matches
WHERE found.id = matches.id
ORDER BY matches.id DESC;

-- name: history_after(guild_id, player_key, opponent_key, ruleset, stakes, score, than, most)
SELECT matches.*
FROM (
    SELECT entered.id
    FROM history_sorts AS sorts
    CROSS JOIN matches AS entered
    WHERE
        (:ruleset = '' OR sorts.ruleset = :ruleset)
        AND (:stakes = '' OR sorts.stakes = :stakes)
        AND (:score < 0 OR sorts.score = :score)
        AND entered.id IN (
            SELECT histories.match_id
            FROM histories
            WHERE
                histories.guild_id = :guild_id
                AND histories.player_key = :player_key
                AND histories.opponent_key = :opponent_key
                AND histories.sort = sorts.sort
                AND histories.match_id > :than
            ORDER BY histories.match_id
            LIMIT :most
        )
    ORDER BY entered.id
    LIMIT :most
) AS found
CROSS JOIN matches
WHERE found.id = matches.id
ORDER BY matches.id;

-- name: count_soon(match_id, ended_at)!
INSERT INTO matches_uncounted (match_id, ended_at)
VALUES (:match_id, :ended_at);

-- name: uncounted_first(most)
SELECT match_id
FROM matches_uncounted
WHERE ended_at >= 0
ORDER BY ended_at, match_id
LIMIT :most;

-- name: settle_facts(match_id)!
DELETE FROM matches_uncounted
WHERE match_id = :match_id;

-- name: turns_with_times(match_id)
SELECT notation, played_at, revision
FROM turns
WHERE match_id = :match_id
ORDER BY ply;

-- name: opponents_met(guild_id, player_key)
SELECT count(*)
FROM head_to_heads
WHERE guild_id = :guild_id AND player_key = :player_key;

-- name: rulesets_won(guild_id, player_key, score)
SELECT DISTINCT ruleset
FROM player_records
WHERE guild_id = :guild_id AND player_key = :player_key AND score = :score;

-- name: ratings_in_server(player_key, guild_id)
SELECT *
FROM ratings
WHERE player_key = :player_key AND guild_id = :guild_id AND scope = 0;

-- name: records_of_player(guild_id, player_key)
SELECT ruleset, seat, score, why, matches
FROM player_records
WHERE guild_id = :guild_id AND player_key = :player_key;

-- name: openings_of_player(guild_id, player_key)
SELECT square, matches
FROM player_openings
WHERE guild_id = :guild_id AND player_key = :player_key
ORDER BY matches DESC, square
LIMIT 3;

-- name: head_to_head_of(guild_id, player_key, opponent_key)
SELECT wins, draws, losses
FROM head_to_heads
WHERE guild_id = :guild_id AND player_key = :player_key AND opponent_key = :opponent_key;

-- name: badges_of_player(guild_id, player_key)
SELECT badge, match_id, earned_at
FROM badges
WHERE guild_id = :guild_id AND player_key = :player_key
ORDER BY earned_at, badge;

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
