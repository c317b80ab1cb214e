-- How strong people play, by their matches against the bot. Its levels are the same in every server.
CREATE TABLE practice_ratings (
    user_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    rated_at DOUBLE PRECISION,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    best_level INTEGER,
    -- How many results there are, those that do not count any more among them.
    results INTEGER NOT NULL,
    PRIMARY KEY (user_id, ruleset)
);

-- What each match brought, with the points that its level had then; numbered from 1 in their order.
CREATE TABLE practice_results (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    user_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    number INTEGER NOT NULL,
    level INTEGER NOT NULL,
    level_points DOUBLE PRECISION NOT NULL,
    score DOUBLE PRECISION NOT NULL,
    rated_at DOUBLE PRECISION NOT NULL,
    before_points DOUBLE PRECISION NOT NULL,
    before_deviation DOUBLE PRECISION NOT NULL,
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    voided_at DOUBLE PRECISION
);
CREATE UNIQUE INDEX practice_results_of_person ON practice_results (user_id, ruleset, number);
