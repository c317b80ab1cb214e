-- name: latest_in_server(guild_id, most)
-- Those that users can still do something in come first.
SELECT *
FROM tournaments
WHERE guild_id = :guild_id AND state <> 'draft'
ORDER BY CASE WHEN state IN ('open', 'running') THEN 0 ELSE 1 END, created_at DESC, id DESC
LIMIT :most;

-- name: entries_in_server(user_id, guild_id)
-- Who is through with a tournament is free for another.
SELECT count(*)
FROM entrants
INNER JOIN tournaments ON entrants.tournament_id = tournaments.id
WHERE
    entrants.user_id = :user_id
    AND entrants.state <> 'out'
    AND entrants.place IS NULL
    AND tournaments.guild_id = :guild_id
    AND tournaments.state IN ('open', 'running');

-- name: tournaments_of_user(user_id, guild_id)
-- Those under way in which a user has a place or waits for one; in all servers if none is named.
SELECT tournaments.*
FROM entrants
INNER JOIN tournaments ON entrants.tournament_id = tournaments.id
WHERE
    entrants.user_id = :user_id
    AND entrants.state <> 'out'
    AND (CAST(:guild_id AS BIGINT) IS NULL OR tournaments.guild_id = :guild_id)
    AND tournaments.state IN ('open', 'running')
ORDER BY tournaments.created_at, tournaments.id;

-- name: under_way_in_server(guild_id)
SELECT *
FROM tournaments
WHERE guild_id = :guild_id AND state IN ('open', 'running')
ORDER BY id;

-- name: servers_with_tournaments()
SELECT DISTINCT guild_id
FROM tournaments
WHERE state IN ('open', 'running') AND guild_id >= 0;

-- name: drafts_discarded(host_id, guild_id)!
DELETE FROM tournaments
WHERE host_id = :host_id AND guild_id = :guild_id AND state = 'draft';

-- name: drafts_erased(host_id)!
DELETE FROM tournaments
WHERE host_id = :host_id AND state = 'draft';

-- name: pairing_to_decide(match_id)
SELECT *
FROM pairings
WHERE match_id = :match_id AND result IS NULL;

-- name: entries_erased(user_id)!
-- Of a tournament that has not begun; its place is free.
DELETE FROM entrants
WHERE
    user_id = :user_id
    AND EXISTS (
        SELECT 1 FROM tournaments
        WHERE tournaments.id = entrants.tournament_id AND tournaments.state = 'open'
    );

-- name: entrant_anonymised(user_id, gone_id)!
UPDATE entrants
SET user_id = :gone_id
WHERE user_id = :user_id;

-- name: host_anonymised(user_id, gone_id)!
UPDATE tournaments
SET host_id = :gone_id
WHERE host_id = :user_id;

-- name: next_to_move_up(tournament_id, places)
-- Who waits longest, if a place has become free.
SELECT *
FROM entrants
WHERE
    tournament_id = :tournament_id
    AND state = 'waiting'
    AND (
        SELECT count(*) FROM entrants AS placed
        WHERE placed.tournament_id = :tournament_id AND placed.state = 'in'
    ) < :places
ORDER BY id
LIMIT 1;

-- name: as_subject(id)
SELECT id
FROM tournaments
WHERE id = :id;

-- name: groups_won(user_id, guild_id, most)
SELECT
    tournaments.name,
    tournaments.season,
    tournaments.cadence,
    entrants.group_number,
    (
        SELECT max(others.group_number)
        FROM entrants AS others
        WHERE others.tournament_id = tournaments.id
    ) AS last_group,
    entrants.final_place
FROM entrants
INNER JOIN tournaments ON entrants.tournament_id = tournaments.id
WHERE
    entrants.user_id = :user_id
    AND tournaments.guild_id = :guild_id
    AND tournaments.state = 'ended'
    AND (
        entrants.final_place = 1
        OR (
            entrants.place = 1
            AND NOT EXISTS (
                SELECT 1 FROM entrants AS finalists
                WHERE
                    finalists.tournament_id = tournaments.id
                    AND finalists.final_seed IS NOT NULL
            )
        )
    )
ORDER BY tournaments.ended_at DESC, tournaments.id DESC
LIMIT :most;
