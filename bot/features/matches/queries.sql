-- name: match_to_play(id)
SELECT matches.*, EXISTS (SELECT 1 FROM plans WHERE plans.match_id = matches.id) AS has_plans
FROM matches
WHERE matches.id = :id;

-- name: players_of_match(id)
SELECT orange_id
FROM matches
WHERE id = :id
UNION ALL
SELECT gray_id
FROM matches
WHERE id = :id;

-- name: match_to_play_in(channel_id)
SELECT matches.*, EXISTS (SELECT 1 FROM plans WHERE plans.match_id = matches.id) AS has_plans
FROM matches
WHERE matches.channel_id = :channel_id
ORDER BY matches.id DESC
LIMIT 1;

-- name: players_in(channel_id)
SELECT orange_id
FROM matches
WHERE id = (SELECT max(id) FROM matches WHERE channel_id = :channel_id)
UNION ALL
SELECT gray_id
FROM matches
WHERE id = (SELECT max(id) FROM matches WHERE channel_id = :channel_id);

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

-- name: hurry_match(id)!
UPDATE matches
SET bot_pace = 'at once'
WHERE id = :id AND bot_pace = 'unhurried';

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

-- name: turn_of_match(match_id, ply)
SELECT notation
FROM turns
WHERE match_id = :match_id AND ply = :ply;

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
GROUP BY ruleset, rules_version;

-- name: turn_at(match_id, ply)
SELECT notation
FROM turns
WHERE match_id = :match_id AND ply = :ply;

-- name: drop_turns_after(match_id, ply)!
DELETE FROM turns
WHERE match_id = :match_id AND ply > :ply;

-- name: person_has_played(user_id)
-- The match is over, was against another user, and both have placed.
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

-- name: forget_outcome_notes(user_id)!
UPDATE matches
SET outcome_note = NULL
WHERE outcome_note IS NOT NULL AND :user_id IN (orange_id, gray_id);

-- name: show_recent_anew(user_id, since)!
-- The boards of recent matches are edited for the name that they show.
UPDATE matches
SET revision = revision + 1
WHERE
    ended_at >= :since
    AND id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    );

-- name: recent_matches_of(user_id, since)
SELECT id
FROM matches
WHERE orange_id = :user_id AND ended_at >= :since
UNION ALL
SELECT id
FROM matches
WHERE gray_id = :user_id AND ended_at >= :since;

-- name: messages_of_recent_matches(user_id, since)
-- What their threads began from, which shows the newest result of a thread.
SELECT channel_id
FROM matches
WHERE orange_id = :user_id AND ended_at >= :since AND channel_id IS NOT NULL
UNION
SELECT channel_id
FROM matches
WHERE gray_id = :user_id AND ended_at >= :since AND channel_id IS NOT NULL
UNION
SELECT challenge_message_id
FROM matches
WHERE orange_id = :user_id AND ended_at >= :since AND challenge_message_id IS NOT NULL
UNION
SELECT challenge_message_id
FROM matches
WHERE gray_id = :user_id AND ended_at >= :since AND challenge_message_id IS NOT NULL;

-- name: recent_threads_of_user(user_id, since)
SELECT id, guild_id
FROM matches
WHERE
    venue = 'thread'
    AND channel_id <> origin_id
    AND ended_at >= :since
    AND id IN (
        SELECT id FROM matches WHERE orange_id = :user_id
        UNION ALL
        SELECT id FROM matches WHERE gray_id = :user_id
    );

-- name: begin_thread_from(message_id, id)!
-- A match that began before its challenge was shown had no message to create a thread from.
UPDATE matches
SET challenge_message_id = :message_id
WHERE challenge_message_id IS NULL AND channel_id IS NULL AND id = :id;

-- name: live_matches_in(guild_id, most)
SELECT id
FROM matches
WHERE guild_id = :guild_id AND outcome_why IS NULL AND venue <> 'direct'
LIMIT :most;

-- name: live_matches_in_person(guild_id)
SELECT id
FROM matches
WHERE guild_id = :guild_id AND outcome_why IS NULL AND venue = 'direct';

-- name: servers_with_live_matches()
SELECT DISTINCT guild_id
FROM matches
WHERE outcome_why IS NULL AND guild_id >= 0 AND venue <> 'direct';

-- name: users_at_play_since(guild_id, since)
-- Who has played a turn in a match of a server.
SELECT DISTINCT turns.user_id
FROM matches
INNER JOIN turns ON matches.id = turns.match_id
WHERE matches.guild_id = :guild_id AND matches.outcome_why IS NULL AND turns.played_at >= :since
UNION
SELECT DISTINCT turns.user_id
FROM matches
INNER JOIN turns ON matches.id = turns.match_id
WHERE matches.guild_id = :guild_id AND matches.ended_at >= :since AND turns.played_at >= :since;

-- name: matches_live()
SELECT count(*)
FROM matches
WHERE outcome_why IS NULL AND guild_id >= 0;

-- name: turns_with_times(match_id)
SELECT notation, played_at, revision
FROM turns
WHERE match_id = :match_id
ORDER BY ply;

-- name: live_of_server(guild_id, most)
-- Numbers are sorted instead of whole rows: a server may have thousands of live matches.
SELECT *
FROM matches
WHERE
    id IN (
        SELECT id
        FROM matches
        WHERE guild_id = :guild_id AND outcome_why IS NULL
        ORDER BY changed_at, id
        LIMIT :most
    )
ORDER BY changed_at, id;

-- name: practised_last(user_id, bot_id)
SELECT id AS match_id, ruleset, bot_level, bot_pace, measured
FROM matches
WHERE
    id IN (
        (
            SELECT max(id)
            FROM matches
            WHERE orange_id = :user_id AND gray_id = :bot_id
        ),
        (
            SELECT max(id)
            FROM matches
            WHERE orange_id = :bot_id AND gray_id = :user_id
        )
    )
ORDER BY id DESC
LIMIT 1;

-- name: matches_between(user_id, other_id)
SELECT count(*)
FROM matches
WHERE (orange_id = :user_id AND gray_id = :other_id) OR (orange_id = :other_id AND gray_id = :user_id);

-- name: matches_played_in(user_id, guild_id, against_bot)
-- The sum keeps SQLite from an index by server, which contains finished matches too.
SELECT count(*)
FROM matches
WHERE
    guild_id + 0 = :guild_id
    AND CASE WHEN bot_seat IS NULL THEN 0 ELSE 1 END = :against_bot
    AND conduct = 'friendly'
    AND (
        (orange_id = :user_id AND outcome_why IS NULL)
        OR (gray_id = :user_id AND outcome_why IS NULL)
    );

-- name: place_of_match(id)
SELECT revision, venue, guild_id, orange_id, gray_id
FROM matches
WHERE id = :id;

-- name: match_awaiting_board(id)
SELECT id
FROM matches
WHERE id = :id AND awaits_board IS NOT NULL AND outcome_why IS NULL;

-- name: has_sat(user_id)
SELECT 1
FROM matches
WHERE orange_id = :user_id OR gray_id = :user_id
LIMIT 1;

-- name: is_played_in(guild_id)
SELECT 1
WHERE
    EXISTS (SELECT 1 FROM matches WHERE guild_id = :guild_id AND outcome_why IS NULL)
    OR EXISTS (SELECT 1 FROM matches WHERE guild_id = :guild_id AND ended_at IS NOT NULL);

-- name: live_matches_of(user_id)
SELECT
    (SELECT count(*) FROM matches WHERE orange_id = :user_id AND outcome_why IS NULL)
    + (SELECT count(*) FROM matches WHERE gray_id = :user_id AND outcome_why IS NULL);

-- name: live_in_channel(channel_id)
SELECT id
FROM matches
WHERE channel_id = :channel_id AND outcome_why IS NULL AND id >= 0
ORDER BY id;

-- name: channels_with_live_matches()
-- Threads are checked one by one: Discord does not report archived ones.
SELECT DISTINCT guild_id, channel_id
FROM matches
WHERE
    outcome_why IS NULL
    AND guild_id >= 0
    AND venue <> 'direct'
    AND channel_id IS NOT NULL
    AND (venue = 'channel' OR channel_id = origin_id);

-- name: matches_in_thread(channel_id)
SELECT id
FROM matches
WHERE channel_id = :channel_id AND venue = 'thread';

-- name: threads_with_live_matches(shards, elsewhere, after, most)
SELECT id, channel_id
FROM matches
WHERE
    id > :after
    AND outcome_why IS NULL
    AND venue = 'thread'
    AND channel_id <> origin_id
    AND (matches.guild_id >> 22) % (:shards) NOT IN (:elsewhere)
ORDER BY id
LIMIT :most;

-- name: live_ids_of(user_id)
SELECT id
FROM matches
WHERE orange_id = :user_id AND outcome_why IS NULL
UNION ALL
SELECT id
FROM matches
WHERE gray_id = :user_id AND outcome_why IS NULL;
