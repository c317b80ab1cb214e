-- After which share of their time people are reminded of a turn, in percent; 0 for never.
ALTER TABLE preferences ADD COLUMN reminder INTEGER NOT NULL DEFAULT 80;

-- Each turn wrote to it, and matches_live_of_server answers what it answered.
DROP INDEX matches_live;
