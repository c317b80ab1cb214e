-- name: rematch_of_match(match_id)
SELECT *
FROM challenges
WHERE rematch_of = :match_id AND state IN ('open', 'accepted');

-- name: challenge_of_match(match_id, orange, gray)
SELECT *
FROM challenges
WHERE challenger_id IN (:orange, :gray) AND match_id = :match_id;

-- name: practice_agreed_on(user_id, match_id)
SELECT bot_level, bot_pace, measured
FROM challenges
WHERE challenger_id = :user_id AND match_id = :match_id AND bot_level IS NOT NULL;

-- name: challenges_made_in(user_id, guild_id, now)
SELECT count(*)
FROM challenges
WHERE challenger_id = :user_id AND guild_id = :guild_id AND state = 'open' AND expires_at > :now;

-- name: open_challenges_by(user_id, guild_id, now)
SELECT *
FROM challenges
WHERE challenger_id = :user_id AND guild_id = :guild_id AND state = 'open' AND expires_at > :now
ORDER BY expires_at, id;

-- name: open_challenges_between(user_id, friend_id, guild_id, now)
SELECT *
FROM challenges
WHERE
    challenger_id = :user_id
    AND friend_id = :friend_id
    AND guild_id = :guild_id
    AND state = 'open'
    AND expires_at > :now
ORDER BY id;

-- name: open_challenges_to(user_id, guild_id, now)
SELECT *
FROM challenges
WHERE friend_id = :user_id AND guild_id = :guild_id AND state = 'open' AND expires_at > :now
ORDER BY expires_at, id;

-- name: challenges_waiting_in(guild_id, now)
SELECT *
FROM challenges
WHERE guild_id = :guild_id AND state = 'open' AND friend_id IS NULL AND expires_at > :now
ORDER BY offered_at, id;

-- name: last_listed_by(user_id, guild_id)
SELECT *
FROM challenges
WHERE challenger_id = :user_id AND guild_id = :guild_id AND display = 'list'
ORDER BY id DESC
LIMIT 1;

-- name: block(user_id, blocked_id, now)!
INSERT INTO blocks (user_id, blocked_id, blocked_at)
VALUES (:user_id, :blocked_id, :now)
ON CONFLICT (user_id, blocked_id) DO NOTHING;

-- name: blocked_by(user_id)
SELECT blocked_id
FROM blocks
WHERE user_id = :user_id
ORDER BY blocked_at DESC, blocked_id;

-- name: open_challenges_of(user_id)
SELECT id
FROM challenges
WHERE challenger_id = :user_id AND state = 'open'
UNION
SELECT id
FROM challenges
WHERE friend_id = :user_id AND state = 'open'
ORDER BY id;

-- name: forget_challenger(user_id, gone_id, since)!
UPDATE challenges
SET
    challenger_id = :gone_id,
    note = NULL,
    reason = NULL,
    revision = CASE WHEN offered_at >= :since THEN revision + 1 ELSE revision END
WHERE challenger_id = :user_id;

-- name: forget_friend(user_id, gone_id, since)!
UPDATE challenges
SET
    friend_id = :gone_id,
    note = NULL,
    reason = NULL,
    revision = CASE WHEN offered_at >= :since THEN revision + 1 ELSE revision END
WHERE friend_id = :user_id;

-- name: recent_challenges_of(user_id, since)
SELECT *
FROM challenges
WHERE challenger_id = :user_id AND offered_at >= :since
UNION ALL
SELECT *
FROM challenges
WHERE friend_id = :user_id AND offered_at >= :since
ORDER BY id;

-- name: open_challenges_in(guild_id)
SELECT id, expires_at
FROM challenges
WHERE
    state = 'open'
    AND expires_at >= 0
    AND (CAST(:guild_id AS BIGINT) IS NULL OR guild_id = :guild_id);

-- name: expiries_moved(gap, guild_id)!
UPDATE challenges
SET expires_at = expires_at + :gap
WHERE
    state = 'open'
    AND expires_at >= 0
    AND (CAST(:guild_id AS BIGINT) IS NULL OR guild_id = :guild_id);

-- name: servers_with_open_challenges()
SELECT DISTINCT guild_id
FROM challenges
WHERE state = 'open' AND expires_at >= 0;

-- name: has_challenged(user_id)
SELECT 1
FROM challenges
WHERE challenger_id = :user_id
LIMIT 1;

-- name: count_open_by(user_id)
SELECT count(*)
FROM challenges
WHERE challenger_id = :user_id AND state = 'open';

-- name: count_open_to(user_id)
SELECT count(*)
FROM challenges
WHERE friend_id = :user_id AND state = 'open';

-- name: rulesets_of_challenges()
SELECT ruleset, rules_version
FROM challenges
GROUP BY ruleset, rules_version;
