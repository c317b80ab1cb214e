-- name: match_to_play(id)
SELECT matches.*, EXISTS (SELECT 1 FROM plans WHERE plans.match_id = matches.id) AS has_plans
FROM matches
WHERE matches.id = :id;

-- name: match_to_play_in(channel_id)
SELECT matches.*, EXISTS (SELECT 1 FROM plans WHERE plans.match_id = matches.id) AS has_plans
FROM matches
WHERE matches.channel_id = :channel_id
ORDER BY matches.id DESC
LIMIT 1;

-- name: positions_in(channel_id)
SELECT position
FROM turns
WHERE
    match_id = (
        SELECT id
        FROM matches
        WHERE channel_id = :channel_id
        ORDER BY id DESC
        LIMIT 1
    )
ORDER BY ply;

-- name: unmeasure_match(id)!
UPDATE matches
SET measured = 'no'
WHERE id = :id AND measured = 'yes';

-- name: settle_venue(channel_id, venue, id)!
UPDATE matches
SET channel_id = :channel_id, venue = :venue
WHERE id = :id;

-- name: go_direct(id)!
UPDATE matches
SET venue = 'direct', channel_id = NULL
WHERE id = :id;

-- name: leave_direct(id)!
UPDATE matches
SET venue = 'thread'
WHERE id = :id AND venue = 'direct';

-- name: matches_of_user(user_id)
SELECT *
FROM matches
WHERE orange_id = :user_id AND outcome_why IS NULL
UNION ALL
SELECT *
FROM matches
WHERE gray_id = :user_id AND outcome_why IS NULL
ORDER BY changed_at, id;

-- name: matches_of_channel(channel_id, most)
SELECT *
FROM matches
WHERE channel_id = :channel_id
ORDER BY id DESC
LIMIT :most;

-- name: turns_of_match(match_id, revision)
SELECT notation
FROM turns
WHERE match_id = :match_id AND revision <= :revision
ORDER BY ply;

-- name: positions_of_match(match_id)
SELECT position
FROM turns
WHERE match_id = :match_id
ORDER BY ply;

-- name: last_turns_of_match(match_id, revision)
SELECT notation, position, revision
FROM turns
WHERE match_id = :match_id AND revision <= :revision
ORDER BY ply DESC
LIMIT 14;

-- name: latest_of_user(user_id, guild_id, most)
SELECT *
FROM matches
WHERE orange_id = :user_id AND guild_id = :guild_id
UNION ALL
SELECT *
FROM matches
WHERE gray_id = :user_id AND guild_id = :guild_id
ORDER BY id DESC
LIMIT :most;

-- name: latest_of_user_anywhere(user_id, most)
SELECT *
FROM matches
WHERE orange_id = :user_id
UNION ALL
SELECT *
FROM matches
WHERE gray_id = :user_id
ORDER BY id DESC
LIMIT :most;

-- name: latest_of_each_server(user_id, most)
SELECT *
FROM matches
WHERE
    id IN (
        SELECT max(played.id)
        FROM (
            SELECT id, guild_id
            FROM matches
            WHERE orange_id = :user_id
            UNION ALL
            SELECT id, guild_id
            FROM matches
            WHERE gray_id = :user_id
        ) AS played
        WHERE played.guild_id IS NOT NULL
        GROUP BY played.guild_id
    )
ORDER BY id DESC
LIMIT :most;

-- name: rulesets_kept()
SELECT ruleset, rules_version
FROM matches
UNION
SELECT ruleset, rules_version
FROM challenges
ORDER BY ruleset, rules_version;

-- name: turn_at(match_id, ply)
SELECT notation
FROM turns
WHERE match_id = :match_id AND ply = :ply;

-- name: drop_turns_after(match_id, ply)!
DELETE FROM turns
WHERE match_id = :match_id AND ply > :ply;

-- name: person_has_played(user_id)
-- The match is over, it was against a person, and both have placed.
SELECT 1
FROM (
    SELECT 1
    FROM matches
    WHERE orange_id = :user_id AND outcome_why IS NOT NULL AND bot_seat IS NULL AND ply > 1
    UNION ALL
    SELECT 1
    FROM matches
    WHERE gray_id = :user_id AND outcome_why IS NOT NULL AND bot_seat IS NULL AND ply > 1
) AS played
LIMIT 1;
