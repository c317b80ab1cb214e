-- The channel with the list of who wants to play, and whether a challenge is shown by that or by a message.
ALTER TABLE servers ADD COLUMN lobby_channel_id BIGINT;
ALTER TABLE challenges ADD COLUMN display TEXT NOT NULL DEFAULT 'message';
CREATE INDEX challenges_waiting ON challenges (guild_id, offered_at)
WHERE state = 'open' AND friend_id IS NULL;
