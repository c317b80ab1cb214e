-- name: plans_of_match(match_id)
SELECT user_id, ply, lines
FROM plans
WHERE match_id = :match_id;

-- name: keep_plan(match_id, user_id, ply, lines)!
INSERT INTO plans (match_id, user_id, ply, lines)
VALUES (:match_id, :user_id, :ply, :lines)
ON CONFLICT (match_id, user_id) DO UPDATE SET ply = excluded.ply, lines = excluded.lines;

-- name: drop_plans(match_id)!
DELETE FROM plans
WHERE match_id = :match_id;

-- name: drop_plan(match_id, user_id)!
DELETE FROM plans
WHERE match_id = :match_id AND user_id = :user_id;
