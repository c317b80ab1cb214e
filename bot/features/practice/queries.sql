-- name: practice_ratings_of_user(user_id)
SELECT *
FROM practice_ratings
WHERE user_id = :user_id AND wins + draws + losses > 0
ORDER BY wins + draws + losses DESC, ruleset;

-- name: void_practice_result(voided_at, match_id)!
UPDATE practice_results
SET voided_at = :voided_at
WHERE match_id = :match_id AND voided_at IS NULL;

-- name: practice_results_of(user_id, ruleset)
SELECT *
FROM practice_results
WHERE user_id = :user_id AND ruleset = :ruleset
ORDER BY number;

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
