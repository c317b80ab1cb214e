-- name: pending_ladder_decisions(ladder_id)
SELECT *
FROM ladder_decisions
WHERE ladder_id = :ladder_id AND state = 'pending'
ORDER BY id;

-- name: ladder_decision_told(ladder_id, told)
SELECT *
FROM ladder_decisions
WHERE ladder_id = :ladder_id AND coalesce(undo_number, id) = :told;

-- name: ladder_decisions_anonymised(user_id, gone_id)!
UPDATE ladder_decisions
SET manager_id = :gone_id
WHERE manager_id = :user_id;
