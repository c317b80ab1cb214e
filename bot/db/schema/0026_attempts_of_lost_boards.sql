-- A board that Discord refused counts as failed at least once, so that it is tried again as such.
UPDATE outbox
SET attempts = 1
WHERE kind = 'board' AND lost_at IS NOT NULL AND attempts = 0;
