-- What is kept of somebody for good hangs on a key; the key hangs on them as long as they like.
CREATE TABLE players (
    player_key BIGINT PRIMARY KEY,
    user_id BIGINT,
    listing TEXT NOT NULL
);
CREATE UNIQUE INDEX players_of_user ON players (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE seasons (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    number INTEGER NOT NULL,
    began_at DOUBLE PRECISION NOT NULL,
    ends_at DOUBLE PRECISION,
    ended_at DOUBLE PRECISION
);
CREATE UNIQUE INDEX seasons_of_server ON seasons (guild_id, number);
CREATE INDEX seasons_due ON seasons (ends_at) WHERE ended_at IS NULL AND ends_at IS NOT NULL;

-- The first three of each ruleset when a season ended.
CREATE TABLE titles (
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    ruleset TEXT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    place INTEGER NOT NULL,
    PRIMARY KEY (season_id, ruleset, player_key)
);
CREATE INDEX titles_of_player ON titles (player_key);

CREATE TABLE rated_results (
    id BIGINT PRIMARY KEY,
    match_id BIGINT NOT NULL REFERENCES matches (id),
    guild_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    rated_at DOUBLE PRECISION NOT NULL,
    orange_key BIGINT NOT NULL REFERENCES players (player_key),
    gray_key BIGINT NOT NULL REFERENCES players (player_key),
    orange_score DOUBLE PRECISION NOT NULL,
    voided_at DOUBLE PRECISION
);
CREATE UNIQUE INDEX rated_results_of_match ON rated_results (match_id);
CREATE INDEX rated_results_of_server ON rated_results (guild_id, ruleset, id);
CREATE INDEX rated_results_of_season ON rated_results (season_id, guild_id) WHERE voided_at IS NULL;
CREATE INDEX rated_results_standing ON rated_results (guild_id, id) WHERE voided_at IS NULL;

-- What a result made of a player's rating in a scope (a season, or 0 for all time), and from what.
CREATE TABLE rating_steps (
    result_id BIGINT NOT NULL REFERENCES rated_results (id),
    scope BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    weight DOUBLE PRECISION NOT NULL,
    before_points DOUBLE PRECISION NOT NULL,
    before_deviation DOUBLE PRECISION NOT NULL,
    before_volatility DOUBLE PRECISION NOT NULL,
    before_at DOUBLE PRECISION,
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (result_id, scope, player_key)
);
CREATE INDEX rating_steps_of_player ON rating_steps (player_key, scope, result_id);

-- `shown` is what the leaderboard ranks by: the rounded points of those who have a place.
CREATE TABLE ratings (
    guild_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    scope BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    rated_at DOUBLE PRECISION,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    opponents INTEGER NOT NULL,
    shown INTEGER,
    PRIMARY KEY (guild_id, ruleset, scope, player_key)
);
CREATE INDEX ratings_by_place ON ratings (guild_id, ruleset, scope, shown, player_key)
WHERE shown IS NOT NULL;
CREATE INDEX ratings_of_player ON ratings (player_key, guild_id, ruleset, scope);

-- How many players stand at each number of points, so that a place is counted without walking.
CREATE TABLE rating_counts (
    guild_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    scope BIGINT NOT NULL,
    shown INTEGER NOT NULL,
    players INTEGER NOT NULL,
    PRIMARY KEY (guild_id, ruleset, scope, shown)
);

-- How often two players have met in rated matches.
CREATE TABLE rating_pairs (
    guild_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    scope BIGINT NOT NULL,
    one_key BIGINT NOT NULL,
    other_key BIGINT NOT NULL,
    meetings INTEGER NOT NULL,
    PRIMARY KEY (guild_id, ruleset, scope, one_key, other_key)
);

ALTER TABLE servers ADD COLUMN season_days INTEGER;
INSERT INTO counters (name, value) VALUES ('player', 0), ('season', 0), ('rated result', 0);
