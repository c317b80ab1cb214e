-- name: preferences_of(user_id)^
SELECT *
FROM preferences
WHERE user_id = :user_id;

-- name: keep_preferences(user_id, placing, theme, threats, turn_way, time_way, offer_way, over_way, zone, quiet_from, quiet_to, digest_minute, reminder)!
INSERT INTO preferences (
    user_id, placing, theme, threats, turn_way, time_way, offer_way, over_way, zone,
    quiet_from, quiet_to, digest_minute, reminder
)
VALUES (
    :user_id, :placing, :theme, :threats, :turn_way, :time_way, :offer_way, :over_way, :zone,
    :quiet_from, :quiet_to, :digest_minute, :reminder
)
ON CONFLICT (user_id) DO UPDATE SET
    placing = excluded.placing,
    theme = excluded.theme,
    threats = excluded.threats,
    turn_way = excluded.turn_way,
    time_way = excluded.time_way,
    offer_way = excluded.offer_way,
    over_way = excluded.over_way,
    zone = excluded.zone,
    quiet_from = excluded.quiet_from,
    quiet_to = excluded.quiet_to,
    digest_minute = excluded.digest_minute,
    reminder = excluded.reminder;

-- name: digests_due(now, most)
SELECT user_id
FROM preferences
WHERE digest_at IS NOT NULL AND digest_at <= :now
ORDER BY digest_at
LIMIT :most;

-- name: digest_next(user_id, digest_at)!
UPDATE preferences
SET digest_at = :digest_at
WHERE user_id = :user_id;

-- name: next_digest()$
SELECT min(digest_at)
FROM preferences
WHERE digest_at IS NOT NULL;
