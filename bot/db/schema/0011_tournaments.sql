-- Tournaments: an event, or one season of a series, which has the ID of its first season.
CREATE TABLE tournaments (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    host_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    time_control TEXT NOT NULL,
    weekends TEXT NOT NULL,
    stakes TEXT NOT NULL,
    group_size INTEGER NOT NULL,
    legs INTEGER NOT NULL,
    most_entrants INTEGER NOT NULL,
    start_mode TEXT NOT NULL,
    starts_at DOUBLE PRECISION,
    cadence TEXT NOT NULL,
    finish_days INTEGER NOT NULL,
    series BIGINT NOT NULL,
    season INTEGER NOT NULL,
    lot BIGINT NOT NULL,
    created_at DOUBLE PRECISION NOT NULL,
    state TEXT NOT NULL,
    begun_at DOUBLE PRECISION,
    finish_by DOUBLE PRECISION,
    ended_at DOUBLE PRECISION
);
CREATE INDEX tournaments_of_server ON tournaments (guild_id, created_at);
CREATE UNIQUE INDEX tournaments_of_series ON tournaments (series, season);
CREATE INDEX tournaments_of_host ON tournaments (host_id);

-- Who has entered a tournament. `withdrawal` says what became of the results of an entrant who is out.
CREATE TABLE entrants (
    id BIGINT PRIMARY KEY,
    tournament_id BIGINT NOT NULL REFERENCES tournaments (id),
    user_id BIGINT NOT NULL,
    entered_at DOUBLE PRECISION NOT NULL,
    state TEXT NOT NULL,
    seed INTEGER,
    group_number INTEGER,
    out_at DOUBLE PRECISION,
    out_why TEXT,
    withdrawal TEXT,
    place INTEGER
);
CREATE UNIQUE INDEX entrants_of_tournament ON entrants (tournament_id, user_id);
CREATE INDEX entrants_of_user ON entrants (user_id);

-- Who meets whom in a group, a row for each leg, and the match that decides it. It is open until it has
-- a result.
CREATE TABLE pairings (
    tournament_id BIGINT NOT NULL REFERENCES tournaments (id),
    group_number INTEGER NOT NULL,
    first_id BIGINT NOT NULL REFERENCES entrants (id),
    second_id BIGINT NOT NULL REFERENCES entrants (id),
    leg INTEGER NOT NULL,
    first_seat TEXT NOT NULL,
    result TEXT,
    decision TEXT,
    match_id BIGINT,
    matches_before INTEGER NOT NULL,
    ended_at DOUBLE PRECISION,
    PRIMARY KEY (tournament_id, group_number, first_id, second_id, leg)
);
CREATE UNIQUE INDEX pairings_of_match ON pairings (match_id) WHERE match_id IS NOT NULL;
INSERT INTO counters (name, value) VALUES ('tournament', 0), ('entrant', 0);
