-- name: challenge_by_id(id)
SELECT *
FROM challenges
WHERE id = :id;

-- name: rematch_of_match(match_id)
SELECT *
FROM challenges
WHERE rematch_of = :match_id AND state IN ('open', 'accepted');

-- name: challenge_shown(message_id, revision, id)!
UPDATE challenges
SET
    message_id = :message_id,
    -- Of one that nobody had heard of, more may have been given up than it shows.
    shown_revision = CASE
        WHEN message_id IS NULL OR shown_revision < :revision THEN :revision
        ELSE shown_revision
    END,
    attempts = 0
WHERE id = :id;

-- name: challenge_to_show_anew(show_at, id)!
UPDATE challenges
SET shown_revision = 0, show_at = :show_at
WHERE id = :id;

-- name: challenge_shown_to_begin_from(message_id, id)!
-- A match that began before its challenge was shown has had no message to begin a thread from.
UPDATE matches
SET challenge_message_id = :message_id
WHERE
    challenge_message_id IS NULL
    AND channel_id IS NULL
    AND id = (SELECT match_id FROM challenges WHERE challenges.id = :id);

-- name: practice_agreed_on(user_id, match_id)
SELECT bot_level, bot_pace, measured
FROM challenges
WHERE challenger_id = :user_id AND match_id = :match_id AND bot_level IS NOT NULL;

-- name: claim_challenge(again_at, id, now)!
UPDATE challenges
SET show_at = :again_at, attempts = attempts + 1
WHERE
    id = :id
    AND shown_revision < revision
    AND show_at <= :now
    -- A message that may stand is looked for once before another is posted.
    AND (
        message_id IS NOT NULL
        OR NOT EXISTS (
            SELECT 1
            FROM posts
            INNER JOIN jobs ON jobs.kind = 'post look' AND jobs.key = CAST(posts.id AS TEXT)
            WHERE
                posts.challenge_id = challenges.id
                AND jobs.due_at <= :now
                AND (jobs.attempts = 0 OR jobs.lease > :now)
        )
    );

-- name: attempts_to_show_challenge(id, now)
SELECT attempts
FROM challenges
WHERE id = :id AND shown_revision < revision AND show_at <= :now;

-- name: challenge_put_off(id, again_at)!
UPDATE challenges
SET show_at = :again_at, attempts = attempts + 1
WHERE id = :id;

-- name: challenge_given_up(id, revision, message_id)!
-- Not if its message was found meanwhile: that one is still to be changed.
UPDATE challenges
SET shown_revision = :revision
WHERE
    id = :id
    AND shown_revision < :revision
    AND coalesce(message_id, 0) = coalesce(:message_id, 0);

-- name: challenges_unshown(process, now, most)
SELECT id
FROM challenges
WHERE
    shown_revision < revision
    AND show_at <= :now
    AND NOT EXISTS (
        SELECT 1
        FROM shards
        WHERE
            shards.number = (challenges.guild_id >> 22) % nullif((SELECT count(*) FROM shards), 0)
            AND shards.served_by <> :process
    )
ORDER BY show_at
LIMIT :most;

-- name: challenge_countering(counters)
SELECT *
FROM challenges
WHERE counters = :counters;

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

-- name: takes_from(user_id)
SELECT takes_from
FROM preferences
WHERE user_id = :user_id;

-- name: block(user_id, blocked_id, now)!
INSERT INTO blocks (user_id, blocked_id, blocked_at)
VALUES (:user_id, :blocked_id, :now)
ON CONFLICT (user_id, blocked_id) DO NOTHING;

-- name: blocked_by(user_id)
SELECT blocked_id
FROM blocks
WHERE user_id = :user_id
ORDER BY blocked_at DESC, blocked_id;

-- name: matches_between(user_id, other_id)
SELECT count(*)
FROM matches
WHERE (orange_id = :user_id AND gray_id = :other_id) OR (orange_id = :other_id AND gray_id = :user_id);

-- name: matches_played_in(user_id, guild_id, against_bot)
-- The sum keeps SQLite from an index by server, in which finished matches stand too.
SELECT count(*)
FROM matches
WHERE
    guild_id + 0 = :guild_id
    AND CASE WHEN bot_seat IS NULL THEN 0 ELSE 1 END = :against_bot
    AND (
        (orange_id = :user_id AND outcome_why IS NULL)
        OR (gray_id = :user_id AND outcome_why IS NULL)
    );

-- name: open_challenges_of(user_id)
SELECT id
FROM challenges
WHERE challenger_id = :user_id AND state = 'open'
UNION
SELECT id
FROM challenges
WHERE friend_id = :user_id AND state = 'open'
ORDER BY id;
