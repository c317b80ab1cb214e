-- Ladders: at most one open for each ruleset in a server.
CREATE TABLE ladders (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    host_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    time_control TEXT NOT NULL,
    weekends TEXT NOT NULL,
    stakes TEXT NOT NULL,
    created_at DOUBLE PRECISION NOT NULL,
    falls_at DOUBLE PRECISION NOT NULL,
    closed_at DOUBLE PRECISION
);
CREATE UNIQUE INDEX ladders_open ON ladders (guild_id, ruleset) WHERE closed_at IS NULL;
CREATE INDEX ladders_of_server ON ladders (guild_id);
CREATE INDEX ladders_of_host ON ladders (host_id);

-- Who is or was on a ladder; `place` is NULL for those who are off it.
CREATE TABLE rungs (
    id BIGINT PRIMARY KEY,
    ladder_id BIGINT NOT NULL REFERENCES ladders (id),
    user_id BIGINT NOT NULL,
    place INTEGER CHECK (place >= 1),
    counts_from DOUBLE PRECISION NOT NULL,
    active_at DOUBLE PRECISION NOT NULL,
    rests_why TEXT,
    off_at DOUBLE PRECISION,
    off_why TEXT,
    wins INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    told INTEGER NOT NULL
);
CREATE UNIQUE INDEX rungs_by_place ON rungs (ladder_id, place) WHERE place IS NOT NULL;
CREATE UNIQUE INDEX rungs_of_ladder ON rungs (ladder_id, user_id);
CREATE INDEX rungs_of_user ON rungs (user_id);

-- Who has challenged whom. At most two that are asked or played are by one player, and two against one,
-- each in a slot of its own; `low_rung_id` and `high_rung_id` are the two in one order.
CREATE TABLE ladder_challenges (
    id BIGINT PRIMARY KEY,
    ladder_id BIGINT NOT NULL REFERENCES ladders (id),
    challenger_rung_id BIGINT NOT NULL REFERENCES rungs (id),
    challenged_rung_id BIGINT NOT NULL REFERENCES rungs (id),
    low_rung_id BIGINT NOT NULL,
    high_rung_id BIGINT NOT NULL,
    own_slot INTEGER NOT NULL CHECK (own_slot IN (1, 2)),
    against_slot INTEGER NOT NULL CHECK (against_slot IN (1, 2)),
    challenger_seat TEXT NOT NULL,
    state TEXT NOT NULL,
    asked_at DOUBLE PRECISION NOT NULL,
    answer_by DOUBLE PRECISION NOT NULL,
    match_id BIGINT,
    matches_before INTEGER NOT NULL,
    ended_at DOUBLE PRECISION,
    result TEXT,
    late_rung_id BIGINT,
    challenger_from INTEGER,
    challenger_to INTEGER,
    challenged_from INTEGER,
    challenged_to INTEGER
);
CREATE UNIQUE INDEX ladder_challenges_of_match ON ladder_challenges (match_id) WHERE match_id IS NOT NULL;
CREATE UNIQUE INDEX ladder_challenges_of_pair ON ladder_challenges (low_rung_id, high_rung_id)
WHERE state IN ('asked', 'playing');
CREATE UNIQUE INDEX ladder_challenges_by_one ON ladder_challenges (challenger_rung_id, own_slot)
WHERE state IN ('asked', 'playing');
CREATE UNIQUE INDEX ladder_challenges_against_one ON ladder_challenges (challenged_rung_id, against_slot)
WHERE state IN ('asked', 'playing');
CREATE INDEX ladder_challenges_of_ladder ON ladder_challenges (ladder_id, ended_at);

-- What those who manage a ladder have decided, and may undo until it takes effect. Its `undo_number` is a
-- number of the same count.
CREATE TABLE ladder_decisions (
    id BIGINT PRIMARY KEY,
    ladder_id BIGINT NOT NULL REFERENCES ladders (id),
    manager_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    made_at DOUBLE PRECISION NOT NULL,
    until_at DOUBLE PRECISION NOT NULL,
    state TEXT NOT NULL,
    rung_id BIGINT,
    challenge_id BIGINT,
    result TEXT,
    undo_number BIGINT
);
CREATE INDEX ladder_decisions_of_ladder ON ladder_decisions (ladder_id);
CREATE INDEX ladder_decisions_of_manager ON ladder_decisions (manager_id);
INSERT INTO counters (name, value)
VALUES ('ladder', 0), ('rung', 0), ('ladder challenge', 0), ('ladder decision', 0);
