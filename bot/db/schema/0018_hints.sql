-- Hints that people were given: one row for each that counts.
CREATE TABLE hints (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    user_id BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    position TEXT NOT NULL,
    notation TEXT NOT NULL,
    wins_in BIGINT,
    given_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, user_id, ply, position)
);
CREATE INDEX hints_of_user ON hints (user_id);
