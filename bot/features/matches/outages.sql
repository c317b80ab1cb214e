-- name: edges_of_timed(most)
-- The last match of each batch of live matches with a deadline, in order. The sum keeps SQLite from scanning
-- all matches for that order, and the server's number leads it to the index of the live ones.
SELECT max(id)
FROM (
    SELECT id, row_number() OVER (ORDER BY id + 0) AS place
    FROM matches
    WHERE outcome_why IS NULL AND guild_id >= 0 AND deadline IS NOT NULL
) AS timed
GROUP BY (place - 1) / :most
ORDER BY max(id);

-- name: clocks_moved(gap, guild_id, from_id, to_id)!
UPDATE matches
SET deadline = deadline + :gap, turn_began_at = turn_began_at + :gap
WHERE
    id >= :from_id
    AND id < :to_id
    AND outcome_why IS NULL
    AND deadline IS NOT NULL
    AND weekends = 'played'
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'));

-- name: paused_clocks(guild_id, from_id, to_id)
SELECT id, deadline, turn_began_at
FROM matches
WHERE
    id >= :from_id
    AND id < :to_id
    AND outcome_why IS NULL
    AND deadline IS NOT NULL
    AND weekends = 'paused'
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'));

-- name: vacations_found_over(last, guild_id)
SELECT id, weekends, orange_away_until, gray_away_until
FROM matches
WHERE
    outcome_why IS NULL
    AND orange_away_until IS NOT NULL
    AND orange_away_until <= :last
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'))
UNION
SELECT id, weekends, orange_away_until, gray_away_until
FROM matches
WHERE
    outcome_why IS NULL
    AND gray_away_until IS NOT NULL
    AND gray_away_until <= :last
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'));

-- name: orange_vacations_moved(last, now, guild_id)!
UPDATE matches
SET orange_away_until = :now
WHERE
    outcome_why IS NULL
    AND orange_away_until IS NOT NULL
    AND orange_away_until > :last
    AND orange_away_until < :now
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'));

-- name: gray_vacations_moved(last, now, guild_id)!
UPDATE matches
SET gray_away_until = :now
WHERE
    outcome_why IS NULL
    AND gray_away_until IS NOT NULL
    AND gray_away_until > :last
    AND gray_away_until < :now
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'));

-- name: ends_of_time(from_id, to_id)
SELECT CAST(id AS TEXT) AS key, deadline AS due_at
FROM matches
WHERE id >= :from_id AND id < :to_id AND outcome_why IS NULL AND deadline IS NOT NULL;

-- name: timed_of_range(weekends, guild_id, from_id, to_id)
SELECT id
FROM matches
WHERE
    id >= :from_id
    AND id < :to_id
    AND weekends = :weekends
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'));

-- name: urgent_of_range(until, guild_id, from_id, to_id)
SELECT id
FROM matches
WHERE
    id >= :from_id
    AND id < :to_id
    AND outcome_why IS NULL
    AND deadline IS NOT NULL
    AND deadline <= :until
    AND (CAST(:guild_id AS BIGINT) IS NULL OR (guild_id = :guild_id AND venue <> 'direct'));
