-- name: follow(match_id, user_id, followed_at)!
INSERT INTO followers (match_id, user_id, followed_at, tell_at, attempts)
VALUES (:match_id, :user_id, :followed_at, NULL, 0)
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

-- name: followers_owed(match_id, tell_at)!
UPDATE followers
SET tell_at = :tell_at, attempts = 0
WHERE match_id = :match_id;

-- name: followers_due(now, most)
SELECT match_id, user_id, attempts
FROM followers
WHERE tell_at IS NOT NULL AND tell_at <= :now
ORDER BY tell_at
LIMIT :most;

-- name: claim_follower(match_id, user_id, now, again_at)!
UPDATE followers
SET tell_at = :again_at, attempts = attempts + 1
WHERE match_id = :match_id AND user_id = :user_id AND tell_at <= :now;

-- name: resume_followers(now)!
UPDATE followers
SET tell_at = :now, attempts = 0
WHERE tell_at IS NOT NULL AND tell_at > :now AND attempts > 0;

-- name: followers_behind()
SELECT min(tell_at)
FROM followers
WHERE tell_at IS NOT NULL AND tell_at >= 0;
