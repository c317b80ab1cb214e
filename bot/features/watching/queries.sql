-- name: watch(match_id, user_id, watched_at)!
INSERT INTO spectators (match_id, user_id, watched_at)
VALUES (:match_id, :user_id, :watched_at)
ON CONFLICT (match_id, user_id) DO NOTHING;

-- name: unwatch(match_id, user_id)!
DELETE FROM spectators
WHERE match_id = :match_id AND user_id = :user_id;

-- name: watching(match_id, user_id)
SELECT count(*)
FROM spectators
WHERE match_id = :match_id AND user_id = :user_id;

-- name: watched_by(user_id)
SELECT count(*)
FROM spectators
WHERE user_id = :user_id AND watched_at >= 0;

-- name: matches_watched(user_id, most, skip)
SELECT matches.*
FROM spectators
INNER JOIN matches ON matches.id = spectators.match_id
WHERE spectators.user_id = :user_id
ORDER BY spectators.watched_at DESC, spectators.match_id DESC
LIMIT :most OFFSET :skip;

-- name: spectators_of(match_id)
SELECT user_id
FROM spectators
WHERE match_id = :match_id
ORDER BY watched_at, user_id;
