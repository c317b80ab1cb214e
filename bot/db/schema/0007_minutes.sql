-- Since when each player of a match by minutes is ready. Its clock starts once both are.
ALTER TABLE matches ADD COLUMN orange_ready_at DOUBLE PRECISION;
ALTER TABLE matches ADD COLUMN gray_ready_at DOUBLE PRECISION;
