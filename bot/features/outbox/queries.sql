-- name: show_entry(kind, subject, guild_id, revision, due_at)!
INSERT INTO outbox (
    kind, subject, guild_id, revision, shown_revision, due_at, rests_until, attempts
)
VALUES (:kind, :subject, :guild_id, :revision, 0, :due_at, 0, 0)
ON CONFLICT (kind, subject) DO UPDATE SET
    revision = excluded.revision,
    due_at = excluded.due_at,
    attempts = 0;

-- name: plan_entry(kind, guild_id, shown_revision, due_at)!
-- The facts about a message that is being posted stay, and so does its revision.
INSERT INTO outbox (
    kind, subject, guild_id, revision, shown_revision, due_at, rests_until, attempts
)
VALUES (
    :kind, :guild_id, :guild_id, CAST(:shown_revision AS BIGINT) + 1, :shown_revision, :due_at, 0, 0
)
ON CONFLICT (kind, subject) DO UPDATE SET
    revision = CASE WHEN outbox.after_id IS NULL THEN excluded.revision ELSE outbox.revision END,
    shown_revision = excluded.shown_revision,
    due_at = excluded.due_at,
    attempts = 0,
    lost_at = NULL;

-- name: entries_due(shards, elsewhere, now, most)
SELECT *
FROM outbox
WHERE
    shown_revision < revision
    AND due_at <= :now
    AND rests_until <= :now
    AND (coalesce(outbox.guild_id, 0) >> 22) % (:shards) NOT IN (:elsewhere)
ORDER BY due_at
LIMIT :most;

-- name: claim_entry(again_at, kind, subject, now, until)!
-- Within the grace period, the answer to an action claims what it shows. A resting entry is not claimed.
UPDATE outbox
SET due_at = :again_at, attempts = attempts + 1
WHERE
    kind = :kind
    AND subject = :subject
    AND shown_revision < revision
    AND due_at <= :until
    AND rests_until <= :now;

-- name: entry_shown(recurs, revision, channel_id, message_id, is_edited, claimed_due_at, claimed_attempts, rests_until, kind, subject, claimed_message, claimed_after)!
-- A recurring entry has a next one, unless it was cancelled meanwhile. A message that was to be shown
-- anew while it was edited is edited once more.
UPDATE outbox
SET
    revision = CASE
        WHEN :recurs = 1 AND shown_revision < revision AND revision <= :revision
            THEN CAST(:revision AS BIGINT) + 1
        ELSE revision
    END,
    channel_id = coalesce(:channel_id, channel_id),
    message_id = :message_id,
    shown_revision = CASE
        WHEN shown_revision >= :revision THEN shown_revision
        WHEN
            :is_edited = 1
            AND revision <= :revision
            AND (due_at <> :claimed_due_at OR attempts <> :claimed_attempts)
            THEN revision - 1
        ELSE :revision
    END,
    rests_until = :rests_until,
    lost_at = NULL,
    after_id = NULL,
    digest = NULL
WHERE
    kind = :kind
    AND subject = :subject
    AND (
        (coalesce(message_id, 0) = :claimed_message AND coalesce(after_id, 0) = :claimed_after)
        OR message_id = :message_id
    );

-- name: posted_entry_changed(revision, due_at, kind, subject)!
-- A message that was deleted is not edited again.
UPDATE outbox
SET revision = :revision, due_at = :due_at, attempts = 0
WHERE kind = :kind AND subject = :subject AND message_id IS NOT NULL AND lost_at IS NULL;

-- name: entries_changed(due_at, kind, subjects)!
UPDATE outbox
SET revision = revision + 1, due_at = :due_at, attempts = 0
WHERE kind = :kind AND subject IN (:subjects);

-- name: entry_to_show_anew(due_at, kind, subject)!
-- What is due sooner stays so.
UPDATE outbox
SET
    shown_revision = revision - 1,
    due_at = CASE
        WHEN shown_revision < revision AND due_at >= 0 AND due_at < :due_at THEN due_at
        ELSE CAST(:due_at AS DOUBLE PRECISION)
    END,
    attempts = 0
WHERE kind = :kind AND subject = :subject AND message_id IS NOT NULL AND lost_at IS NULL;

-- name: messages_to_show_anew(due_at, messages)!
UPDATE outbox
SET shown_revision = revision - 1, due_at = :due_at, attempts = 0
WHERE message_id IN (:messages) AND lost_at IS NULL;

-- name: message_to_show_anew(due_at, message_id)!
UPDATE outbox
SET shown_revision = revision - 1, due_at = :due_at, attempts = 0
WHERE message_id = :message_id AND lost_at IS NULL;

-- name: next_entry_due()
SELECT min(CASE WHEN rests_until > due_at THEN rests_until ELSE due_at END)
FROM outbox
WHERE shown_revision < revision AND due_at >= 0;

-- name: next_of_kind_due(kind)
SELECT min(due_at)
FROM outbox
WHERE kind = :kind AND shown_revision < revision AND due_at >= 0;

-- name: resume_entries(shards, elsewhere, now, landed)!
-- Entries that were claimed, or may have been posted. Those planned for later stay planned.
UPDATE outbox
SET
    due_at = CASE WHEN due_at > :now THEN CAST(:now AS DOUBLE PRECISION) ELSE due_at END,
    rests_until = CASE
        -- A bot that is killed repeatedly waits only once.
        WHEN after_id IS NULL OR rests_until < :landed THEN rests_until
        ELSE CAST(:landed AS DOUBLE PRECISION)
    END,
    attempts = 0
WHERE
    shown_revision < revision
    AND due_at >= 0
    AND (attempts > 0 OR after_id IS NOT NULL)
    AND (coalesce(outbox.guild_id, 0) >> 22) % (:shards) NOT IN (:elsewhere);

-- name: entries_tried_again(now, guild_id)!
-- Entries that have failed, of one server if it is named; those being posted rest.
UPDATE outbox
SET due_at = :now, attempts = 0
WHERE
    shown_revision < revision
    AND due_at > :now
    AND rests_until <= :now
    AND attempts > 0
    AND (CAST(:guild_id AS BIGINT) IS NULL OR guild_id = :guild_id);
