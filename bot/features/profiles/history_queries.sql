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
