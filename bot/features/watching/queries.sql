-- name: follow(match_id, user_id, followed_at)!
INSERT INTO followers (match_id, user_id, followed_at)
VALUES (:match_id, :user_id, :followed_at)
ON CONFLICT (match_id, user_id) DO NOTHING;

-- name: unfollow(match_id, user_id)!
DELETE FROM followers
WHERE match_id = :match_id AND user_id = :user_id;

-- name: following(match_id, user_id)
SELECT count(*)
FROM followers
WHERE match_id = :match_id AND user_id = :user_id;

-- name: followed_by(user_id)
SELECT count(*)
FROM followers
WHERE user_id = :user_id AND followed_at >= 0;

-- name: matches_followed(user_id, most, skip)
SELECT matches.*
FROM followers
INNER JOIN matches ON matches.id = followers.match_id
WHERE followers.user_id = :user_id
ORDER BY followers.followed_at DESC, followers.match_id DESC
LIMIT :most OFFSET :skip;

-- name: followers_of(match_id)
SELECT user_id
FROM followers
WHERE match_id = :match_id
ORDER BY followed_at, user_id;
