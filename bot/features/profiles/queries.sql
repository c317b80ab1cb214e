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

-- name: record_uncounted(match_id, ended_at)!
INSERT INTO matches_uncounted (match_id, ended_at)
VALUES (:match_id, :ended_at);

-- name: uncounted_first(most)
SELECT match_id
FROM matches_uncounted
WHERE ended_at >= 0
ORDER BY ended_at, match_id
LIMIT :most;

-- name: settle_facts(match_id)!
DELETE FROM matches_uncounted
WHERE match_id = :match_id;

-- name: opponents_met(guild_id, player_key)
SELECT count(*)
FROM head_to_heads
WHERE guild_id = :guild_id AND player_key = :player_key;

-- name: rulesets_won(guild_id, player_key, score)
SELECT DISTINCT ruleset
FROM player_records
WHERE guild_id = :guild_id AND player_key = :player_key AND score = :score;

-- name: records_of_player(guild_id, player_key)
SELECT ruleset, seat, score, why, matches
FROM player_records
WHERE guild_id = :guild_id AND player_key = :player_key;

-- name: openings_of_player(guild_id, player_key)
SELECT square, matches
FROM player_openings
WHERE guild_id = :guild_id AND player_key = :player_key
ORDER BY matches DESC, square
LIMIT 3;

-- name: head_to_head_of(guild_id, player_key, opponent_key)
SELECT wins, draws, losses
FROM head_to_heads
WHERE guild_id = :guild_id AND player_key = :player_key AND opponent_key = :opponent_key;

-- name: badges_of_player(guild_id, player_key)
SELECT badge, match_id, earned_at
FROM badges
WHERE guild_id = :guild_id AND player_key = :player_key
ORDER BY earned_at, badge;
