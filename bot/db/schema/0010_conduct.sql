-- Whether others wait for the result of a match, and the seats whose clocks wait for their first board.
ALTER TABLE matches ADD COLUMN conduct TEXT NOT NULL DEFAULT 'friendly';
ALTER TABLE matches ADD COLUMN awaits_board TEXT;
