-- name: boards_of_match(match_id)
SELECT *
FROM boards
WHERE match_id = :match_id
ORDER BY id;

-- name: boards_changed(revision, show_at, match_id, stays_lost)!
UPDATE boards
SET
    revision = :revision,
    state = CASE WHEN state = 'lost' AND :stays_lost = 1 THEN state ELSE 'live' END,
    show_at = CASE WHEN state = 'lost' AND :stays_lost = 1 THEN show_at ELSE :show_at END,
    attempts = CASE WHEN state = 'lost' AND :stays_lost = 1 THEN attempts ELSE 0 END
WHERE match_id = :match_id AND state <> 'old';

-- name: boards_retired(show_at, match_id, owner_id)!
-- The owner 0 stands for the board that all users see.
UPDATE boards
SET state = 'old', revision = shown_revision + 1, show_at = :show_at, attempts = 0
WHERE
    match_id = :match_id
    AND state <> 'old'
    AND message_id IS NOT NULL
    AND (CAST(:owner_id AS BIGINT) IS NULL OR coalesce(user_id, 0) = :owner_id);

-- name: boards_never_posted(match_id, owner_id)!
-- The owner 0 stands for the board that all users see.
DELETE FROM boards
WHERE
    match_id = :match_id
    AND message_id IS NULL
    AND (CAST(:owner_id AS BIGINT) IS NULL OR coalesce(user_id, 0) = :owner_id);

-- name: board_shown(channel_id, message_id, revision, read_show_at, id)!
-- A board that was to be shown anew since it was read is edited once more. That takes its attempts
-- back to 0, and what only hastens a claimed board does not.
UPDATE boards
SET
    state = 'live',
    channel_id = :channel_id,
    message_id = :message_id,
    shown_revision = CASE
        WHEN shown_revision >= :revision THEN shown_revision
        WHEN revision <= :revision AND attempts = 0 AND show_at <> :read_show_at THEN revision - 1
        ELSE :revision
    END,
    attempts = 0
WHERE id = :id AND state <> 'old';

-- name: claim_board(again_at, id, state, now, lost_by)!
-- `state` is the state that was read: a board that was replaced since is to be deleted, not edited.
-- An answer under way shows the board; the code that sends it handles what is left to do.
UPDATE boards
SET show_at = :again_at, attempts = attempts + 1
WHERE
    id = :id
    AND show_at <= :now
    AND shown_revision < revision
    AND state <> 'lost'
    AND state = :state
    AND (
        state = 'old'
        OR NOT EXISTS (
            SELECT 1
            FROM posts
            WHERE
                posts.match_id = boards.match_id
                AND posts.digest IS NULL
                AND posts.look_at > :lost_by
                AND (boards.user_id IS NULL OR posts.channel_id = boards.channel_id)
        )
    )
    -- A challenge that may exist is searched for once before its match begins elsewhere.
    AND (
        message_id IS NOT NULL
        OR NOT EXISTS (
            SELECT 1
            FROM outbox
            INNER JOIN challenges ON outbox.subject = challenges.id
            WHERE
                outbox.kind = 'challenge'
                AND outbox.after_id IS NOT NULL
                AND (outbox.attempts = 0 OR (outbox.attempts = 1 AND outbox.due_at > :now))
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

-- name: lost_boards_due(shards, elsewhere, now, most)
SELECT match_id
FROM boards
WHERE
    state = 'lost'
    AND show_at <= :now
    AND (
        (
            SELECT CASE WHEN matches.venue = 'direct' THEN 0 ELSE matches.guild_id END
            FROM matches
            WHERE matches.id = boards.match_id
        ) >> 22
    ) % (:shards) NOT IN (:elsewhere)
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

-- name: matches_with_boards_unshown(shards, elsewhere, now, most)
-- A match in direct messages is at home where they are, not in its server.
SELECT match_id
FROM boards
WHERE
    state <> 'lost'
    AND shown_revision < revision
    AND show_at <= :now
    AND (
        (
            SELECT CASE WHEN matches.venue = 'direct' THEN 0 ELSE matches.guild_id END
            FROM matches
            WHERE matches.id = boards.match_id
        ) >> 22
    ) % (:shards) NOT IN (:elsewhere)
ORDER BY show_at
LIMIT :most;

-- name: boards_doubted(match_id, show_at)!
UPDATE boards
SET state = 'live', shown_revision = revision - 1, show_at = :show_at, attempts = 0
WHERE match_id = :match_id AND state <> 'old';

-- name: posted_boards_doubted(match_id, show_at)!
UPDATE boards
SET shown_revision = revision - 1, show_at = :show_at, attempts = 0
WHERE match_id = :match_id AND state = 'live' AND message_id IS NOT NULL;

-- name: boards_of_player_doubted(user_id, matches, show_at)!
UPDATE boards
SET shown_revision = revision - 1, show_at = :show_at, attempts = 0
WHERE
    user_id = :user_id
    AND state = 'live'
    AND message_id IS NOT NULL
    AND match_id IN (:matches);

-- name: live_boards_of(first, second, third, fourth, fifth, sixth, seventh, eighth)
SELECT *
FROM boards
WHERE
    match_id IN (:first, :second, :third, :fourth, :fifth, :sixth, :seventh, :eighth)
    AND state = 'live'
ORDER BY id;

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

-- name: resume_boards(shards, elsewhere, now)!
-- Of what is at home in a shard that a process takes over, if several share them.
UPDATE boards
SET show_at = :now, attempts = CASE WHEN attempts > 1 THEN 1 ELSE attempts END
WHERE
    state <> 'lost'
    AND shown_revision < revision
    AND show_at > :now
    AND (
        (
            SELECT CASE WHEN matches.venue = 'direct' THEN 0 ELSE matches.guild_id END
            FROM matches
            WHERE matches.id = boards.match_id
        ) >> 22
    ) % (:shards) NOT IN (:elsewhere);

-- name: next_board_due()
SELECT min(show_at)
FROM boards
WHERE state <> 'lost' AND shown_revision < revision AND show_at >= 0;

-- name: next_lost_board_due()
SELECT min(show_at)
FROM boards
WHERE state = 'lost' AND show_at >= 0;

-- name: show_recent_boards_anew(show_at, matches)!
UPDATE boards
SET
    revision = (SELECT matches.revision FROM matches WHERE matches.id = boards.match_id),
    show_at = :show_at,
    attempts = 0
WHERE
    state = 'live'
    AND match_id IN (:matches);

-- name: boards_tried_again(now)!
UPDATE boards
SET show_at = :now, attempts = CASE WHEN attempts > 1 THEN 1 ELSE attempts END
WHERE state <> 'lost' AND shown_revision < revision AND show_at > :now AND attempts > 0;

-- name: boards_hastened(guild_id, now)!
UPDATE boards
SET show_at = :now, attempts = CASE WHEN attempts > 1 THEN 1 ELSE attempts END
WHERE
    state <> 'lost'
    AND shown_revision < revision
    AND show_at > :now
    AND EXISTS (
        SELECT 1 FROM matches WHERE matches.id = boards.match_id AND matches.guild_id = :guild_id
    );

-- name: lost_boards_hastened(guild_id, now)!
UPDATE boards
SET show_at = :now
WHERE
    state = 'lost'
    AND show_at > :now
    AND EXISTS (
        SELECT 1 FROM matches WHERE matches.id = boards.match_id AND matches.guild_id = :guild_id
    );

-- name: boards_with_moved_deadlines(show_at, matches)!
UPDATE boards
SET shown_revision = revision - 1, show_at = :show_at, attempts = 0
WHERE state = 'live' AND shown_revision >= revision AND match_id IN (:matches);

-- name: boards_unshown()
SELECT count(*)
FROM boards
WHERE state <> 'lost' AND shown_revision < revision AND show_at >= 0;
