-- name: turn_at(match_id, ply)$
SELECT notation
FROM turns
WHERE match_id = :match_id AND ply = :ply;

-- name: keep_turns_taken_back(back_at, match_id, ply)!
INSERT INTO turns_taken_back (
    match_id, revision, ply, notation, position, user_id, played_at, back_at
)
SELECT match_id, revision, ply, notation, position, user_id, played_at, :back_at
FROM turns
WHERE match_id = :match_id AND ply > :ply;

-- name: drop_turns_after(match_id, ply)!
DELETE FROM turns
WHERE match_id = :match_id AND ply > :ply;

-- name: last_turns_shown(match_id, revision)
SELECT ply, notation, position, revision
FROM turns
WHERE match_id = :match_id AND revision <= :revision
UNION ALL
SELECT ply, notation, position, revision
FROM turns_taken_back
WHERE match_id = :match_id AND revision <= :revision AND back_at > :revision
ORDER BY ply DESC
LIMIT 14;
