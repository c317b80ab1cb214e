-- name: player_keys(one_id, other_id)
SELECT player_key, user_id, listing
FROM players
WHERE user_id = :one_id OR user_id = :other_id;

-- name: insert_player(player_key, user_id, listing)!
INSERT INTO players (player_key, user_id, listing)
VALUES (:player_key, :user_id, :listing);

-- name: player_of_user(user_id)^
SELECT player_key, listing
FROM players
WHERE user_id = :user_id;

-- name: list_player(listing, player_key)!
UPDATE players
SET listing = :listing
WHERE player_key = :player_key;

-- name: listing_of_player(player_key)$
SELECT listing
FROM players
WHERE player_key = :player_key;
