-- name: hints_of_match(match_id)
SELECT user_id, count(*) AS hints
FROM hints
WHERE match_id = :match_id
GROUP BY user_id;
