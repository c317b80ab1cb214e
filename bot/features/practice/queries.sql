-- name: answers_due(now, most)
SELECT id AS match_id, CASE bot_seat WHEN 'o' THEN gray_id ELSE orange_id END AS person_id
FROM matches
WHERE
    answer_at IS NOT NULL
    AND answer_at <= :now
    AND (home = 'direct' OR guild_id NOT IN (SELECT guild_id FROM absences WHERE since >= 0))
ORDER BY answer_at
LIMIT :most;

-- name: next_answer(now)
SELECT min(answer_at)
FROM matches
WHERE
    answer_at IS NOT NULL
    AND answer_at > :now
    AND (home = 'direct' OR guild_id NOT IN (SELECT guild_id FROM absences WHERE since >= 0));

-- name: practised_last(user_id, bot_id)
SELECT id AS match_id, ruleset, bot_level, bot_pace, measured
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
