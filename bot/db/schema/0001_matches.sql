CREATE TABLE counters (
    name TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO counters (name, value)
VALUES ('challenge', 0), ('match', 0), ('bed', 0), ('notice', 0);

CREATE TABLE remembered (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE leader (
    seat INTEGER PRIMARY KEY CHECK (seat = 1),
    token TEXT NOT NULL,
    machine TEXT NOT NULL,
    process BIGINT NOT NULL,
    expires_at DOUBLE PRECISION NOT NULL
);

CREATE TABLE preferences (
    user_id BIGINT PRIMARY KEY,
    placing TEXT NOT NULL,
    theme TEXT,
    threats TEXT NOT NULL
);

CREATE TABLE servers (
    guild_id BIGINT PRIMARY KEY,
    theme TEXT
);

CREATE TABLE challenges (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT,
    challenger_id BIGINT NOT NULL,
    friend_id BIGINT,
    starts TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    time_control TEXT NOT NULL,
    offered_at DOUBLE PRECISION NOT NULL,
    expires_at DOUBLE PRECISION NOT NULL,
    state TEXT NOT NULL,
    match_id BIGINT,
    note TEXT,
    rematch_of BIGINT,
    revision BIGINT NOT NULL,
    shown_revision BIGINT NOT NULL,
    show_at DOUBLE PRECISION NOT NULL,
    attempts INTEGER NOT NULL
);
CREATE INDEX challenges_of_challenger ON challenges (challenger_id);
CREATE INDEX challenges_open ON challenges (expires_at) WHERE state = 'open';
CREATE INDEX challenges_unshown ON challenges (show_at) WHERE shown_revision < revision;

-- A match has one rematch at the most; one that was declined or ran out may be offered again.
CREATE UNIQUE INDEX challenges_rematch ON challenges (rematch_of)
WHERE rematch_of IS NOT NULL AND state IN ('open', 'accepted');

CREATE TABLE matches (
    id BIGINT PRIMARY KEY,
    ruleset TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    origin_id BIGINT NOT NULL,
    challenge_message_id BIGINT,
    channel_id BIGINT,
    orange_id BIGINT NOT NULL,
    gray_id BIGINT NOT NULL,
    position TEXT NOT NULL,
    ply BIGINT NOT NULL,
    position_before TEXT,
    last_turn TEXT,
    draft TEXT,
    stands BIGINT NOT NULL,
    time_control TEXT NOT NULL,
    turn_began_at DOUBLE PRECISION NOT NULL,
    deadline DOUBLE PRECISION,
    orange_bank DOUBLE PRECISION,
    gray_bank DOUBLE PRECISION,
    draw_offers TEXT,
    outcome_why TEXT,
    outcome_winner TEXT,
    revision BIGINT NOT NULL,
    started_at DOUBLE PRECISION NOT NULL,
    changed_at DOUBLE PRECISION NOT NULL
);
CREATE INDEX matches_of_orange ON matches (orange_id, outcome_why);
CREATE INDEX matches_of_gray ON matches (gray_id, outcome_why);
CREATE INDEX matches_of_channel ON matches (channel_id, id);
CREATE INDEX matches_live ON matches (changed_at) WHERE outcome_why IS NULL;
CREATE INDEX matches_by_deadline ON matches (deadline)
WHERE outcome_why IS NULL AND deadline IS NOT NULL;

CREATE TABLE turns (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    ply BIGINT NOT NULL,
    notation TEXT NOT NULL,
    position TEXT NOT NULL,
    revision BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    played_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, ply)
);

CREATE TABLE beds (
    id BIGINT PRIMARY KEY,
    match_id BIGINT NOT NULL REFERENCES matches (id),
    channel_id BIGINT,
    message_id BIGINT,
    state TEXT NOT NULL,
    revision BIGINT NOT NULL,
    shown_revision BIGINT NOT NULL,
    show_at DOUBLE PRECISION NOT NULL,
    attempts INTEGER NOT NULL
);
CREATE INDEX beds_of_match ON beds (match_id);
CREATE INDEX beds_unshown ON beds (show_at)
WHERE state <> 'lost' AND shown_revision < revision;

CREATE TABLE notices (
    id BIGINT PRIMARY KEY,
    kind TEXT NOT NULL,
    match_id BIGINT REFERENCES matches (id),
    challenge_id BIGINT REFERENCES challenges (id),
    ply BIGINT NOT NULL,
    state TEXT NOT NULL,
    due_at DOUBLE PRECISION NOT NULL,
    attempts INTEGER NOT NULL,
    channel_id BIGINT,
    message_id BIGINT
);
-- SQLite takes a partial index only for a query with the very same words in it.
CREATE INDEX notices_of_match ON notices (match_id) WHERE state <> 'done';
CREATE INDEX notices_of_challenge ON notices (challenge_id) WHERE challenge_id IS NOT NULL;
CREATE INDEX notices_due ON notices (due_at) WHERE state IN ('waiting', 'stale');

-- Who has been brought the rules in private, which happens once.
CREATE TABLE rules_told (
    user_id BIGINT PRIMARY KEY,
    told_at DOUBLE PRECISION NOT NULL
);
