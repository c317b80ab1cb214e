-- name: player_keys(one_id, other_id)
SELECT player_key, user_id, listing
FROM players
WHERE user_id = :one_id OR user_id = :other_id;

-- name: insert_player(player_key, user_id, listing)!
INSERT INTO players (player_key, user_id, listing)
VALUES (:player_key, :user_id, :listing);
