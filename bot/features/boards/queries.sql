-- name: boards_of_match(match_id)
SELECT *
FROM boards
WHERE match_id = :match_id
ORDER BY id;

-- name: boards_changed(revision, show_at, match_id)!
UPDATE boards
SET state = 'live', revision = :revision, show_at = :show_at, attempts = 0
WHERE match_id = :match_id AND state <> 'old';

-- name: boards_retired(show_at, match_id, owner_id)!
-- The owner 0 stands for the board that everybody sees.
UPDATE boards
SET state = 'old', revision = shown_revision + 1, show_at = :show_at, attempts = 0
WHERE
    match_id = :match_id
    AND state <> 'old'
    AND message_id IS NOT NULL
    AND (CAST(:owner_id AS BIGINT) IS NULL OR coalesce(user_id, 0) = :owner_id);

-- name: boards_never_posted(match_id, owner_id)!
-- The owner 0 stands for the board that everybody sees.
DELETE FROM boards
WHERE
    match_id = :match_id
    AND message_id IS NULL
    AND (CAST(:owner_id AS BIGINT) IS NULL OR coalesce(user_id, 0) = :owner_id);

-- name: board_shown(channel_id, message_id, revision, id)!
UPDATE boards
SET
    state = 'live',
    channel_id = :channel_id,
    message_id = :message_id,
    shown_revision = CASE
        WHEN shown_revision < :revision THEN :revision
        ELSE shown_revision
    END,
    attempts = 0
WHERE id = :id AND state <> 'old';

-- name: claim_board(again_at, id, state, now)!
-- `state` is as it was read: a board that was replaced since is to be deleted, not edited.
UPDATE boards
SET show_at = :again_at, attempts = attempts + 1
WHERE
    id = :id
    AND show_at <= :now
    AND shown_revision < revision
    AND state <> 'lost'
    AND state = :state
    -- A challenge that may stand is looked for once before its match begins elsewhere.
    AND (
        message_id IS NOT NULL
        OR NOT EXISTS (
            SELECT 1
            FROM jobs
            INNER JOIN posts ON posts.id = CAST(jobs.key AS BIGINT)
            INNER JOIN challenges ON posts.challenge_id = challenges.id
            WHERE
                jobs.kind = 'post look'
                AND jobs.due_at <= :now
                AND (jobs.attempts = 0 OR jobs.lease > :now)
                AND challenges.match_id = boards.match_id
        )
    );

-- name: attempts_to_show(match_id, now)
SELECT max(attempts)
FROM boards
WHERE match_id = :match_id AND state <> 'lost' AND shown_revision < revision AND show_at <= :now;

-- name: boards_put_off(match_id, now, again_at)!
UPDATE boards
SET show_at = :again_at, attempts = attempts + 1
WHERE match_id = :match_id AND state <> 'lost' AND shown_revision < revision AND show_at <= :now;

-- name: board_lost(id, again_at)!
UPDATE boards
SET state = 'lost', show_at = :again_at
WHERE id = :id AND state = 'live';

-- name: old_boards_due_in(channel_id, now)!
UPDATE boards
SET show_at = :now, attempts = 0
WHERE channel_id = :channel_id AND state = 'old' AND show_at > :now;

-- name: board_put_off(id, again_at)!
UPDATE boards
SET show_at = :again_at
WHERE id = :id AND state = 'old';

-- name: lost_boards_due(process, now, most)
SELECT match_id
FROM boards
WHERE
    state = 'lost'
    AND show_at <= :now
    AND NOT EXISTS (
        SELECT 1
        FROM matches, shards
        WHERE
            matches.id = boards.match_id
            AND shards.number = (
                CASE WHEN matches.venue = 'direct' THEN 0 ELSE matches.guild_id END >> 22
            ) % nullif((SELECT count(*) FROM shards), 0)
            AND shards.served_by <> :process
    )
ORDER BY show_at
LIMIT :most;

-- name: lost_boards_tried_again(now, match_id)!
UPDATE boards
SET state = 'live'
WHERE match_id = :match_id AND state = 'lost' AND show_at <= :now;

-- name: old_board_is_live(match_id, message_id)!
DELETE FROM boards
WHERE match_id = :match_id AND message_id = :message_id AND state = 'old';

-- name: board_gone(id)!
DELETE FROM boards
WHERE id = :id;

-- name: matches_with_boards_unshown(process, now, most)
-- A match in direct messages is at home where they are, whatever server it came from.
SELECT match_id
FROM boards
WHERE
    state <> 'lost'
    AND shown_revision < revision
    AND show_at <= :now
    AND NOT EXISTS (
        SELECT 1
        FROM matches, shards
        WHERE
            matches.id = boards.match_id
            AND shards.number = (
                CASE WHEN matches.venue = 'direct' THEN 0 ELSE matches.guild_id END >> 22
            ) % nullif((SELECT count(*) FROM shards), 0)
            AND shards.served_by <> :process
    )
ORDER BY show_at
LIMIT :most;

-- name: boards_doubted(match_id, show_at)!
UPDATE boards
SET state = 'live', shown_revision = revision - 1, show_at = :show_at, attempts = 0
WHERE match_id = :match_id AND state <> 'old';

-- name: boards_of_player_doubted(user_id, show_at)!
UPDATE boards
SET shown_revision = revision - 1, show_at = :show_at, attempts = 0
WHERE
    user_id = :user_id
    AND state = 'live'
    AND message_id IS NOT NULL
    AND match_id IN (
        SELECT id FROM matches WHERE orange_id = :user_id AND outcome_why IS NULL
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id AND outcome_why IS NULL
    );

-- name: live_in_channel(channel_id)
SELECT id
FROM matches
WHERE channel_id = :channel_id AND outcome_why IS NULL AND id >= 0
ORDER BY id;

-- name: channels_lived_in()
-- Threads are looked for one by one: Discord does not report those that are archived.
SELECT DISTINCT guild_id, channel_id
FROM matches
WHERE
    outcome_why IS NULL
    AND guild_id >= 0
    AND venue <> 'direct'
    AND channel_id IS NOT NULL
    AND (venue = 'channel' OR channel_id = origin_id);

-- name: live_boards_of(first, second, third, fourth, fifth, sixth, seventh, eighth)
SELECT *
FROM boards
WHERE
    match_id IN (:first, :second, :third, :fourth, :fifth, :sixth, :seventh, :eighth)
    AND state = 'live'
ORDER BY id;

-- name: matches_in_thread(channel_id)
SELECT id
FROM matches
WHERE channel_id = :channel_id AND venue = 'thread';

-- name: threads_lived_in(process, after, most)
SELECT id, channel_id
FROM matches
WHERE
    id > :after
    AND outcome_why IS NULL
    AND venue = 'thread'
    AND channel_id <> origin_id
    AND NOT EXISTS (
        SELECT 1
        FROM shards
        WHERE
            shards.number = (matches.guild_id >> 22) % nullif((SELECT count(*) FROM shards), 0)
            AND shards.held_by <> :process
    )
ORDER BY id
LIMIT :most;

-- name: venue_failed(match_id, channel_id, avoid_until)!
INSERT INTO venue_failures (match_id, channel_id, failures, avoid_until)
VALUES (:match_id, :channel_id, 1, :avoid_until)
ON CONFLICT (match_id, channel_id) DO UPDATE
SET failures = venue_failures.failures + 1, avoid_until = excluded.avoid_until;

-- name: failures_of_venue(match_id, channel_id)
SELECT failures
FROM venue_failures
WHERE match_id = :match_id AND channel_id = :channel_id;

-- name: venues_to_avoid(match_id, now)
SELECT channel_id
FROM venue_failures
WHERE match_id = :match_id AND avoid_until > :now;

-- name: resume_boards(shard, now)!
-- Of what is at home in a shard that a process takes over, where several share them.
UPDATE boards
SET show_at = :now, attempts = 0
WHERE
    state <> 'lost'
    AND shown_revision < revision
    AND show_at > :now
    AND NOT EXISTS (
        SELECT 1
        FROM matches, shards
        WHERE
            matches.id = boards.match_id
            AND shards.number = (
                CASE WHEN matches.venue = 'direct' THEN 0 ELSE matches.guild_id END >> 22
            ) % nullif((SELECT count(*) FROM shards), 0)
            AND shards.number <> :shard
    );

-- name: resume_challenges(shard, now)!
UPDATE challenges
SET show_at = :now, attempts = 0
WHERE
    shown_revision < revision
    AND show_at > :now
    AND NOT EXISTS (
        SELECT 1
        FROM shards
        WHERE
            shards.number = (challenges.guild_id >> 22) % nullif((SELECT count(*) FROM shards), 0)
            AND shards.number <> :shard
    );

-- name: resume_notifications(shard, now)!
UPDATE notifications
SET due_at = :now, attempts = 0
WHERE
    state IN ('waiting', 'stale')
    AND due_at > :now
    AND (kind <> 'reminder' OR state = 'stale' OR attempts > 0)
    AND NOT EXISTS (
        SELECT 1
        FROM shards
        WHERE
            shards.number = (
                coalesce(
                    (
                        SELECT CASE WHEN venue = 'direct' THEN 0 ELSE guild_id END
                        FROM matches
                        WHERE matches.id = notifications.match_id
                    ),
                    (SELECT guild_id FROM challenges WHERE challenges.id = notifications.challenge_id),
                    0
                ) >> 22
            ) % nullif((SELECT count(*) FROM shards), 0)
            AND shards.number <> :shard
    );

-- name: next_board_due()
SELECT min(show_at)
FROM boards
WHERE state <> 'lost' AND shown_revision < revision AND show_at >= 0;

-- name: next_lost_board_due()
SELECT min(show_at)
FROM boards
WHERE state = 'lost' AND show_at >= 0;

-- name: next_challenge_due()
SELECT min(show_at)
FROM challenges
WHERE shown_revision < revision AND show_at >= 0;

-- name: next_notification_due()
SELECT min(due_at)
FROM notifications
WHERE state IN ('waiting', 'stale') AND due_at >= 0;
