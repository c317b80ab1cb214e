-- name: rules_owed(user_id)$
SELECT 1
FROM (
    SELECT 1 FROM matches WHERE orange_id = :user_id OR gray_id = :user_id
    UNION ALL
    SELECT 1 FROM challenges WHERE challenger_id = :user_id
) AS begun
WHERE NOT EXISTS (SELECT 1 FROM rules_told WHERE user_id = :user_id)
LIMIT 1;

-- name: rules_told(user_id, told_at)!
INSERT INTO rules_told (user_id, told_at)
VALUES (:user_id, :told_at)
ON CONFLICT (user_id) DO NOTHING;
