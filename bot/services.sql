-- name: matches_live()
SELECT count(*)
FROM matches
WHERE outcome_why IS NULL AND guild_id >= 0;

-- name: boards_unshown()
SELECT count(*)
FROM boards
WHERE state <> 'lost' AND shown_revision < revision AND show_at >= 0;
