-- name: owe_facts(match_id, ended_at)!
INSERT INTO facts_owed (match_id, ended_at)
VALUES (:match_id, :ended_at);

-- name: facts_owed_first(most)
SELECT match_id
FROM facts_owed
WHERE ended_at >= 0
ORDER BY ended_at, match_id
LIMIT :most;

-- name: settle_facts(match_id)!
DELETE FROM facts_owed
WHERE match_id = :match_id;

-- name: turns_with_times(match_id)
SELECT notation, played_at, revision
FROM turns
WHERE match_id = :match_id
ORDER BY ply;

-- name: opponents_met(guild_id, player_key)
SELECT count(*)
FROM head_to_heads
WHERE guild_id = :guild_id AND player_key = :player_key;

-- name: rulesets_won(guild_id, player_key, score)
SELECT DISTINCT ruleset
FROM player_records
WHERE guild_id = :guild_id AND player_key = :player_key AND score = :score;
