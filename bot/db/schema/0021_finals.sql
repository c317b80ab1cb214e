-- The final of the winners of a league's groups: whether there is one, and who is in it in which place.
ALTER TABLE tournaments ADD COLUMN final TEXT NOT NULL DEFAULT 'none';
ALTER TABLE entrants ADD COLUMN final_seed INTEGER;
ALTER TABLE entrants ADD COLUMN final_place INTEGER;
