-- name: clocks_moved(gap)!
UPDATE matches
SET deadline = deadline + :gap, turn_began_at = turn_began_at + :gap
WHERE outcome_why IS NULL AND deadline IS NOT NULL;

-- name: reminders_moved(gap)!
UPDATE notices
SET due_at = due_at + :gap
WHERE state IN ('waiting', 'stale') AND due_at >= 0 AND kind = 'reminder' AND state = 'waiting';

-- name: expiries_moved(gap, show_at)!
UPDATE challenges
SET
    expires_at = expires_at + :gap,
    shown_revision = CASE WHEN message_id IS NULL THEN shown_revision ELSE revision - 1 END,
    show_at = CASE WHEN message_id IS NULL THEN show_at ELSE :show_at END,
    attempts = 0
WHERE state = 'open' AND expires_at >= 0;

-- name: beds_with_moved_deadlines(show_at, until)!
UPDATE beds
SET shown_revision = revision - 1, show_at = :show_at, attempts = 0
WHERE state = 'live' AND shown_revision >= revision AND match_id IN (
    SELECT id
    FROM matches
    WHERE outcome_why IS NULL AND deadline IS NOT NULL AND deadline <= :until
);
