-- What the engine made of matches that are over. The body is JSON, and of the edition that is named.
CREATE TABLE analyses (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    edition TEXT NOT NULL,
    body TEXT NOT NULL,
    made_at DOUBLE PRECISION NOT NULL
);
