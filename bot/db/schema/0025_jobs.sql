-- What is due later. `lease` is until when somebody does it, 0 while nobody does; `attempts` counts
-- the claims since it was scheduled, so that a job that was scheduled anew meanwhile is known. It
-- rests while the server `guild_id` is out of reach; 0 for none.
CREATE TABLE jobs (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    due_at DOUBLE PRECISION NOT NULL,
    lease DOUBLE PRECISION NOT NULL,
    attempts INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (kind, key)
);
CREATE INDEX jobs_due ON jobs (kind, due_at);
DROP INDEX seasons_due;
DROP INDEX vacations_on;
