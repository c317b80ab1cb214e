-- Since when a player of a ladder rests; NULL also for those who began to before this was kept.
ALTER TABLE rungs ADD COLUMN rests_since DOUBLE PRECISION;
CREATE INDEX rungs_off ON rungs (ladder_id, off_at) WHERE off_at IS NOT NULL;
