-- name: show_entry(kind, subject, guild_id, revision, due_at)!
INSERT INTO outbox (
    kind, subject, part, guild_id, revision, shown_revision, due_at, rests_until, attempts
)
VALUES (:kind, :subject, 0, :guild_id, :revision, 0, :due_at, 0, 0)
ON CONFLICT (kind, subject, part) DO UPDATE SET
    revision = excluded.revision,
    due_at = excluded.due_at,
    attempts = 0;

-- name: plan_entry(kind, guild_id, shown_revision, due_at)!
-- The facts about a message that is being posted stay, and so does its revision.
INSERT INTO outbox (
    kind, subject, part, guild_id, revision, shown_revision, due_at, rests_until, attempts
)
VALUES (
    :kind,
    :guild_id,
    0,
    :guild_id,
    CAST(:shown_revision AS BIGINT) + 1,
    :shown_revision,
    :due_at,
    0,
    0
)
ON CONFLICT (kind, subject, part) DO UPDATE SET
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

-- name: claim_entry(again_at, kind, subject, part, now, until)!
-- Within the grace period, the answer to an action claims what it shows. A resting entry is not claimed.
UPDATE outbox
SET due_at = :again_at, attempts = attempts + 1
WHERE
    kind = :kind
    AND subject = :subject
    AND part = :part
    AND shown_revision < revision
    AND due_at <= :until
    AND rests_until <= :now;

-- name: entry_shown(recurs, revision, channel_id, message_id, is_edited, claimed_due_at, claimed_attempts, rests_until, kind, subject, part, claimed_message, claimed_after)!
-- A recurring entry has a next one, unless it was cancelled meanwhile. A message that was to be shown
-- anew while it was edited is edited once more. That takes its attempts back to 0, and what only hastens
-- an entry that was claimed does not.
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
            AND attempts = 0
            AND (due_at <> :claimed_due_at OR :claimed_attempts > 0)
            THEN revision - 1
        ELSE :revision
    END,
    rests_until = :rests_until,
    attempts = CASE WHEN :recurs = 1 THEN attempts ELSE 0 END,
    lost_at = NULL,
    after_id = NULL,
    digest = NULL
WHERE
    kind = :kind
    AND subject = :subject
    AND part = :part
    AND (
        (coalesce(message_id, 0) = :claimed_message AND coalesce(after_id, 0) = :claimed_after)
        OR message_id = :message_id
    );

-- name: entries_of_subject(subject, first, second, third, fourth)
SELECT *
FROM outbox
WHERE subject = :subject AND kind IN (:first, :second, :third, :fourth)
ORDER BY part;

-- name: subject_changed(revision, due_at, kind, subject, stays_lost)!
-- What Discord refused is tried again by then, unless it stays lost.
UPDATE outbox
SET
    revision = :revision,
    due_at = CASE
        WHEN lost_at IS NOT NULL AND :stays_lost = 1 THEN due_at
        ELSE CAST(:due_at AS DOUBLE PRECISION)
    END,
    attempts = CASE WHEN lost_at IS NOT NULL AND :stays_lost = 1 THEN attempts ELSE 0 END,
    lost_at = CASE WHEN :stays_lost = 1 THEN lost_at END
WHERE kind = :kind AND subject = :subject;

-- name: subject_doubted(due_at, kind, subject)!
UPDATE outbox
SET shown_revision = revision - 1, due_at = :due_at, attempts = 0, lost_at = NULL
WHERE kind = :kind AND subject = :subject;

-- name: parts_replaced(old_kind, due_at, kind, subject, part)!
-- Each message of a subject, or that of one part, becomes an entry of another kind.
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
    CAST(:old_kind AS TEXT),
    subject,
    message_id,
    guild_id,
    channel_id,
    message_id,
    1,
    0,
    CAST(:due_at AS DOUBLE PRECISION),
    0,
    0
FROM outbox
WHERE
    kind = :kind
    AND subject = :subject
    AND message_id IS NOT NULL
    AND (CAST(:part AS BIGINT) IS NULL OR part = :part)
ON CONFLICT (kind, subject, part) DO NOTHING;

-- name: parts_dropped(kind, subject, part)!
DELETE FROM outbox
WHERE
    kind = :kind
    AND subject = :subject
    AND (CAST(:part AS BIGINT) IS NULL OR part = :part);

-- name: entry_lost(lost_at, due_at, kind, subject, part, message_id)!
-- Another message that has taken its place meanwhile is not lost. One that was up to date is tried again too,
-- and one that was refused without a claim has failed all the same.
UPDATE outbox
SET
    lost_at = :lost_at,
    due_at = :due_at,
    attempts = CASE WHEN attempts = 0 THEN 1 ELSE attempts END,
    shown_revision = CASE WHEN shown_revision < revision THEN shown_revision ELSE revision - 1 END
WHERE
    kind = :kind
    AND subject = :subject
    AND part = :part
    AND coalesce(message_id, 0) = :message_id
    AND lost_at IS NULL;

-- name: entries_due_in(now, kind, channel_id)!
UPDATE outbox
SET due_at = :now, attempts = 0
WHERE kind = :kind AND channel_id = :channel_id AND shown_revision < revision AND due_at > :now;

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

-- name: subjects_to_show_anew(due_at, kind, subjects, part)!
UPDATE outbox
SET shown_revision = revision - 1, due_at = :due_at, attempts = 0
WHERE
    kind = :kind
    AND subject IN (:subjects)
    AND (CAST(:part AS BIGINT) IS NULL OR part = :part)
    AND message_id IS NOT NULL
    AND lost_at IS NULL;

-- name: messages_to_show_anew(due_at, messages)!
UPDATE outbox
SET shown_revision = revision - 1, due_at = :due_at, attempts = 0
WHERE message_id IN (:messages) AND lost_at IS NULL;

-- name: next_entry_due()
SELECT min(CASE WHEN rests_until > due_at THEN rests_until ELSE due_at END)
FROM outbox
WHERE shown_revision < revision AND due_at >= 0;

-- name: entries_pending(kind)
-- The index of what is due finds them, not the key: most entries of a kind are up to date.
SELECT count(*)
FROM outbox
WHERE shown_revision < revision AND due_at >= 0 AND lost_at IS NULL AND kind || '' = :kind;

-- name: next_of_kind_due(kind)
SELECT min(due_at)
FROM outbox
WHERE kind = :kind AND shown_revision < revision AND due_at >= 0;

-- name: resume_entries(shards, elsewhere, now, landed)!
-- Entries that were claimed, or may have been posted. Those planned for later stay planned, and what
-- Discord refused waits unless it was being posted again.
UPDATE outbox
SET
    due_at = CASE
        WHEN due_at <= :now THEN due_at
        WHEN after_id IS NULL OR attempts > 0 OR due_at <= rests_until
            THEN CAST(:now AS DOUBLE PRECISION)
        -- Its sender may look for it for some time after it rested; then it is due.
        WHEN rests_until > :landed
            THEN CAST(:landed AS DOUBLE PRECISION) + due_at - rests_until
        ELSE due_at
    END,
    rests_until = CASE
        -- A bot that is killed repeatedly waits only once.
        WHEN after_id IS NULL OR rests_until < :landed THEN rests_until
        ELSE CAST(:landed AS DOUBLE PRECISION)
    END,
    attempts = CASE WHEN after_id IS NULL THEN 1 ELSE 0 END
WHERE
    shown_revision < revision
    AND due_at >= 0
    AND (after_id IS NOT NULL OR (attempts > 0 AND lost_at IS NULL))
    AND (coalesce(outbox.guild_id, 0) >> 22) % (:shards) NOT IN (:elsewhere);

-- name: entries_tried_again(now, guild_id)!
-- Entries that have failed; those being posted rest. In a server, also what Discord refused, unless it is
-- planned for its next date.
UPDATE outbox
SET due_at = :now, attempts = CASE WHEN after_id IS NULL THEN 1 ELSE 0 END
WHERE
    shown_revision < revision
    AND due_at > :now
    AND rests_until <= :now
    AND attempts > 0
    AND (guild_id = :guild_id OR (CAST(:guild_id AS BIGINT) IS NULL AND lost_at IS NULL));

-- name: subjects_tried_again(now, kind, subjects)!
UPDATE outbox
SET due_at = :now, attempts = 1
WHERE
    kind = :kind
    AND subject IN (:subjects)
    AND shown_revision < revision
    AND due_at > :now
    AND attempts > 0;
