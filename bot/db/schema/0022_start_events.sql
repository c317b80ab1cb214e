-- Whether the start of a tournament is among the server's events, and which event it is.
ALTER TABLE servers ADD COLUMN start_events TEXT NOT NULL DEFAULT 'off';
ALTER TABLE tournaments ADD COLUMN event_id BIGINT;
