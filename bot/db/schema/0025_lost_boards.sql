-- What Discord refused is out of date until it is shown, though it may have been up to date before: a board
-- that was to notify a player.
UPDATE outbox
SET shown_revision = revision - 1
WHERE kind = 'board' AND lost_at IS NOT NULL AND shown_revision >= revision;
