-- Beds in direct messages: whose they are, and at which turn their message was posted.
ALTER TABLE beds ADD COLUMN user_id BIGINT;
ALTER TABLE beds ADD COLUMN posted_ply BIGINT;
