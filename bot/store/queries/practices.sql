-- name: level_played_last(user_id, bot_id)$
SELECT bot_level
FROM matches
WHERE
    id IN (
        (
            SELECT max(id)
            FROM matches
            WHERE orange_id = :user_id AND gray_id = :bot_id
        ),
        (
            SELECT max(id)
            FROM matches
            WHERE orange_id = :bot_id AND gray_id = :user_id
        )
    )
ORDER BY id DESC
LIMIT 1;
