-- Finished matches whose facts nobody has looked for yet. They are taken in the order of their ends.
CREATE TABLE facts_owed (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    ended_at DOUBLE PRECISION NOT NULL
);
CREATE INDEX facts_owed_in_order ON facts_owed (ended_at, match_id);
INSERT INTO facts_owed (match_id, ended_at)
SELECT id, changed_at
FROM matches
WHERE outcome_why IS NOT NULL;

-- What a match gave that only its turns tell, found out once after its end.
CREATE TABLE match_facts (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    guild_id BIGINT NOT NULL,
    ended_at DOUBLE PRECISION NOT NULL,
    turns INTEGER NOT NULL,
    lead_changes INTEGER NOT NULL,
    last_turn TEXT NOT NULL,
    orange_opening INTEGER,
    orange_moves INTEGER NOT NULL,
    orange_seconds DOUBLE PRECISION NOT NULL,
    orange_graduations INTEGER NOT NULL,
    orange_behind INTEGER NOT NULL,
    gray_opening INTEGER,
    gray_moves INTEGER NOT NULL,
    gray_seconds DOUBLE PRECISION NOT NULL,
    gray_graduations INTEGER NOT NULL,
    gray_behind INTEGER NOT NULL
);
CREATE INDEX match_facts_of_server ON match_facts (guild_id, ended_at);

-- Sums over a person's finished matches in a server, so that a profile costs the same after ten
-- thousand of them. They hang on the key that stands for the person.
CREATE TABLE player_sums (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    matches INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    seconds DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild_id, player_key)
);

CREATE TABLE player_records (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    ruleset TEXT NOT NULL,
    seat TEXT NOT NULL,
    score DOUBLE PRECISION NOT NULL,
    why TEXT NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_key, ruleset, seat, score, why)
);

CREATE TABLE player_openings (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    square INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_key, square)
);

CREATE TABLE head_to_heads (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    opponent_key BIGINT NOT NULL REFERENCES players (player_key),
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_key, opponent_key)
);

CREATE TABLE badges (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    badge TEXT NOT NULL,
    match_id BIGINT NOT NULL REFERENCES matches (id),
    earned_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild_id, player_key, badge)
);

-- A finished match stands in the history of its server (0, 0), of each player (player, 0), and of
-- the two (player, opponent). A sort is what a history can be filtered by.
CREATE TABLE history_sorts (
    sort TEXT PRIMARY KEY,
    ruleset TEXT NOT NULL,
    stakes TEXT NOT NULL,
    score DOUBLE PRECISION NOT NULL
);
CREATE TABLE histories (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL,
    opponent_key BIGINT NOT NULL,
    sort TEXT NOT NULL REFERENCES history_sorts (sort),
    match_id BIGINT NOT NULL REFERENCES matches (id),
    PRIMARY KEY (guild_id, player_key, opponent_key, sort, match_id)
);

-- The rated results of a player in a ruleset, for the curve of their rating.
CREATE INDEX rated_results_of_orange ON rated_results (orange_key, guild_id, ruleset, id);
CREATE INDEX rated_results_of_gray ON rated_results (gray_key, guild_id, ruleset, id);
