-- Matches against the bot: where it sits, how strong it plays, and when it is to answer.
ALTER TABLE matches ADD COLUMN bot_seat TEXT;
ALTER TABLE matches ADD COLUMN bot_level INTEGER;
ALTER TABLE matches ADD COLUMN bot_pace TEXT;
ALTER TABLE matches ADD COLUMN measured TEXT;
ALTER TABLE matches ADD COLUMN answer_at DOUBLE PRECISION;
CREATE INDEX matches_to_answer ON matches (answer_at) WHERE answer_at IS NOT NULL;

ALTER TABLE challenges ADD COLUMN bot_level INTEGER;
ALTER TABLE challenges ADD COLUMN bot_pace TEXT;
ALTER TABLE challenges ADD COLUMN measured TEXT;
