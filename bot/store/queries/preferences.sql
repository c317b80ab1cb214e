-- name: preferences_of(user_id)^
SELECT *
FROM preferences
WHERE user_id = :user_id;

-- name: keep_preferences(user_id, placing, theme, threats)!
INSERT INTO preferences (user_id, placing, theme, threats)
VALUES (:user_id, :placing, :theme, :threats)
ON CONFLICT (user_id) DO UPDATE SET
    placing = excluded.placing,
    theme = excluded.theme,
    threats = excluded.threats;
