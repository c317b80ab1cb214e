-- What each person wants to be told, how and when; so a notice is one person's.
ALTER TABLE notices ADD COLUMN user_id BIGINT;
-- When a reminder is to come, quiet hours aside; none for what is to be sent at once.
ALTER TABLE notices ADD COLUMN wanted_at DOUBLE PRECISION;

-- What began a match was owed to both in one row.
UPDATE notices
SET kind = 'begun'
WHERE kind = 'turn' AND ply = 0;

UPDATE notices
SET
    user_id = CASE
        WHEN challenge_id IS NOT NULL
            THEN (
                SELECT challenges.challenger_id
                FROM challenges
                WHERE challenges.id = notices.challenge_id
            )
        WHEN kind = 'draw offered'
            THEN (
                SELECT CASE
                    WHEN matches.draw_offers LIKE 'o %' THEN matches.gray_id
                    ELSE matches.orange_id
                END
                FROM matches
                WHERE matches.id = notices.match_id
            )
        ELSE (
            SELECT CASE WHEN notices.ply % 2 = 0 THEN matches.orange_id ELSE matches.gray_id END
            FROM matches
            WHERE matches.id = notices.match_id
        )
    END
WHERE state <> 'done';

UPDATE notices
SET wanted_at = due_at
WHERE kind = 'reminder' AND state = 'waiting';

-- The other player gets a row of their own where both were meant.
INSERT INTO notices (
    id, kind, match_id, challenge_id, ply, state, due_at, attempts, channel_id, message_id, user_id
)
SELECT
    counters.value + row_number() OVER (ORDER BY notices.id),
    notices.kind,
    notices.match_id,
    notices.challenge_id,
    notices.ply,
    notices.state,
    notices.due_at,
    notices.attempts,
    notices.channel_id,
    notices.message_id,
    matches.orange_id + matches.gray_id - notices.user_id
FROM notices
INNER JOIN matches ON notices.match_id = matches.id
INNER JOIN counters ON counters.name = 'notice'
WHERE notices.state <> 'done' AND notices.kind IN ('begun', 'over', 'bed lost');

UPDATE counters
SET value = (SELECT coalesce(max(notices.id), 0) FROM notices)
WHERE name = 'notice' AND value < (SELECT coalesce(max(notices.id), 0) FROM notices);

CREATE INDEX notices_of_user ON notices (user_id) WHERE state IN ('waiting', 'stale');
CREATE INDEX notices_in_message ON notices (message_id) WHERE state = 'sent';

ALTER TABLE preferences ADD COLUMN turn_method TEXT NOT NULL DEFAULT 'ping';
ALTER TABLE preferences ADD COLUMN time_method TEXT NOT NULL DEFAULT 'ping';
ALTER TABLE preferences ADD COLUMN offer_method TEXT NOT NULL DEFAULT 'ping';
ALTER TABLE preferences ADD COLUMN over_method TEXT NOT NULL DEFAULT 'ping';
ALTER TABLE preferences ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC';
-- Minutes of the day by the clock in that time zone.
ALTER TABLE preferences ADD COLUMN quiet_begin INTEGER;
ALTER TABLE preferences ADD COLUMN quiet_end INTEGER;
ALTER TABLE preferences ADD COLUMN digest_minute INTEGER NOT NULL DEFAULT 540;
ALTER TABLE preferences ADD COLUMN digest_at DOUBLE PRECISION;
CREATE INDEX preferences_digest ON preferences (digest_at) WHERE digest_at IS NOT NULL;

-- Whose direct messages were found closed, when, and whether they were told so.
CREATE TABLE closed_direct_messages (
    user_id BIGINT PRIMARY KEY,
    found_at DOUBLE PRECISION NOT NULL,
    told_at DOUBLE PRECISION
);
