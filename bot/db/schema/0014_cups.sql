-- Cups beside leagues: how a bracket is drawn, and whether the third place is played for.
ALTER TABLE tournaments ADD COLUMN format TEXT NOT NULL DEFAULT 'league';
ALTER TABLE tournaments ADD COLUMN seeding TEXT NOT NULL DEFAULT 'seeded';
ALTER TABLE tournaments ADD COLUMN play_off TEXT NOT NULL DEFAULT 'none';
