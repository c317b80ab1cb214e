-- A match begins once the message of its challenge was looked for, so each board that is posted first asks
-- what is being posted. That is little at any time, however many challenges there have been.
CREATE INDEX outbox_being_posted ON outbox (kind) WHERE after_id IS NOT NULL;
