-- name: pending_decisions(tournament_id)
SELECT *
FROM decisions
WHERE tournament_id = :tournament_id AND state = 'pending'
ORDER BY id;

-- name: decisions_anonymised(user_id, gone_id)!
UPDATE decisions
SET manager_id = :gone_id
WHERE manager_id = :user_id;
