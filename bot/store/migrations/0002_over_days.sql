-- What a match is played for and where, stopped clocks, and takebacks.
ALTER TABLE matches ADD COLUMN stakes TEXT NOT NULL DEFAULT 'casual';
ALTER TABLE matches ADD COLUMN weekends TEXT NOT NULL DEFAULT 'played';
ALTER TABLE matches ADD COLUMN held DOUBLE PRECISION;
ALTER TABLE matches ADD COLUMN takeback TEXT;
ALTER TABLE matches ADD COLUMN home TEXT NOT NULL DEFAULT 'thread';

ALTER TABLE challenges ADD COLUMN stakes TEXT NOT NULL DEFAULT 'casual';
ALTER TABLE challenges ADD COLUMN weekends TEXT NOT NULL DEFAULT 'played';
ALTER TABLE challenges ADD COLUMN home TEXT NOT NULL DEFAULT 'thread';
ALTER TABLE challenges ADD COLUMN role_id BIGINT;
ALTER TABLE challenges ADD COLUMN counters BIGINT;
ALTER TABLE challenges ADD COLUMN reason TEXT;
