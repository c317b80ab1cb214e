-- Whether the boards that a person alone sees are pictures or in words.
ALTER TABLE preferences ADD COLUMN boards TEXT NOT NULL DEFAULT 'picture';
