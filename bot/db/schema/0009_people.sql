-- Whom people take challenges from, and what finds a person's open challenges.
ALTER TABLE preferences ADD COLUMN takes_from TEXT NOT NULL DEFAULT 'anyone';

CREATE TABLE blocks (
    user_id BIGINT NOT NULL,
    blocked_id BIGINT NOT NULL,
    blocked_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, blocked_id)
);
CREATE INDEX blocks_of_blocked ON blocks (blocked_id);

CREATE INDEX challenges_made ON challenges (challenger_id, guild_id) WHERE state = 'open';
CREATE INDEX challenges_asked ON challenges (friend_id, guild_id) WHERE state = 'open';

-- A challenge is answered with other terms once; those may be answered in turn.
CREATE UNIQUE INDEX challenges_countered ON challenges (counters) WHERE counters IS NOT NULL;
