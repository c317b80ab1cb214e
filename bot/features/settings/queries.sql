-- name: takes_from(user_id)
SELECT takes_from
FROM preferences
WHERE user_id = :user_id;
