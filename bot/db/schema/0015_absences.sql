-- Servers that the bot cannot reach: it was taken out of them, or Discord has them down.
CREATE TABLE absences (
    guild_id BIGINT PRIMARY KEY,
    since DOUBLE PRECISION NOT NULL
);
CREATE INDEX absences_longest ON absences (since);

-- When a bed that could not be delivered is tried again.
CREATE INDEX beds_lost ON beds (show_at) WHERE state = 'lost';
