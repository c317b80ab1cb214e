-- What players were told, when they shared a match, that its page may be in besides their link: the public
-- leaderboard of its server, and search engines. Only then is it there.
ALTER TABLE page_consents ADD COLUMN leaderboard_told_at DOUBLE PRECISION;
ALTER TABLE page_consents ADD COLUMN search_told_at DOUBLE PRECISION;
ALTER TABLE match_pages ADD COLUMN guild_id BIGINT;
UPDATE match_pages
SET guild_id = (SELECT matches.guild_id FROM matches WHERE matches.id = match_pages.match_id);
CREATE INDEX match_pages_of_server ON match_pages (guild_id, shared_at);

-- Whether search engines may list the pages of a server.
ALTER TABLE servers ADD COLUMN search_engines TEXT NOT NULL DEFAULT 'hidden';
