-- Pages of matches on the web. Each player who wants a match to be shared has a row in `page_consents`; the
-- match has a page, with a secret address, once as many want it as `needs` says.
CREATE TABLE match_pages (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    slug TEXT NOT NULL UNIQUE,
    needs INTEGER NOT NULL,
    shared_at DOUBLE PRECISION NOT NULL
);

CREATE TABLE page_consents (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    user_id BIGINT NOT NULL,
    given_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, user_id)
);
CREATE INDEX page_consents_of_user ON page_consents (user_id);

-- Whether matches of a server may have pages, and whether a person is named there.
ALTER TABLE servers ADD COLUMN match_pages TEXT NOT NULL DEFAULT 'finished';
ALTER TABLE preferences ADD COLUMN page_name TEXT NOT NULL DEFAULT 'named';
