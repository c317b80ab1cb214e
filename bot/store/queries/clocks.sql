-- name: clocks_moved(gap)!
UPDATE matches
SET deadline = deadline + :gap, turn_began_at = turn_began_at + :gap
WHERE outcome_why IS NULL AND deadline IS NOT NULL;

-- name: reminders_moved(gap)!
UPDATE notices
SET due_at = due_at + :gap
WHERE state IN ('waiting', 'stale') AND due_at >= 0 AND kind = 'reminder' AND state = 'waiting';

-- name: expiries_moved(gap)!
UPDATE challenges
SET expires_at = expires_at + :gap
WHERE state = 'open' AND expires_at >= 0;

-- name: beds_with_moved_deadlines(show_at, until)!
UPDATE beds
SET shown_revision = revision - 1, show_at = :show_at, attempts = 0
WHERE state = 'live' AND shown_revision >= revision AND match_id IN (
    SELECT id
    FROM matches
    WHERE outcome_why IS NULL AND deadline IS NOT NULL AND deadline <= :until
);
