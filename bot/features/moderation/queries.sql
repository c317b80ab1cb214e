-- name: moderations_of_server(guild_id, most, skipped)
SELECT *
FROM moderations
WHERE guild_id = :guild_id
ORDER BY id DESC
LIMIT :most OFFSET :skipped;

-- name: count_moderations(guild_id)
SELECT count(*)
FROM moderations
WHERE guild_id = :guild_id;

-- name: challenge_of_message(message_id)
SELECT id
FROM challenges
WHERE message_id = :message_id;

-- name: remove_texts(revision, show_at, id, expected)!
UPDATE challenges
SET note = NULL, reason = NULL, revision = :revision, show_at = :show_at, attempts = 0
WHERE id = :id AND revision = :expected;

-- name: live_of_server(guild_id, most)
-- Numbers are sorted, not whole rows: a server may have thousands of live matches.
SELECT *
FROM matches
WHERE
    id IN (
        SELECT id
        FROM matches
        WHERE guild_id = :guild_id AND outcome_why IS NULL
        ORDER BY changed_at, id
        LIMIT :most
    )
ORDER BY changed_at, id;

-- name: rated_of_server(guild_id, most)
SELECT matches.*
FROM rated_results
INNER JOIN matches ON rated_results.match_id = matches.id
WHERE rated_results.guild_id = :guild_id AND rated_results.voided_at IS NULL
ORDER BY rated_results.id DESC
LIMIT :most;

-- name: declined_by_messages(challenge_id)
SELECT channel_id, message_id
FROM notifications
WHERE
    challenge_id = :challenge_id
    AND kind = 'declined'
    AND channel_id IS NOT NULL
    AND message_id IS NOT NULL;

-- name: ban_of(guild_id, user_id, now)
SELECT *
FROM bans
WHERE guild_id = :guild_id AND user_id = :user_id AND (until_at IS NULL OR until_at > :now);

-- name: bans_of_server(guild_id, now, most, skipped)
SELECT *
FROM bans
WHERE guild_id = :guild_id AND (until_at IS NULL OR until_at > :now)
ORDER BY banned_at DESC, user_id
LIMIT :most OFFSET :skipped;

-- name: count_bans(guild_id, now)
SELECT count(*)
FROM bans
WHERE guild_id = :guild_id AND (until_at IS NULL OR until_at > :now);
