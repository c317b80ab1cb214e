-- Where the matches of a tournament begin: in direct messages, or in threads if they are few.
ALTER TABLE tournaments ADD COLUMN venue TEXT NOT NULL DEFAULT 'direct';
