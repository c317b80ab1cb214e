-- name: games_live(user_id, guild_id, opponent_id, turn, now, most, skip)
SELECT
    matches.*,
    CASE WHEN to_move IN ('o', 'b') THEN 1 ELSE 2 END AS turn,
    CASE
        WHEN deadline IS NOT NULL THEN deadline
        WHEN held IS NOT NULL THEN :now + held
        ELSE 1e11
    END AS until
FROM matches
WHERE
    orange_id = :user_id
    AND outcome_why IS NULL
    AND (:guild_id = 0 OR guild_id = :guild_id)
    AND (:opponent_id = 0 OR gray_id = :opponent_id)
    AND (:turn = 0 OR CASE WHEN to_move IN ('o', 'b') THEN 1 ELSE 2 END = :turn)
UNION ALL
SELECT
    matches.*,
    CASE WHEN to_move IN ('g', 'b') THEN 1 ELSE 2 END AS turn,
    CASE
        WHEN deadline IS NOT NULL THEN deadline
        WHEN held IS NOT NULL THEN :now + held
        ELSE 1e11
    END AS until
FROM matches
WHERE
    gray_id = :user_id
    AND outcome_why IS NULL
    AND (:guild_id = 0 OR guild_id = :guild_id)
    AND (:opponent_id = 0 OR orange_id = :opponent_id)
    AND (:turn = 0 OR CASE WHEN to_move IN ('g', 'b') THEN 1 ELSE 2 END = :turn)
ORDER BY turn, until, id
LIMIT :most OFFSET :skip;

-- name: games_counted(user_id, guild_id, opponent_id)
SELECT
    count(*) AS live,
    coalesce(sum(CASE WHEN to_move IN ('o', 'b') THEN 1 ELSE 0 END), 0) AS waiting
FROM matches
WHERE
    orange_id = :user_id
    AND outcome_why IS NULL
    AND (:guild_id = 0 OR guild_id = :guild_id)
    AND (:opponent_id = 0 OR gray_id = :opponent_id)
UNION ALL
SELECT
    count(*) AS live,
    coalesce(sum(CASE WHEN to_move IN ('g', 'b') THEN 1 ELSE 0 END), 0) AS waiting
FROM matches
WHERE
    gray_id = :user_id
    AND outcome_why IS NULL
    AND (:guild_id = 0 OR guild_id = :guild_id)
    AND (:opponent_id = 0 OR orange_id = :opponent_id);

-- name: games_waiting(user_id, now)
SELECT
    id AS match_id,
    CASE
        WHEN deadline IS NOT NULL THEN deadline
        WHEN held IS NOT NULL THEN :now + held
        ELSE 1e11
    END AS until
FROM matches
WHERE orange_id = :user_id AND outcome_why IS NULL AND to_move IN ('o', 'b')
UNION ALL
SELECT
    id AS match_id,
    CASE
        WHEN deadline IS NOT NULL THEN deadline
        WHEN held IS NOT NULL THEN :now + held
        ELSE 1e11
    END AS until
FROM matches
WHERE gray_id = :user_id AND outcome_why IS NULL AND to_move IN ('g', 'b')
ORDER BY until, match_id;

-- name: games_over_before(user_id, than, most)
SELECT *
FROM matches
WHERE orange_id = :user_id AND id < :than AND coalesce(outcome_why, '') <> ''
UNION ALL
SELECT *
FROM matches
WHERE gray_id = :user_id AND id < :than AND coalesce(outcome_why, '') <> ''
ORDER BY id DESC
LIMIT :most;

-- name: games_over_after(user_id, than, most)
SELECT *
FROM matches
WHERE orange_id = :user_id AND id > :than AND coalesce(outcome_why, '') <> ''
UNION ALL
SELECT *
FROM matches
WHERE gray_id = :user_id AND id > :than AND coalesce(outcome_why, '') <> ''
ORDER BY id
LIMIT :most;

-- name: games_over_in_guild_before(user_id, guild_id, than, most)
SELECT *
FROM matches
WHERE
    orange_id = :user_id
    AND guild_id = :guild_id
    AND id < :than
    AND coalesce(outcome_why, '') <> ''
UNION ALL
SELECT *
FROM matches
WHERE
    gray_id = :user_id
    AND guild_id = :guild_id
    AND id < :than
    AND coalesce(outcome_why, '') <> ''
ORDER BY id DESC
LIMIT :most;

-- name: games_over_in_guild_after(user_id, guild_id, than, most)
SELECT *
FROM matches
WHERE
    orange_id = :user_id
    AND guild_id = :guild_id
    AND id > :than
    AND coalesce(outcome_why, '') <> ''
UNION ALL
SELECT *
FROM matches
WHERE
    gray_id = :user_id
    AND guild_id = :guild_id
    AND id > :than
    AND coalesce(outcome_why, '') <> ''
ORDER BY id
LIMIT :most;

-- name: games_over_of_pair_before(user_id, opponent_id, guild_id, than, most)
SELECT *
FROM matches
WHERE
    orange_id = :user_id
    AND gray_id = :opponent_id
    AND id < :than
    AND coalesce(outcome_why, '') <> ''
    AND (:guild_id = 0 OR guild_id = :guild_id)
UNION ALL
SELECT *
FROM matches
WHERE
    orange_id = :opponent_id
    AND gray_id = :user_id
    AND id < :than
    AND coalesce(outcome_why, '') <> ''
    AND (:guild_id = 0 OR guild_id = :guild_id)
ORDER BY id DESC
LIMIT :most;

-- name: games_over_of_pair_after(user_id, opponent_id, guild_id, than, most)
SELECT *
FROM matches
WHERE
    orange_id = :user_id
    AND gray_id = :opponent_id
    AND id > :than
    AND coalesce(outcome_why, '') <> ''
    AND (:guild_id = 0 OR guild_id = :guild_id)
UNION ALL
SELECT *
FROM matches
WHERE
    orange_id = :opponent_id
    AND gray_id = :user_id
    AND id > :than
    AND coalesce(outcome_why, '') <> ''
    AND (:guild_id = 0 OR guild_id = :guild_id)
ORDER BY id
LIMIT :most;
