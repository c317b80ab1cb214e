-- name: hint_at(match_id, user_id, ply, position)^
SELECT notation, wins_in
FROM hints
WHERE match_id = :match_id AND user_id = :user_id AND ply = :ply AND position = :position;

-- name: hints_of_match(match_id)
SELECT user_id, count(*) AS hints
FROM hints
WHERE match_id = :match_id
GROUP BY user_id;

-- name: insert_hint(match_id, user_id, ply, position, notation, wins_in, given_at)!
INSERT INTO hints (match_id, user_id, ply, position, notation, wins_in, given_at)
VALUES (:match_id, :user_id, :ply, :position, :notation, :wins_in, :given_at);
