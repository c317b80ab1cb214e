-- name: matches_live()
SELECT count(*)
FROM matches
WHERE outcome_why IS NULL AND guild_id >= 0;

-- name: beds_behind()
SELECT count(*) AS beds, min(show_at) AS since
FROM beds
WHERE state <> 'lost' AND shown_revision < revision AND show_at >= 0;

-- name: challenges_behind()
SELECT min(show_at)
FROM challenges
WHERE shown_revision < revision AND show_at >= 0;

-- name: notifications_behind()
SELECT min(due_at)
FROM notifications
WHERE state IN ('waiting', 'stale') AND due_at >= 0;
