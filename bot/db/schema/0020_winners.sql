-- The role of those who have won the tournament that ended last.
ALTER TABLE servers ADD COLUMN winners_role_id BIGINT;
-- Whom the bot has given that role, or is about to; what others have given is not here.
CREATE TABLE role_holders (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    role_id BIGINT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (guild_id, user_id, role_id)
);
CREATE INDEX role_holders_of_user ON role_holders (user_id);
