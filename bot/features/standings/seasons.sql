-- name: season_that_runs(guild_id)
SELECT *
FROM seasons
WHERE guild_id = :guild_id AND number = (
    SELECT max(latest.number)
    FROM seasons AS latest
    WHERE latest.guild_id = :guild_id
) AND ended_at IS NULL;

-- name: seasons_of_server(guild_id)
SELECT *
FROM seasons
WHERE guild_id = :guild_id
ORDER BY number;

-- name: end_season(ended_at, id)!
UPDATE seasons
SET ended_at = :ended_at
WHERE id = :id AND ended_at IS NULL;

-- name: plan_season_end(ends_at, guild_id)!
UPDATE seasons
SET ends_at = :ends_at
WHERE guild_id = :guild_id AND ended_at IS NULL;

-- name: titles_of_player(player_key, guild_id)
SELECT seasons.number, titles.ruleset, titles.place
FROM titles
INNER JOIN seasons ON titles.season_id = seasons.id
WHERE titles.player_key = :player_key AND seasons.guild_id = :guild_id
ORDER BY seasons.number, titles.ruleset;

-- name: rulesets_of_season(guild_id, season_id)
-- Skip from one ruleset to the next instead of reading all ratings in it.
WITH RECURSIVE found (ruleset) AS (
    SELECT min(ruleset)
    FROM ratings
    WHERE guild_id = :guild_id
    UNION ALL
    SELECT (
        SELECT min(ratings.ruleset)
        FROM ratings
        WHERE ratings.guild_id = :guild_id AND ratings.ruleset > found.ruleset
    )
    FROM found
    WHERE found.ruleset IS NOT NULL
)

SELECT found.ruleset
FROM found
WHERE EXISTS (
    SELECT 1
    FROM ratings
    WHERE
        ratings.guild_id = :guild_id
        AND ratings.ruleset = found.ruleset
        AND ratings.scope = :season_id
)
ORDER BY found.ruleset;

-- name: results_of_season(guild_id, season_id)
SELECT count(*)
FROM rated_results
WHERE season_id = :season_id AND guild_id = :guild_id AND voided_at IS NULL;

-- name: last_titled_season(guild_id)
SELECT seasons.id
FROM seasons
WHERE seasons.guild_id = :guild_id AND EXISTS (
    SELECT 1
    FROM titles
    WHERE titles.season_id = seasons.id
)
ORDER BY seasons.number DESC
LIMIT 1;

-- name: titles_of_season(season_id)
SELECT titles.ruleset, titles.place, players.user_id
FROM titles
INNER JOIN players ON titles.player_key = players.player_key
WHERE
    titles.season_id = :season_id
    AND (players.user_id IS NULL OR players.listing <> 'left off')
ORDER BY titles.ruleset, titles.place, titles.player_key;

-- name: begin_season_anew(began_at, ends_at, id)!
UPDATE seasons
SET began_at = :began_at, ends_at = :ends_at
WHERE id = :id;
