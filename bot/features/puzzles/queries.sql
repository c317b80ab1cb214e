-- name: latest_puzzle_day(guild_id)
SELECT max(day)
FROM puzzle_days
WHERE guild_id = :guild_id;

-- name: puzzles_used(guild_id)
SELECT puzzle, max(day) AS day
FROM puzzle_days
WHERE guild_id = :guild_id
GROUP BY puzzle;

-- name: puzzle_begun_anew(guild_id, day)!
UPDATE puzzle_attempts
SET found = 0
WHERE guild_id = :guild_id AND day = :day AND solved_at IS NULL;

-- name: puzzle_attempt(guild_id, day, user_id)
SELECT *
FROM puzzle_attempts
WHERE guild_id = :guild_id AND day = :day AND user_id = :user_id;

-- name: keep_puzzle_attempt(guild_id, day, user_id, found, misses, solved_at, solved_day, gave_up_at, seen_found, seen_misses)!
INSERT INTO puzzle_attempts (
    guild_id, day, user_id, found, misses, solved_at, solved_day, gave_up_at, shared_at
)
VALUES (
    :guild_id, :day, :user_id, :found, :misses, :solved_at, :solved_day, :gave_up_at, NULL
)
ON CONFLICT (guild_id, day, user_id) DO UPDATE SET
    found = excluded.found,
    misses = excluded.misses,
    solved_at = excluded.solved_at,
    solved_day = excluded.solved_day,
    gave_up_at = excluded.gave_up_at
WHERE
    puzzle_attempts.found = :seen_found
    AND puzzle_attempts.misses = :seen_misses
    AND puzzle_attempts.solved_at IS NULL
    AND puzzle_attempts.gave_up_at IS NULL;

-- name: share_puzzle(until, guild_id, day, user_id, now)!
UPDATE puzzle_attempts
SET sharing_until = :until
WHERE
    guild_id = :guild_id
    AND day = :day
    AND user_id = :user_id
    AND solved_at IS NOT NULL
    AND shared_at IS NULL
    AND (sharing_until IS NULL OR sharing_until <= :now);

-- name: puzzle_shared(shared_at, guild_id, day, user_id)!
UPDATE puzzle_attempts
SET shared_at = :shared_at, sharing_until = NULL
WHERE guild_id = :guild_id AND day = :day AND user_id = :user_id;

-- name: puzzle_not_shared(guild_id, day, user_id)!
UPDATE puzzle_attempts
SET sharing_until = NULL
WHERE guild_id = :guild_id AND day = :day AND user_id = :user_id;

-- name: puzzle_counts(guild_id, day)
SELECT
    coalesce(sum(CASE WHEN found > 0 OR misses > 0 THEN 1 ELSE 0 END), 0) AS tried,
    coalesce(sum(CASE WHEN solved_day = day THEN 1 ELSE 0 END), 0) AS solved
FROM puzzle_attempts
WHERE guild_id = :guild_id AND day = :day;

-- name: puzzle_solvers(guild_id, day, most)
SELECT puzzle_attempts.*, members.left_at
FROM puzzle_attempts
LEFT JOIN players ON puzzle_attempts.user_id = players.user_id
LEFT JOIN members
    ON
        puzzle_attempts.guild_id = members.guild_id
        AND puzzle_attempts.user_id = members.user_id
WHERE
    puzzle_attempts.guild_id = :guild_id
    AND puzzle_attempts.day = :day
    AND puzzle_attempts.solved_day = :day
    AND (players.listing IS NULL OR players.listing = 'listed')
ORDER BY puzzle_attempts.solved_at, puzzle_attempts.user_id
LIMIT :most;

-- name: puzzle_best_solver(guild_id, day)
SELECT puzzle_attempts.*, members.left_at
FROM puzzle_attempts
LEFT JOIN players ON puzzle_attempts.user_id = players.user_id
LEFT JOIN members
    ON
        puzzle_attempts.guild_id = members.guild_id
        AND puzzle_attempts.user_id = members.user_id
WHERE
    puzzle_attempts.guild_id = :guild_id
    AND puzzle_attempts.day = :day
    AND puzzle_attempts.solved_day = :day
    AND (players.listing IS NULL OR players.listing = 'listed')
ORDER BY puzzle_attempts.misses, puzzle_attempts.solved_at, puzzle_attempts.user_id
LIMIT 1;

-- name: unbroken_puzzle_streaks(guild_id, after, most)
SELECT puzzle_streaks.*, members.left_at
FROM puzzle_streaks
LEFT JOIN players ON puzzle_streaks.user_id = players.user_id
LEFT JOIN members
    ON
        puzzle_streaks.guild_id = members.guild_id
        AND puzzle_streaks.user_id = members.user_id
WHERE
    puzzle_streaks.guild_id = :guild_id
    AND puzzle_streaks.last_until > :after
    AND puzzle_streaks.running > 0
    AND (players.listing IS NULL OR players.listing = 'listed')
ORDER BY puzzle_streaks.running DESC, puzzle_streaks.longest DESC, puzzle_streaks.user_id
LIMIT :most;

-- name: puzzles_seen_by(user_id)
SELECT puzzle, seen_at
FROM puzzles_seen
WHERE user_id = :user_id;

-- name: puzzle_result_of(user_id, puzzle)
SELECT result
FROM puzzles_seen
WHERE user_id = :user_id AND puzzle = :puzzle;

-- name: puzzle_seen(user_id, puzzle, seen_at)!
INSERT INTO puzzles_seen (user_id, puzzle, seen_at, result)
VALUES (:user_id, :puzzle, :seen_at, NULL)
ON CONFLICT (user_id, puzzle) DO UPDATE SET seen_at = excluded.seen_at;

-- name: puzzle_met(user_id, puzzle, seen_at, result)!
INSERT INTO puzzles_seen (user_id, puzzle, seen_at, result)
VALUES (:user_id, :puzzle, :seen_at, :result)
ON CONFLICT (user_id, puzzle) DO UPDATE SET result = excluded.result
WHERE puzzles_seen.result IS NULL;

-- name: longest_puzzle_runs(guild_id, most)
SELECT puzzle_runs.user_id, puzzle_runs.best, members.left_at
FROM puzzle_runs
LEFT JOIN players ON puzzle_runs.user_id = players.user_id
LEFT JOIN members
    ON
        puzzle_runs.guild_id = members.guild_id
        AND puzzle_runs.user_id = members.user_id
WHERE
    puzzle_runs.guild_id = :guild_id
    AND puzzle_runs.best > 0
    AND (players.listing IS NULL OR players.listing = 'listed')
ORDER BY puzzle_runs.best DESC, puzzle_runs.best_at, puzzle_runs.user_id
LIMIT :most;
