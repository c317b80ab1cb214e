-- name: kept_of(user_id)^
SELECT
    (SELECT count(*) FROM matches WHERE orange_id = :user_id)
    + (SELECT count(*) FROM matches WHERE gray_id = :user_id) AS matches,
    (SELECT count(*) FROM matches WHERE orange_id = :user_id AND outcome_why IS NULL)
    + (SELECT count(*) FROM matches WHERE gray_id = :user_id AND outcome_why IS NULL) AS live,
    (SELECT count(*) FROM challenges WHERE challenger_id = :user_id) AS challenges_made,
    (SELECT count(*) FROM challenges WHERE friend_id = :user_id) AS challenges_got,
    (
        SELECT count(*) FROM challenges WHERE challenger_id = :user_id AND state = 'open'
    ) AS open_made,
    (
        SELECT count(*) FROM challenges WHERE friend_id = :user_id AND state = 'open'
    ) AS open_got,
    (SELECT count(*) FROM preferences WHERE user_id = :user_id) AS preferences,
    (SELECT count(*) FROM blocks WHERE user_id = :user_id) AS blocks,
    (SELECT count(*) FROM blocks WHERE blocked_id = :user_id) AS blocked_by,
    (SELECT count(*) FROM vacations WHERE user_id = :user_id) AS vacations,
    (SELECT count(*) FROM followers WHERE user_id = :user_id) AS followers,
    (SELECT count(*) FROM players WHERE user_id = :user_id) AS players,
    (SELECT count(*) FROM practice_ratings WHERE user_id = :user_id) AS practice,
    (SELECT count(*) FROM puzzle_attempts WHERE user_id = :user_id) AS puzzles,
    (SELECT count(*) FROM puzzles_seen WHERE user_id = :user_id) AS puzzles_seen,
    (SELECT count(*) FROM rules_told WHERE user_id = :user_id) AS rules_told,
    (SELECT count(*) FROM closed_direct_messages WHERE user_id = :user_id) AS closed,
    (SELECT count(*) FROM members WHERE user_id = :user_id) AS members,
    (SELECT count(*) FROM bars WHERE :user_id IN (user_id, moderator_id)) AS bars,
    (SELECT count(*) FROM moderations WHERE :user_id IN (user_id, moderator_id)) AS moderations;

-- name: kept_of_words(number)$
-- Whether somebody's number stands in what others wrote.
SELECT
    EXISTS(
        SELECT 1 FROM challenges
        WHERE
            (note IS NOT NULL OR reason IS NOT NULL)
            AND (note LIKE '%' || :number || '%' OR reason LIKE '%' || :number || '%')
    )
    OR EXISTS(
        SELECT 1 FROM matches
        WHERE outcome_note IS NOT NULL AND outcome_note LIKE '%' || :number || '%'
    )
    OR EXISTS(SELECT 1 FROM bars WHERE reason LIKE '%' || :number || '%')
    OR EXISTS(SELECT 1 FROM moderations WHERE reason LIKE '%' || :number || '%') AS named;

-- name: forget_outcome_notes(user_id)!
-- What was said by a moderator goes with the moderator, and with whom it was said of.
UPDATE matches
SET outcome_note = NULL
WHERE
    outcome_note IS NOT NULL
    AND (
        :user_id IN (orange_id, gray_id)
        OR id IN (SELECT match_id FROM moderations WHERE moderator_id = :user_id)
    );

-- name: unname_in_outcome_notes(mention, old_mention, number, name)!
UPDATE matches
SET outcome_note = replace(
    replace(replace(outcome_note, :mention, :name), :old_mention, :name), :number, :name
)
WHERE outcome_note IS NOT NULL AND outcome_note LIKE '%' || :number || '%';

-- name: forget_turns(user_id, gone_id)!
UPDATE turns
SET user_id = :gone_id
WHERE
    match_id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    )
    AND user_id = :user_id;

-- name: forget_turns_taken_back(user_id, gone_id)!
UPDATE turns_taken_back
SET user_id = :gone_id
WHERE
    match_id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    )
    AND user_id = :user_id;

-- name: forget_hints(user_id)!
DELETE FROM hints
WHERE user_id = :user_id;

-- name: forget_plans(user_id)!
DELETE FROM plans
WHERE
    match_id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    )
    AND user_id = :user_id;

-- name: forget_beds(user_id)!
DELETE FROM beds
WHERE
    match_id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    )
    AND user_id = :user_id;

-- name: show_recent_anew(user_id, since)!
-- The beds of what ended lately are edited, and their threads named, for the name that they show.
UPDATE matches
SET
    revision = revision + 1,
    thread_look_at = CASE
        WHEN home = 'thread' AND channel_id <> origin_id THEN :since
        ELSE thread_look_at
    END
WHERE
    outcome_why IS NOT NULL
    AND changed_at >= :since
    AND id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    );

-- name: show_recent_beds_anew(user_id, since, show_at)!
UPDATE beds
SET
    revision = (SELECT matches.revision FROM matches WHERE matches.id = beds.match_id),
    show_at = :show_at,
    attempts = 0
WHERE
    state = 'live'
    AND match_id IN (
        SELECT id
        FROM matches
        WHERE orange_id = :user_id AND outcome_why IS NOT NULL AND changed_at >= :since
        UNION ALL
        SELECT id
        FROM matches
        WHERE gray_id = :user_id AND outcome_why IS NOT NULL AND changed_at >= :since
    );

-- name: forget_at_orange(user_id, gone_id)!
UPDATE matches
SET orange_id = :gone_id
WHERE orange_id = :user_id;

-- name: forget_at_gray(user_id, gone_id)!
UPDATE matches
SET gray_id = :gone_id
WHERE gray_id = :user_id;

-- name: forget_challenger(user_id, gone_id, since, show_at)!
UPDATE challenges
SET
    challenger_id = :gone_id,
    note = NULL,
    reason = NULL,
    revision = CASE WHEN offered_at >= :since THEN revision + 1 ELSE revision END,
    show_at = CASE WHEN offered_at >= :since THEN :show_at ELSE show_at END
WHERE challenger_id = :user_id;

-- name: forget_friend(user_id, gone_id, since, show_at)!
UPDATE challenges
SET
    friend_id = :gone_id,
    note = NULL,
    reason = NULL,
    revision = CASE WHEN offered_at >= :since THEN revision + 1 ELSE revision END,
    show_at = CASE WHEN offered_at >= :since THEN :show_at ELSE show_at END
WHERE friend_id = :user_id;

-- name: unname_in_challenges(mention, old_mention, number, name)!
UPDATE challenges
SET
    note = replace(replace(replace(note, :mention, :name), :old_mention, :name), :number, :name),
    reason = replace(
        replace(replace(reason, :mention, :name), :old_mention, :name), :number, :name
    )
WHERE
    (note IS NOT NULL OR reason IS NOT NULL)
    AND (note LIKE '%' || :number || '%' OR reason LIKE '%' || :number || '%');

-- name: withdraw_waiting_notices(user_id)!
-- What was said in their own direct messages stays with them, and is known here no more.
DELETE FROM notices
WHERE
    user_id = :user_id
    AND state IN ('waiting', 'stale')
    AND NOT (
        message_id IS NOT NULL
        AND (EXISTS (
            SELECT 1
            FROM matches
            WHERE
                matches.id = notices.match_id
                AND notices.channel_id IN (matches.channel_id, matches.origin_id)
        )
        OR EXISTS (
            SELECT 1
            FROM challenges
            WHERE
                challenges.id = notices.challenge_id
                AND notices.channel_id = challenges.channel_id
        ))
    );

-- name: withdraw_past_notices(user_id)!
DELETE FROM notices
WHERE
    user_id = :user_id
    AND state IN ('done', 'sent', 'hushed')
    AND NOT (
        state = 'sent'
        AND message_id IS NOT NULL
        AND (EXISTS (
            SELECT 1
            FROM matches
            WHERE
                matches.id = notices.match_id
                AND notices.channel_id IN (matches.channel_id, matches.origin_id)
        )
        OR EXISTS (
            SELECT 1
            FROM challenges
            WHERE
                challenges.id = notices.challenge_id
                AND notices.channel_id = challenges.channel_id
        ))
    );

-- name: unsay_notices(user_id, gone_id, now)!
UPDATE notices
SET user_id = :gone_id, state = 'stale', due_at = :now, attempts = 0
WHERE user_id = :user_id AND state IN ('done', 'sent', 'hushed');

-- name: unsay_stale_notices(user_id, gone_id)!
UPDATE notices
SET user_id = :gone_id
WHERE user_id = :user_id AND state IN ('waiting', 'stale');

-- name: forget_preferences(user_id)!
DELETE FROM preferences
WHERE user_id = :user_id;

-- name: forget_blocks(user_id)!
DELETE FROM blocks
WHERE user_id = :user_id;

-- name: forget_blocks_against(user_id)!
DELETE FROM blocks
WHERE blocked_id = :user_id;

-- name: forget_vacations(user_id)!
DELETE FROM vacations
WHERE user_id = :user_id;

-- name: forget_followed(user_id)!
DELETE FROM followers
WHERE user_id = :user_id;

-- name: forget_practice_results(user_id)!
DELETE FROM practice_results
WHERE user_id = :user_id;

-- name: forget_practice_ratings(user_id)!
DELETE FROM practice_ratings
WHERE user_id = :user_id;

-- name: forget_puzzle_attempts(user_id)!
DELETE FROM puzzle_attempts
WHERE user_id = :user_id;

-- name: forget_puzzle_streaks(user_id)!
DELETE FROM puzzle_streaks
WHERE user_id = :user_id;

-- name: forget_puzzles_seen(user_id)!
DELETE FROM puzzles_seen
WHERE user_id = :user_id;

-- name: forget_rules_told(user_id)!
DELETE FROM rules_told
WHERE user_id = :user_id;

-- name: forget_closed_direct_messages(user_id)!
DELETE FROM closed_direct_messages
WHERE user_id = :user_id;

-- name: forget_memberships(user_id)!
DELETE FROM members
WHERE user_id = :user_id;

-- name: forget_bars(user_id)!
DELETE FROM bars
WHERE user_id = :user_id;

-- name: forget_who_barred(user_id, gone_id, mention, old_mention, number, name)!
UPDATE bars
SET
    moderator_id = CASE WHEN moderator_id = :user_id THEN :gone_id ELSE moderator_id END,
    reason = CASE
        WHEN moderator_id = :user_id THEN NULL
        ELSE replace(
            replace(replace(reason, :mention, :name), :old_mention, :name), :number, :name
        )
    END
WHERE moderator_id = :user_id OR reason LIKE '%' || :number || '%';

-- name: forget_moderations(user_id, gone_id)!
UPDATE moderations
SET
    user_id = CASE WHEN user_id = :user_id THEN :gone_id ELSE user_id END,
    moderator_id = CASE WHEN moderator_id = :user_id THEN :gone_id ELSE moderator_id END,
    reason = NULL
WHERE user_id = :user_id OR moderator_id = :user_id;

-- name: unname_in_moderations(mention, old_mention, number, name)!
UPDATE moderations
SET reason = replace(
    replace(replace(reason, :mention, :name), :old_mention, :name), :number, :name
)
WHERE reason LIKE '%' || :number || '%';

-- name: forget_player(user_id)!
UPDATE players
SET user_id = NULL
WHERE user_id = :user_id;

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
