-- name: own_preferences(user_id, most, skip)
SELECT *
FROM preferences
WHERE user_id = :user_id
ORDER BY user_id
LIMIT :most OFFSET :skip;

-- name: own_rules_told(user_id, most, skip)
SELECT *
FROM rules_told
WHERE user_id = :user_id
ORDER BY user_id
LIMIT :most OFFSET :skip;

-- name: own_closed_direct_messages(user_id, most, skip)
SELECT *
FROM closed_direct_messages
WHERE user_id = :user_id
ORDER BY user_id
LIMIT :most OFFSET :skip;

-- name: own_blocks(user_id, most, skip)
-- Whom they block; who blocks them is for those alone.
SELECT *
FROM blocks
WHERE user_id = :user_id
ORDER BY blocked_id
LIMIT :most OFFSET :skip;

-- name: own_vacations(user_id, most, skip)
SELECT *
FROM vacations
WHERE user_id = :user_id
ORDER BY guild_id, begun_at
LIMIT :most OFFSET :skip;

-- name: own_members(user_id, most, skip)
SELECT *
FROM members
WHERE user_id = :user_id
ORDER BY guild_id
LIMIT :most OFFSET :skip;

-- name: own_bars(user_id, most, skip)
-- Which moderator it was is for the server.
SELECT guild_id, user_id, barred_at, until_at, reason
FROM bars
WHERE user_id = :user_id
ORDER BY guild_id
LIMIT :most OFFSET :skip;

-- name: own_followers(user_id, most, skip)
SELECT *
FROM followers
WHERE user_id = :user_id
ORDER BY match_id
LIMIT :most OFFSET :skip;

-- name: own_challenges(user_id, most, skip)
SELECT *
FROM challenges
WHERE challenger_id = :user_id OR friend_id = :user_id
ORDER BY id
LIMIT :most OFFSET :skip;

-- name: own_matches(user_id, most, skip)
SELECT *
FROM matches
WHERE
    id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    )
ORDER BY id
LIMIT :most OFFSET :skip;

-- name: own_turns(user_id, most, skip)
SELECT *
FROM turns
WHERE
    match_id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    )
    AND user_id = :user_id
ORDER BY match_id, ply
LIMIT :most OFFSET :skip;

-- name: own_turns_taken_back(user_id, most, skip)
SELECT *
FROM turns_taken_back
WHERE
    match_id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    )
    AND user_id = :user_id
ORDER BY match_id, revision, ply
LIMIT :most OFFSET :skip;

-- name: own_plans(user_id, most, skip)
SELECT *
FROM plans
WHERE
    match_id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    )
    AND user_id = :user_id
ORDER BY match_id
LIMIT :most OFFSET :skip;

-- name: own_hints(user_id, most, skip)
SELECT *
FROM hints
WHERE user_id = :user_id
ORDER BY match_id, given_at
LIMIT :most OFFSET :skip;

-- name: own_beds(user_id, most, skip)
SELECT *
FROM beds
WHERE
    match_id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    )
    AND user_id = :user_id
ORDER BY id
LIMIT :most OFFSET :skip;

-- name: own_notices(user_id, most, skip)
SELECT *
FROM notices
WHERE user_id = :user_id AND state IN ('waiting', 'stale')
ORDER BY id
LIMIT :most OFFSET :skip;

-- name: own_notices_past(user_id, most, skip)
SELECT *
FROM notices
WHERE user_id = :user_id AND state IN ('done', 'sent', 'hushed')
ORDER BY id
LIMIT :most OFFSET :skip;

-- name: own_moderations(user_id, most, skip)
-- Which moderator it was is for the server.
SELECT id, guild_id, deed, user_id, match_id, challenge_id, reason, until_at, done_at
FROM moderations
WHERE user_id = :user_id
ORDER BY id
LIMIT :most OFFSET :skip;

-- name: own_moderations_by_you(user_id, most, skip)
-- Whom it was done to is theirs.
SELECT id, guild_id, moderator_id, deed, match_id, challenge_id, reason, until_at, done_at
FROM moderations
WHERE moderator_id = :user_id
ORDER BY id
LIMIT :most OFFSET :skip;

-- name: own_bars_by_you(user_id, most, skip)
SELECT guild_id, moderator_id, barred_at, until_at, reason
FROM bars
WHERE moderator_id = :user_id
ORDER BY guild_id, barred_at
LIMIT :most OFFSET :skip;

-- name: own_players(user_id, most, skip)
SELECT *
FROM players
WHERE user_id = :user_id
ORDER BY player_key
LIMIT :most OFFSET :skip;

-- name: own_ratings(user_id, most, skip)
SELECT *
FROM ratings
WHERE player_key IN (SELECT player_key FROM players WHERE user_id = :user_id)
ORDER BY guild_id, ruleset, scope
LIMIT :most OFFSET :skip;

-- name: own_rating_steps(user_id, most, skip)
SELECT *
FROM rating_steps
WHERE player_key IN (SELECT player_key FROM players WHERE user_id = :user_id)
ORDER BY scope, result_id
LIMIT :most OFFSET :skip;

-- name: own_rated_results(user_id, most, skip)
SELECT *
FROM rated_results
WHERE
    orange_key IN (SELECT player_key FROM players WHERE user_id = :user_id)
    OR gray_key IN (SELECT player_key FROM players WHERE user_id = :user_id)
ORDER BY id
LIMIT :most OFFSET :skip;

-- name: own_rating_pairs(user_id, most, skip)
SELECT *
FROM rating_pairs
WHERE
    (guild_id, ruleset, scope) IN (
        SELECT guild_id, ruleset, scope
        FROM ratings
        WHERE player_key IN (SELECT player_key FROM players WHERE user_id = :user_id)
    )
    AND (
        one_key IN (SELECT player_key FROM players WHERE user_id = :user_id)
        OR other_key IN (SELECT player_key FROM players WHERE user_id = :user_id)
    )
ORDER BY guild_id, ruleset, scope, one_key, other_key
LIMIT :most OFFSET :skip;

-- name: own_practice_ratings(user_id, most, skip)
SELECT *
FROM practice_ratings
WHERE user_id = :user_id
ORDER BY ruleset
LIMIT :most OFFSET :skip;

-- name: own_practice_results(user_id, most, skip)
SELECT *
FROM practice_results
WHERE user_id = :user_id
ORDER BY ruleset, number
LIMIT :most OFFSET :skip;

-- name: own_puzzle_attempts(user_id, most, skip)
SELECT *
FROM puzzle_attempts
WHERE user_id = :user_id
ORDER BY guild_id, day
LIMIT :most OFFSET :skip;

-- name: own_puzzle_streaks(user_id, most, skip)
SELECT *
FROM puzzle_streaks
WHERE user_id = :user_id
ORDER BY guild_id
LIMIT :most OFFSET :skip;

-- name: own_puzzles_seen(user_id, most, skip)
SELECT *
FROM puzzles_seen
WHERE user_id = :user_id
ORDER BY puzzle
LIMIT :most OFFSET :skip;

-- name: own_titles(user_id, most, skip)
SELECT *
FROM titles
WHERE player_key IN (SELECT player_key FROM players WHERE user_id = :user_id)
ORDER BY season_id, ruleset
LIMIT :most OFFSET :skip;

-- name: own_player_sums(user_id, most, skip)
SELECT *
FROM player_sums
WHERE
    guild_id IN (
        SELECT guild_id FROM matches WHERE orange_id = :user_id
        UNION
        SELECT guild_id FROM matches WHERE gray_id = :user_id
    )
    AND player_key IN (SELECT player_key FROM players WHERE user_id = :user_id)
ORDER BY guild_id
LIMIT :most OFFSET :skip;

-- name: own_player_records(user_id, most, skip)
SELECT *
FROM player_records
WHERE
    guild_id IN (
        SELECT guild_id FROM matches WHERE orange_id = :user_id
        UNION
        SELECT guild_id FROM matches WHERE gray_id = :user_id
    )
    AND player_key IN (SELECT player_key FROM players WHERE user_id = :user_id)
ORDER BY guild_id, ruleset, seat, score, why
LIMIT :most OFFSET :skip;

-- name: own_player_openings(user_id, most, skip)
SELECT *
FROM player_openings
WHERE
    guild_id IN (
        SELECT guild_id FROM matches WHERE orange_id = :user_id
        UNION
        SELECT guild_id FROM matches WHERE gray_id = :user_id
    )
    AND player_key IN (SELECT player_key FROM players WHERE user_id = :user_id)
ORDER BY guild_id, square
LIMIT :most OFFSET :skip;

-- name: own_head_to_heads(user_id, most, skip)
SELECT *
FROM head_to_heads
WHERE
    guild_id IN (
        SELECT guild_id FROM matches WHERE orange_id = :user_id
        UNION
        SELECT guild_id FROM matches WHERE gray_id = :user_id
    )
    AND player_key IN (SELECT player_key FROM players WHERE user_id = :user_id)
ORDER BY guild_id, opponent_key
LIMIT :most OFFSET :skip;

-- name: own_badges(user_id, most, skip)
SELECT *
FROM badges
WHERE
    guild_id IN (
        SELECT guild_id FROM matches WHERE orange_id = :user_id
        UNION
        SELECT guild_id FROM matches WHERE gray_id = :user_id
    )
    AND player_key IN (SELECT player_key FROM players WHERE user_id = :user_id)
ORDER BY guild_id, badge
LIMIT :most OFFSET :skip;

-- name: own_histories(user_id, most, skip)
SELECT *
FROM histories
WHERE
    guild_id IN (
        SELECT guild_id FROM matches WHERE orange_id = :user_id
        UNION
        SELECT guild_id FROM matches WHERE gray_id = :user_id
    )
    AND player_key IN (SELECT player_key FROM players WHERE user_id = :user_id)
ORDER BY guild_id, player_key, opponent_key, sort, match_id
LIMIT :most OFFSET :skip;

-- name: own_match_facts(user_id, most, skip)
SELECT *
FROM match_facts
WHERE
    match_id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    )
ORDER BY match_id
LIMIT :most OFFSET :skip;

-- name: own_facts_owed(user_id, most, skip)
SELECT *
FROM facts_owed
WHERE
    match_id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    )
ORDER BY match_id
LIMIT :most OFFSET :skip;
