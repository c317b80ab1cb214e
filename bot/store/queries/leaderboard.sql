-- name: ranked(guild_id, ruleset, scope)$
SELECT coalesce(sum(players), 0)
FROM rating_counts
WHERE guild_id = :guild_id AND ruleset = :ruleset AND scope = :scope;

-- name: ranked_above(guild_id, ruleset, scope, shown)$
SELECT coalesce(sum(players), 0)
FROM rating_counts
WHERE guild_id = :guild_id AND ruleset = :ruleset AND scope = :scope AND shown > :shown;

-- name: points_at_place(guild_id, ruleset, scope, after)^
SELECT counted.shown, counted.above
FROM (
    SELECT
        shown,
        players,
        sum(players) OVER (ORDER BY shown DESC) - players AS above
    FROM rating_counts
    WHERE guild_id = :guild_id AND ruleset = :ruleset AND scope = :scope
) AS counted
WHERE counted.above <= :after AND counted.above + counted.players > :after;

-- name: ranked_from(guild_id, ruleset, scope, shown, skipped, most)
SELECT ratings.*, players.user_id, players.listing, members.left_at
FROM ratings
INNER JOIN players ON ratings.player_key = players.player_key
LEFT JOIN members
    ON ratings.guild_id = members.guild_id AND players.user_id = members.user_id
WHERE
    ratings.guild_id = :guild_id
    AND ratings.ruleset = :ruleset
    AND ratings.scope = :scope
    AND ratings.shown IS NOT NULL
    AND ratings.shown <= :shown
ORDER BY ratings.shown DESC, ratings.player_key DESC
LIMIT :most OFFSET :skipped;

-- name: rating_of_user(user_id, guild_id, ruleset, scope)^
SELECT ratings.*, players.listing
FROM players
INNER JOIN ratings ON players.player_key = ratings.player_key
WHERE
    players.user_id = :user_id
    AND ratings.guild_id = :guild_id
    AND ratings.ruleset = :ruleset
    AND ratings.scope = :scope;

-- name: listed_before(guild_id, ruleset, scope, shown, player_key)$
SELECT count(*)
FROM ratings
WHERE
    guild_id = :guild_id
    AND ruleset = :ruleset
    AND scope = :scope
    AND shown IS NOT NULL
    AND shown = :shown
    AND player_key > :player_key;
