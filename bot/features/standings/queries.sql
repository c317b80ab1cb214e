-- name: ranked(guild_id, ruleset, scope)
SELECT coalesce(sum(players), 0)
FROM rating_counts
WHERE guild_id = :guild_id AND ruleset = :ruleset AND scope = :scope;

-- name: ranked_above(guild_id, ruleset, scope, shown)
SELECT coalesce(sum(players), 0)
FROM rating_counts
WHERE guild_id = :guild_id AND ruleset = :ruleset AND scope = :scope AND shown > :shown;

-- name: points_at_place(guild_id, ruleset, scope, after)
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

-- name: not_ranked_yet(guild_id, ruleset, scope, most)
SELECT ratings.*, players.user_id, players.listing, members.left_at
FROM ratings
INNER JOIN players ON ratings.player_key = players.player_key
LEFT JOIN members
    ON ratings.guild_id = members.guild_id AND players.user_id = members.user_id
WHERE
    ratings.guild_id = :guild_id
    AND ratings.ruleset = :ruleset
    AND ratings.scope = :scope
    AND ratings.shown IS NULL
    AND ratings.wins + ratings.draws + ratings.losses > 0
    AND players.listing <> 'left off'
    AND players.user_id IS NOT NULL
ORDER BY ratings.points DESC, ratings.player_key DESC
LIMIT :most;

-- name: count_not_ranked_yet(guild_id, ruleset, scope)
SELECT count(*)
FROM ratings
INNER JOIN players ON ratings.player_key = players.player_key
WHERE
    ratings.guild_id = :guild_id
    AND ratings.ruleset = :ruleset
    AND ratings.scope = :scope
    AND ratings.shown IS NULL
    AND ratings.wins + ratings.draws + ratings.losses > 0
    AND players.listing <> 'left off'
    AND players.user_id IS NOT NULL;

-- name: rating_of_user(user_id, guild_id, ruleset, scope)
SELECT ratings.*, players.listing
FROM players
INNER JOIN ratings ON players.player_key = ratings.player_key
WHERE
    players.user_id = :user_id
    AND ratings.guild_id = :guild_id
    AND ratings.ruleset = :ruleset
    AND ratings.scope = :scope;

-- name: listed_before(guild_id, ruleset, scope, shown, player_key)
SELECT count(*)
FROM ratings
WHERE
    guild_id = :guild_id
    AND ruleset = :ruleset
    AND scope = :scope
    AND shown IS NOT NULL
    AND shown = :shown
    AND player_key > :player_key;

-- name: player_keys(one_id, other_id)
SELECT player_key, user_id, listing
FROM players
WHERE user_id = :one_id OR user_id = :other_id
ORDER BY user_id;

-- name: ratings_of_two(guild_id, ruleset, scope, one_key, other_key)
SELECT *
FROM ratings
WHERE
    guild_id = :guild_id
    AND ruleset = :ruleset
    AND (scope = 0 OR scope = :scope)
    AND (player_key = :one_key OR player_key = :other_key);

-- name: last_season_rating(player_key, guild_id, ruleset, scope)
SELECT *
FROM ratings
WHERE
    player_key = :player_key
    AND guild_id = :guild_id
    AND ruleset = :ruleset
    AND scope > 0
    AND scope < :scope
ORDER BY scope DESC
LIMIT 1;

-- name: meetings_of(guild_id, ruleset, scope, one_key, other_key)
SELECT scope, meetings
FROM rating_pairs
WHERE
    guild_id = :guild_id
    AND ruleset = :ruleset
    AND (scope = 0 OR scope = :scope)
    AND one_key = :one_key
    AND other_key = :other_key;

-- name: void_rated_result(voided_at, match_id)!
UPDATE rated_results
SET voided_at = :voided_at
WHERE match_id = :match_id AND voided_at IS NULL;

-- name: rating_tables()
SELECT DISTINCT guild_id, ruleset
FROM rated_results
ORDER BY guild_id, ruleset;

-- name: rated_results_of(guild_id, ruleset)
SELECT *
FROM rated_results
WHERE guild_id = :guild_id AND ruleset = :ruleset
ORDER BY id;

-- name: rating_steps_of(guild_id, ruleset)
SELECT rating_steps.*
FROM rated_results
INNER JOIN rating_steps ON rated_results.id = rating_steps.result_id
WHERE rated_results.guild_id = :guild_id AND rated_results.ruleset = :ruleset;

-- name: ratings_of_table(guild_id, ruleset)
SELECT ratings.*, players.listing
FROM ratings
INNER JOIN players ON ratings.player_key = players.player_key
WHERE ratings.guild_id = :guild_id AND ratings.ruleset = :ruleset;

-- name: rating_counts_of(guild_id, ruleset)
SELECT scope, shown, players
FROM rating_counts
WHERE guild_id = :guild_id AND ruleset = :ruleset;

-- name: meetings_of_table(guild_id, ruleset)
SELECT *
FROM rating_pairs
WHERE guild_id = :guild_id AND ruleset = :ruleset;

-- name: state_of_table(guild_id, ruleset)
SELECT
    (
        SELECT max(id)
        FROM rated_results
        WHERE guild_id = :guild_id AND ruleset = :ruleset
    ) AS latest,
    (
        SELECT count(voided_at)
        FROM rated_results
        WHERE guild_id = :guild_id AND ruleset = :ruleset
    ) AS voided,
    (
        SELECT count(ended_at)
        FROM seasons
        WHERE guild_id = :guild_id
    ) AS ended,
    (
        SELECT coalesce(sum(ratings.player_key), 0)
        FROM ratings
        INNER JOIN players ON ratings.player_key = players.player_key
        WHERE
            ratings.guild_id = :guild_id
            AND ratings.ruleset = :ruleset
            AND ratings.scope = 0
            AND players.listing = 'left off'
    ) AS left_off;

-- name: listings_of(guild_id, ruleset)
SELECT DISTINCT players.player_key, players.listing
FROM rated_results
INNER JOIN players
    ON rated_results.orange_key = players.player_key OR rated_results.gray_key = players.player_key
WHERE rated_results.guild_id = :guild_id AND rated_results.ruleset = :ruleset;

-- name: ratings_of_player(player_key)
SELECT *
FROM ratings
WHERE player_key = :player_key
ORDER BY guild_id, ruleset, scope;

-- name: steps_of_result(result_id, scope)
SELECT *
FROM rating_steps
WHERE result_id = :result_id AND scope = :scope;

-- name: rated_of_server(guild_id, most)
SELECT matches.*
FROM rated_results
INNER JOIN matches ON rated_results.match_id = matches.id
WHERE rated_results.guild_id = :guild_id AND rated_results.voided_at IS NULL
ORDER BY rated_results.id DESC
LIMIT :most;
