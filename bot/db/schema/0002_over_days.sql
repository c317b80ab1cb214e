-- What a match is played for and where, stopped clocks, takebacks, and threads to look after.
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

-- When the thread of a match is looked at next: kept awake while it lives, named after its result.
ALTER TABLE matches ADD COLUMN thread_look_at DOUBLE PRECISION;
UPDATE matches
SET thread_look_at = changed_at
WHERE outcome_why IS NULL AND channel_id <> origin_id;
CREATE INDEX matches_with_thread ON matches (thread_look_at) WHERE thread_look_at IS NOT NULL;

-- Turns that were taken back. The record is what was played in the end; a bed that showed one of
-- these keeps its picture. `back_at` is the revision from which the turn counts no more.
CREATE TABLE turns_taken_back (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    revision BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    notation TEXT NOT NULL,
    position TEXT NOT NULL,
    user_id BIGINT NOT NULL,
    played_at DOUBLE PRECISION NOT NULL,
    back_at BIGINT NOT NULL,
    PRIMARY KEY (match_id, revision, ply)
);
