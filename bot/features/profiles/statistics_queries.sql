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

-- name: insert_match_facts(match_id, guild_id, ended_at, turns, lead_changes, last_turn, orange_opening, orange_moves, orange_seconds, orange_graduations, orange_behind, gray_opening, gray_moves, gray_seconds, gray_graduations, gray_behind)!
INSERT INTO match_facts (
    match_id, guild_id, ended_at, turns, lead_changes, last_turn,
    orange_opening, orange_moves, orange_seconds, orange_graduations, orange_behind,
    gray_opening, gray_moves, gray_seconds, gray_graduations, gray_behind
)
VALUES (
    :match_id, :guild_id, :ended_at, :turns, :lead_changes, :last_turn,
    :orange_opening, :orange_moves, :orange_seconds, :orange_graduations, :orange_behind,
    :gray_opening, :gray_moves, :gray_seconds, :gray_graduations, :gray_behind
);

-- name: facts_of_match(match_id)^
SELECT *
FROM match_facts
WHERE match_id = :match_id;

-- name: count_record(guild_id, player_key, ruleset, seat, score, why)!
INSERT INTO player_records (guild_id, player_key, ruleset, seat, score, why, matches)
VALUES (:guild_id, :player_key, :ruleset, :seat, :score, :why, 1)
ON CONFLICT (guild_id, player_key, ruleset, seat, score, why) DO UPDATE SET
    matches = player_records.matches + 1;

-- name: count_opening(guild_id, player_key, square)!
INSERT INTO player_openings (guild_id, player_key, square, matches)
VALUES (:guild_id, :player_key, :square, 1)
ON CONFLICT (guild_id, player_key, square) DO UPDATE SET
    matches = player_openings.matches + 1;

-- name: count_head_to_head(guild_id, player_key, opponent_key, wins, draws, losses)!
INSERT INTO head_to_heads (guild_id, player_key, opponent_key, wins, draws, losses)
VALUES (:guild_id, :player_key, :opponent_key, :wins, :draws, :losses)
ON CONFLICT (guild_id, player_key, opponent_key) DO UPDATE SET
    wins = head_to_heads.wins + excluded.wins,
    draws = head_to_heads.draws + excluded.draws,
    losses = head_to_heads.losses + excluded.losses;

-- name: sums_of_player(guild_id, player_key)^
SELECT *
FROM player_sums
WHERE guild_id = :guild_id AND player_key = :player_key;

-- name: keep_sums(guild_id, player_key, matches, streak, longest, moves, seconds)!
INSERT INTO player_sums (guild_id, player_key, matches, streak, longest, moves, seconds)
VALUES (:guild_id, :player_key, :matches, :streak, :longest, :moves, :seconds)
ON CONFLICT (guild_id, player_key) DO UPDATE SET
    matches = excluded.matches,
    streak = excluded.streak,
    longest = excluded.longest,
    moves = excluded.moves,
    seconds = excluded.seconds;

-- name: opponents_met(guild_id, player_key)$
SELECT count(*)
FROM head_to_heads
WHERE guild_id = :guild_id AND player_key = :player_key;

-- name: rulesets_won(guild_id, player_key, score)
SELECT DISTINCT ruleset
FROM player_records
WHERE guild_id = :guild_id AND player_key = :player_key AND score = :score;

-- name: bestow_badges(guild_id, player_key, badge, match_id, earned_at)*!
INSERT INTO badges (guild_id, player_key, badge, match_id, earned_at)
VALUES (:guild_id, :player_key, :badge, :match_id, :earned_at)
ON CONFLICT (guild_id, player_key, badge) DO NOTHING;
