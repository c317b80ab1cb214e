-- name: level_played_last(user_id, bot_id)$
-- One half for each seat, for an index serves only one of the two.
SELECT bot_level
FROM (
    SELECT *
    FROM (
        SELECT id, bot_level
        FROM matches
        WHERE orange_id = :user_id AND gray_id = :bot_id
        ORDER BY id DESC
        LIMIT 1
    ) AS at_orange
    UNION ALL
    SELECT *
    FROM (
        SELECT id, bot_level
        FROM matches
        WHERE orange_id = :bot_id AND gray_id = :user_id
        ORDER BY id DESC
        LIMIT 1
    ) AS at_gray
) AS latest
ORDER BY id DESC
LIMIT 1;
