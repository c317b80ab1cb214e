-- The digest of each migration as it was when it was applied, so that an edited migration is noticed.
-- The first one was applied before there were digests, and what it made was compared instead.
CREATE TABLE migration_digests (
    version INTEGER PRIMARY KEY,
    digest TEXT NOT NULL
);

INSERT INTO migration_digests (version, digest)
VALUES (1, 'b7671baf94ddd1c4a8f837ea01508cca71b357804a2a0568d2cc1cf8faf15311');
