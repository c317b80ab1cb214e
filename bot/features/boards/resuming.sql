-- name: resume_beds(now)!
UPDATE beds
SET show_at = :now, attempts = 0
WHERE state <> 'lost' AND shown_revision < revision AND show_at > :now;

-- name: resume_challenges(now)!
UPDATE challenges
SET show_at = :now, attempts = 0
WHERE shown_revision < revision AND show_at > :now;

-- name: resume_notices(now)!
UPDATE notices
SET due_at = :now, attempts = 0
WHERE
    state IN ('waiting', 'stale')
    AND due_at > :now
    AND (kind <> 'reminder' OR state = 'stale' OR attempts > 0);

-- name: resume_posts(now)!
UPDATE posts
SET look_at = :now
WHERE look_at > :now;
