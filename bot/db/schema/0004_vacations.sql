-- Vacations, and what a match's clock needs of them and of days that were given.
CREATE TABLE vacations (
    user_id BIGINT NOT NULL,
    guild_id BIGINT NOT NULL,
    begun_at DOUBLE PRECISION NOT NULL,
    ends_at DOUBLE PRECISION NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (user_id, guild_id, begun_at)
);
CREATE INDEX vacations_on ON vacations (ends_at) WHERE state = 'on';

ALTER TABLE matches ADD COLUMN stopped_at DOUBLE PRECISION;
ALTER TABLE matches ADD COLUMN orange_away_until DOUBLE PRECISION;
ALTER TABLE matches ADD COLUMN gray_away_until DOUBLE PRECISION;
ALTER TABLE matches ADD COLUMN orange_gave INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN gray_gave INTEGER NOT NULL DEFAULT 0;
CREATE INDEX matches_orange_away ON matches (orange_away_until)
WHERE outcome_why IS NULL AND orange_away_until IS NOT NULL;
CREATE INDEX matches_gray_away ON matches (gray_away_until)
WHERE outcome_why IS NULL AND gray_away_until IS NOT NULL;
