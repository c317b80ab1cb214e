-- What is set for a server, and what its moderators have done.
ALTER TABLE servers ADD COLUMN home TEXT NOT NULL DEFAULT 'thread';
ALTER TABLE servers ADD COLUMN games_channel_id BIGINT;
ALTER TABLE servers ADD COLUMN players_role_id BIGINT;
ALTER TABLE servers ADD COLUMN most_matches INTEGER NOT NULL DEFAULT 30;
ALTER TABLE servers ADD COLUMN most_challenges INTEGER NOT NULL DEFAULT 5;
ALTER TABLE servers ADD COLUMN ruleset TEXT NOT NULL DEFAULT 'classic';
ALTER TABLE servers ADD COLUMN time_control TEXT NOT NULL DEFAULT '259200';
ALTER TABLE servers ADD COLUMN stakes TEXT NOT NULL DEFAULT 'rated';
ALTER TABLE servers ADD COLUMN pings TEXT NOT NULL DEFAULT 'allowed';
ALTER TABLE servers ADD COLUMN vacation_days INTEGER NOT NULL DEFAULT 30;
ALTER TABLE servers ADD COLUMN leaving TEXT NOT NULL DEFAULT 'clock runs';
ALTER TABLE servers ADD COLUMN log_channel_id BIGINT;

-- What a moderator said when they ended a match.
ALTER TABLE matches ADD COLUMN outcome_note TEXT;
CREATE INDEX matches_live_of_server ON matches (guild_id, changed_at) WHERE outcome_why IS NULL;
CREATE INDEX challenges_of_message ON challenges (message_id);

-- Who may not play in a server.
CREATE TABLE bans (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    moderator_id BIGINT NOT NULL,
    banned_at DOUBLE PRECISION NOT NULL,
    until_at DOUBLE PRECISION,
    reason TEXT,
    PRIMARY KEY (guild_id, user_id)
);

-- What moderators did; a row waits until `post_at` for its place in the server's log channel.
CREATE TABLE moderations (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    moderator_id BIGINT NOT NULL,
    action TEXT NOT NULL,
    user_id BIGINT,
    match_id BIGINT,
    challenge_id BIGINT,
    reason TEXT,
    until_at DOUBLE PRECISION,
    done_at DOUBLE PRECISION NOT NULL,
    post_at DOUBLE PRECISION,
    attempts INTEGER NOT NULL
);
CREATE INDEX moderations_of_server ON moderations (guild_id, id);
CREATE INDEX moderations_unposted ON moderations (post_at) WHERE post_at IS NOT NULL;
INSERT INTO counters (name, value) VALUES ('moderation', 0);
