-- name: practice_rating_of(user_id, ruleset)^
SELECT *
FROM practice_ratings
WHERE user_id = :user_id AND ruleset = :ruleset;

-- name: practice_ratings_of_user(user_id)
SELECT *
FROM practice_ratings
WHERE user_id = :user_id AND wins + draws + losses > 0
ORDER BY wins + draws + losses DESC, ruleset;

-- name: keep_practice_rating(user_id, ruleset, points, deviation, volatility, rated_at, wins, draws, losses, best_level, results)!
INSERT INTO practice_ratings (
    user_id, ruleset, points, deviation, volatility, rated_at, wins, draws, losses, best_level,
    results
)
VALUES (
    :user_id, :ruleset, :points, :deviation, :volatility, :rated_at, :wins, :draws, :losses,
    :best_level, :results
)
ON CONFLICT (user_id, ruleset) DO UPDATE SET
    points = excluded.points,
    deviation = excluded.deviation,
    volatility = excluded.volatility,
    rated_at = excluded.rated_at,
    wins = excluded.wins,
    draws = excluded.draws,
    losses = excluded.losses,
    best_level = excluded.best_level,
    results = excluded.results;

-- name: insert_practice_result(match_id, user_id, ruleset, number, level, level_points, score, rated_at, before_points, before_deviation, points, deviation)!
INSERT INTO practice_results (
    match_id, user_id, ruleset, number, level, level_points, score, rated_at, before_points,
    before_deviation, points, deviation, voided_at
)
VALUES (
    :match_id, :user_id, :ruleset, :number, :level, :level_points, :score, :rated_at,
    :before_points, :before_deviation, :points, :deviation, NULL
);

-- name: practice_result_of_match(match_id)^
SELECT *
FROM practice_results
WHERE match_id = :match_id;

-- name: void_practice_result(voided_at, match_id)!
UPDATE practice_results
SET voided_at = :voided_at
WHERE match_id = :match_id AND voided_at IS NULL;

-- name: practice_results_of(user_id, ruleset)
SELECT *
FROM practice_results
WHERE user_id = :user_id AND ruleset = :ruleset
ORDER BY number;

-- name: change_practice_results(before_points, before_deviation, points, deviation, match_id)*!
UPDATE practice_results
SET
    before_points = :before_points,
    before_deviation = :before_deviation,
    points = :points,
    deviation = :deviation
WHERE match_id = :match_id;

-- name: practice_fared(user_id)
SELECT
    ruleset,
    level,
    SUM(CASE WHEN score = 1.0 THEN 1 ELSE 0 END) AS wins,
    SUM(CASE WHEN score = 0.5 THEN 1 ELSE 0 END) AS draws,
    SUM(CASE WHEN score = 0.0 THEN 1 ELSE 0 END) AS losses
FROM practice_results
WHERE user_id = :user_id AND voided_at IS NULL
GROUP BY ruleset, level
ORDER BY ruleset, level;

-- name: practised_by()
SELECT user_id, ruleset
FROM practice_ratings
ORDER BY user_id, ruleset;
