-- Whose turn it is, as a column of its own.
ALTER TABLE matches ADD COLUMN to_move TEXT NOT NULL DEFAULT 'o';
UPDATE matches
SET to_move = CASE WHEN position LIKE '% g %' THEN 'g' ELSE 'o' END;
