-- What those who manage a tournament have decided, and may undo until it takes effect. Its `undo_number` is
-- a number of the same count.
CREATE TABLE decisions (
    id BIGINT PRIMARY KEY,
    tournament_id BIGINT NOT NULL REFERENCES tournaments (id),
    manager_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    made_at DOUBLE PRECISION NOT NULL,
    until_at DOUBLE PRECISION NOT NULL,
    state TEXT NOT NULL,
    first_id BIGINT,
    second_id BIGINT,
    leg INTEGER,
    result TEXT,
    finish_by DOUBLE PRECISION,
    finish_before DOUBLE PRECISION,
    undo_number BIGINT
);
CREATE INDEX decisions_of_tournament ON decisions (tournament_id);
CREATE INDEX decisions_of_manager ON decisions (manager_id);
INSERT INTO counters (name, value) VALUES ('decision', 0);
