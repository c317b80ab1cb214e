-- name: challenge_being_posted(match_id, now)
SELECT 1
FROM outbox
INNER JOIN challenges ON outbox.subject = challenges.id
WHERE
    outbox.kind = 'challenge'
    AND outbox.after_id IS NOT NULL
    AND (outbox.attempts = 0 OR (outbox.attempts = 1 AND outbox.due_at > :now))
    AND challenges.match_id = :match_id
LIMIT 1;

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
