-- name: insert_notice(kind, match_id, challenge_id, ply, due_at)!
INSERT INTO notices (
    id, kind, match_id, challenge_id, ply, state, due_at, attempts, channel_id, message_id
)
SELECT
    counters.value,
    :kind,
    :match_id,
    :challenge_id,
    :ply,
    'waiting',
    :due_at,
    0,
    NULL,
    NULL
FROM counters
WHERE counters.name = 'notice';

-- name: insert_turn_notices(match_id, ply, due_at, remind_at)!
INSERT INTO notices (
    id, kind, match_id, challenge_id, ply, state, due_at, attempts, channel_id, message_id
)
SELECT counters.value - 1, 'turn', :match_id, NULL, :ply, 'waiting', :due_at, 0, NULL, NULL
FROM counters
WHERE counters.name = 'notice'
UNION ALL
SELECT counters.value, 'reminder', :match_id, NULL, :ply, 'waiting', :remind_at, 0, NULL, NULL
FROM counters
WHERE counters.name = 'notice';

-- name: notices_of_match(match_id, now)
SELECT *
FROM notices
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state <> 'sent'
    AND (kind <> 'reminder' OR state <> 'waiting' OR due_at <= :now)
ORDER BY id;

-- name: notices_of_challenge(challenge_id)
SELECT *
FROM notices
WHERE challenge_id = :challenge_id AND state IN ('waiting', 'stale')
ORDER BY id;

-- name: turn_notices_answered(due_at, match_id)!
UPDATE notices
SET
    state = CASE WHEN state = 'sent' THEN 'stale' ELSE 'done' END,
    due_at = :due_at,
    attempts = 0
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state <> 'stale'
    AND kind IN ('turn', 'reminder', 'day given', 'away', 'back');

-- name: offer_notices_answered(due_at, match_id, kind)!
UPDATE notices
SET
    state = CASE WHEN state = 'sent' THEN 'stale' ELSE 'done' END,
    due_at = :due_at,
    attempts = 0
WHERE
    match_id = :match_id
    AND state <> 'done'
    AND state <> 'stale'
    AND kind = :kind;

-- name: claim_notice(again_at, id, state, now)!
UPDATE notices
SET due_at = :again_at, attempts = attempts + 1
WHERE id = :id AND state = :state AND due_at <= :now;

-- name: notice_sent(channel_id, message_id, now, id)!
UPDATE notices
SET
    channel_id = :channel_id,
    message_id = :message_id,
    attempts = 0,
    due_at = :now,
    state = CASE
        WHEN kind NOT IN (
            'turn', 'reminder', 'draw offered', 'takeback asked', 'day given', 'away', 'back'
        ) THEN 'done'
        WHEN state IN ('waiting', 'sent') THEN 'sent'
        ELSE 'stale'
    END
WHERE id = :id;

-- name: notice_done(id)!
UPDATE notices
SET state = 'done'
WHERE id = :id;

-- name: notice_told(id)!
UPDATE notices
SET state = 'sent'
WHERE id = :id;

-- name: notices_of_kind(match_id, kind)$
SELECT count(*)
FROM notices
WHERE match_id = :match_id AND kind = :kind AND state <> 'done';

-- name: notices_withdrawn(match_id, kind)!
DELETE FROM notices
WHERE match_id = :match_id AND kind = :kind AND state <> 'done';

-- name: matches_with_notices_due(now, most)
SELECT match_id
FROM notices
WHERE state IN ('waiting', 'stale') AND due_at <= :now AND match_id IS NOT NULL
ORDER BY due_at
LIMIT :most;

-- name: challenges_with_notices_due(now, most)
SELECT challenge_id
FROM notices
WHERE state IN ('waiting', 'stale') AND due_at <= :now AND challenge_id IS NOT NULL
ORDER BY due_at
LIMIT :most;

-- name: next_reminder()$
SELECT min(due_at)
FROM notices
WHERE state IN ('waiting', 'stale') AND due_at >= 0 AND kind = 'reminder' AND state = 'waiting';
