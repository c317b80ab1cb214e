-- A subject may have several messages, told apart by `part`. The boards of a match are by their players in
-- direct messages, of which the public board has 0, and those that were replaced by their messages. What is
-- being posted and is not to be posted again by the entry itself is by its own number.
CREATE TABLE carried AS SELECT * FROM outbox;
DROP TABLE outbox;
CREATE TABLE outbox (
    kind TEXT NOT NULL,
    subject BIGINT NOT NULL,
    part BIGINT NOT NULL,
    guild_id BIGINT,
    channel_id BIGINT,
    message_id BIGINT,
    revision BIGINT NOT NULL,
    shown_revision BIGINT NOT NULL,
    due_at DOUBLE PRECISION NOT NULL,
    rests_until DOUBLE PRECISION NOT NULL,
    attempts INTEGER NOT NULL,
    lost_at DOUBLE PRECISION,
    after_id BIGINT,
    digest TEXT,
    PRIMARY KEY (kind, subject, part)
);
INSERT INTO outbox (
    kind,
    subject,
    part,
    guild_id,
    channel_id,
    message_id,
    revision,
    shown_revision,
    due_at,
    rests_until,
    attempts,
    lost_at,
    after_id,
    digest
)
SELECT
    kind,
    subject,
    0,
    guild_id,
    channel_id,
    message_id,
    revision,
    shown_revision,
    due_at,
    rests_until,
    attempts,
    lost_at,
    after_id,
    digest
FROM carried;
DROP TABLE carried;
CREATE INDEX outbox_due ON outbox (due_at) WHERE shown_revision < revision;
CREATE INDEX outbox_of_message ON outbox (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX outbox_being_posted ON outbox (kind) WHERE after_id IS NOT NULL;

-- A match in direct messages is at home where they are, not in its server. What was lost was refused before
-- it was put off.
INSERT INTO outbox (
    kind,
    subject,
    part,
    guild_id,
    channel_id,
    message_id,
    revision,
    shown_revision,
    due_at,
    rests_until,
    attempts,
    lost_at
)
SELECT
    'board',
    boards.match_id,
    coalesce(boards.user_id, 0),
    CASE WHEN matches.venue <> 'direct' THEN matches.guild_id END,
    boards.channel_id,
    boards.message_id,
    boards.revision,
    boards.shown_revision,
    boards.show_at,
    0,
    boards.attempts,
    CASE WHEN boards.state = 'lost' THEN boards.show_at END
FROM boards
INNER JOIN matches ON boards.match_id = matches.id
WHERE
    boards.state <> 'old'
    AND NOT EXISTS (
        SELECT 1
        FROM boards AS newer
        WHERE
            newer.match_id = boards.match_id
            AND newer.state <> 'old'
            AND coalesce(newer.user_id, 0) = coalesce(boards.user_id, 0)
            AND newer.id > boards.id
    );

INSERT INTO outbox (
    kind,
    subject,
    part,
    guild_id,
    channel_id,
    message_id,
    revision,
    shown_revision,
    due_at,
    rests_until,
    attempts
)
SELECT
    'old board',
    boards.match_id,
    boards.message_id,
    max(CASE WHEN matches.venue <> 'direct' THEN matches.guild_id END),
    max(boards.channel_id),
    boards.message_id,
    1,
    0,
    min(boards.show_at),
    0,
    min(boards.attempts)
FROM boards
INNER JOIN matches ON boards.match_id = matches.id
WHERE boards.state = 'old' AND boards.message_id IS NOT NULL
GROUP BY boards.match_id, boards.message_id;

-- The code that posts one looks for it itself in the last 20 seconds.
INSERT INTO outbox (
    kind,
    subject,
    part,
    guild_id,
    channel_id,
    revision,
    shown_revision,
    due_at,
    rests_until,
    attempts,
    after_id,
    digest
)
SELECT
    CASE
        WHEN match_id IS NULL THEN 'unrecorded message'
        WHEN digest IS NULL THEN 'new board'
        ELSE 'announcement'
    END,
    coalesce(match_id, 0),
    id,
    guild_id,
    channel_id,
    1,
    0,
    look_at,
    look_at - 20,
    0,
    after_id,
    digest
FROM posts;

DELETE FROM jobs
WHERE kind IN ('post look', 'posts left');
DELETE FROM counters
WHERE name = 'board';
DROP TABLE boards;
DROP TABLE posts;
