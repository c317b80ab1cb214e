-- What the program keeps of itself: the numbers that were allotted last, single values, who leads. On a
-- server some are sequences instead.
CREATE TABLE counters (
    name TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);

INSERT INTO counters (name, value)
VALUES
    ('challenge', 0),
    ('match', 0),
    ('board', 0),
    ('notification', 0),
    ('moderation', 0),
    ('player', 0),
    ('season', 0),
    ('rated result', 0),
    ('post', 0);

CREATE TABLE stored_values (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE leader (
    seat INTEGER PRIMARY KEY CHECK (seat = 1),
    token TEXT NOT NULL,
    machine TEXT NOT NULL,
    process BIGINT NOT NULL,
    expires_at DOUBLE PRECISION NOT NULL
);

-- Where several processes share a server of PostgreSQL's: which they are, as each says anew all the
-- time, in `beats`, and whether Discord reaches it, 0 or 1; which of them connects a shard, and which
-- has it connected, 0 for nobody; and when the next shard of a bucket may identify itself to Discord.
CREATE TABLE processes (
    number BIGINT PRIMARY KEY,
    machine TEXT NOT NULL,
    process BIGINT NOT NULL,
    beats BIGINT NOT NULL,
    connected BIGINT NOT NULL,
    shards BIGINT NOT NULL
);

CREATE TABLE shards (
    number BIGINT PRIMARY KEY,
    held_by BIGINT NOT NULL,
    served_by BIGINT NOT NULL
);

CREATE TABLE buckets (
    number BIGINT PRIMARY KEY,
    free_at DOUBLE PRECISION NOT NULL
);

-- What is due later. `lease` is until when the process `claimed_by` does it, 0 while nobody does;
-- `attempts` counts the claims since it was scheduled, so that a job that was scheduled anew meanwhile
-- is known. It rests while the server `guild_id` is out of reach, 0 for none, and is done by whoever
-- serves the shard of the server `home_id`.
CREATE TABLE jobs (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    due_at DOUBLE PRECISION NOT NULL,
    lease DOUBLE PRECISION NOT NULL,
    attempts INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    home_id BIGINT NOT NULL,
    claimed_by BIGINT NOT NULL DEFAULT 0,
    payload TEXT NOT NULL,
    PRIMARY KEY (kind, key)
);
CREATE INDEX jobs_due ON jobs (kind, due_at);
CREATE INDEX jobs_tried ON jobs (guild_id) WHERE attempts > 0;

-- What people prefer, and what is set for servers. Minutes of the day are by the clock in `zone`;
-- `reminder` is after which share of their time people are reminded of a turn, in percent. `language`
-- is what somebody has chosen, `locale` what their Discord said last, where it is a language that we have.
CREATE TABLE preferences (
    user_id BIGINT PRIMARY KEY,
    placing_mode TEXT NOT NULL,
    theme TEXT,
    threats TEXT NOT NULL,
    turn_method TEXT NOT NULL,
    time_method TEXT NOT NULL,
    reminder INTEGER NOT NULL,
    offer_method TEXT NOT NULL,
    over_method TEXT NOT NULL,
    zone TEXT NOT NULL,
    quiet_begin INTEGER,
    quiet_end INTEGER,
    digest_minute INTEGER NOT NULL,
    takes_from TEXT NOT NULL DEFAULT 'anyone',
    language TEXT,
    locale TEXT
);

CREATE TABLE servers (
    guild_id BIGINT PRIMARY KEY,
    venue TEXT NOT NULL,
    games_channel_id BIGINT,
    players_role_id BIGINT,
    most_matches INTEGER NOT NULL,
    most_challenges INTEGER NOT NULL,
    vacation_days INTEGER NOT NULL,
    ruleset TEXT NOT NULL,
    time_control TEXT NOT NULL,
    stakes TEXT NOT NULL,
    pings TEXT NOT NULL,
    theme TEXT,
    leaving TEXT NOT NULL,
    log_channel_id BIGINT,
    digest_channel_id BIGINT,
    digest_day INTEGER NOT NULL,
    digest_hour INTEGER NOT NULL,
    leaderboard TEXT NOT NULL,
    season_days INTEGER,
    puzzle_channel_id BIGINT,
    puzzle_hour INTEGER,
    language TEXT
);

-- Servers whose language Discord does not know: that of the first challengers there, and when whoever
-- manages the server was asked whether it is the server's, which happens once.
CREATE TABLE language_questions (
    guild_id BIGINT PRIMARY KEY,
    language TEXT NOT NULL,
    asked_at DOUBLE PRECISION
);

-- Challenges. `counters` is the challenge that one answers with other terms.
CREATE TABLE challenges (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    challenger_id BIGINT NOT NULL,
    friend_id BIGINT,
    starts TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    time_control TEXT NOT NULL,
    stakes TEXT NOT NULL,
    weekends TEXT NOT NULL,
    bot_level INTEGER,
    bot_pace TEXT,
    measured TEXT,
    offered_at DOUBLE PRECISION NOT NULL,
    expires_at DOUBLE PRECISION NOT NULL,
    state TEXT NOT NULL,
    match_id BIGINT,
    note TEXT,
    rematch_of BIGINT,
    venue TEXT NOT NULL,
    role_id BIGINT,
    counters BIGINT,
    reason TEXT,
    stakes_by TEXT NOT NULL,
    revision BIGINT NOT NULL,
    message_id BIGINT,
    shown_revision BIGINT NOT NULL,
    show_at DOUBLE PRECISION NOT NULL,
    attempts INTEGER NOT NULL
);
CREATE INDEX challenges_of_challenger ON challenges (challenger_id);
CREATE INDEX challenges_open ON challenges (expires_at) WHERE state = 'open';
CREATE INDEX challenges_unshown ON challenges (show_at) WHERE shown_revision < revision;
-- A match has one rematch at the most; one that was declined or ran out may be offered again.
CREATE UNIQUE INDEX challenges_rematch ON challenges (rematch_of)
WHERE rematch_of IS NOT NULL AND state IN ('open', 'accepted');
CREATE INDEX challenges_of_message ON challenges (message_id);
CREATE INDEX challenges_made ON challenges (challenger_id, guild_id) WHERE state = 'open';
CREATE INDEX challenges_asked ON challenges (friend_id, guild_id) WHERE state = 'open';
-- A challenge is answered with other terms once; those may be answered in turn.
CREATE UNIQUE INDEX challenges_countered ON challenges (counters) WHERE counters IS NOT NULL;
CREATE INDEX challenges_of_friend ON challenges (friend_id) WHERE friend_id IS NOT NULL;
-- Words that somebody wrote, in which others may be named.
CREATE INDEX challenges_with_text ON challenges (id) WHERE note IS NOT NULL OR reason IS NOT NULL;

-- Matches. `to_move` and `ended_at`, which is NULL until the end, are for queries alone.
CREATE TABLE matches (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    origin_id BIGINT NOT NULL,
    challenge_message_id BIGINT,
    channel_id BIGINT,
    venue TEXT NOT NULL,
    orange_id BIGINT NOT NULL,
    gray_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    position TEXT NOT NULL,
    to_move TEXT NOT NULL,
    position_before TEXT,
    last_turn TEXT,
    started_at DOUBLE PRECISION NOT NULL,
    changed_at DOUBLE PRECISION NOT NULL,
    ended_at DOUBLE PRECISION,
    ply BIGINT NOT NULL,
    draft TEXT,
    outcome_why TEXT,
    outcome_winner TEXT,
    outcome_note TEXT,
    revision BIGINT NOT NULL,
    repetitions BIGINT NOT NULL,
    time_control TEXT NOT NULL,
    turn_began_at DOUBLE PRECISION NOT NULL,
    deadline DOUBLE PRECISION,
    orange_bank DOUBLE PRECISION,
    gray_bank DOUBLE PRECISION,
    weekends TEXT NOT NULL,
    held DOUBLE PRECISION,
    stopped_at DOUBLE PRECISION,
    orange_away_until DOUBLE PRECISION,
    gray_away_until DOUBLE PRECISION,
    orange_gave INTEGER NOT NULL,
    gray_gave INTEGER NOT NULL,
    draw_offers TEXT,
    takeback TEXT,
    stakes TEXT NOT NULL,
    bot_seat TEXT,
    bot_level INTEGER,
    bot_pace TEXT,
    measured TEXT
);
-- No column that each turn changes is in an index: PostgreSQL writes to all indexes if one is.
CREATE INDEX matches_of_orange ON matches (orange_id, outcome_why);
CREATE INDEX matches_of_gray ON matches (gray_id, outcome_why);
CREATE INDEX matches_of_channel ON matches (channel_id, id);
CREATE INDEX matches_orange_away ON matches (orange_away_until)
WHERE outcome_why IS NULL AND orange_away_until IS NOT NULL;
CREATE INDEX matches_gray_away ON matches (gray_away_until)
WHERE outcome_why IS NULL AND gray_away_until IS NOT NULL;
-- A person's matches by number, so that a page of many finished ones is read without the others.
CREATE INDEX matches_by_orange ON matches (orange_id, id);
CREATE INDEX matches_by_gray ON matches (gray_id, id);
CREATE INDEX matches_by_orange_in_guild ON matches (orange_id, guild_id, id);
CREATE INDEX matches_by_gray_in_guild ON matches (gray_id, guild_id, id);
CREATE INDEX matches_of_pair ON matches (orange_id, gray_id, id);
CREATE INDEX matches_live_of_server ON matches (guild_id) WHERE outcome_why IS NULL;
CREATE INDEX matches_ended_of_server ON matches (guild_id, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX matches_with_text ON matches (id) WHERE outcome_note IS NOT NULL;

-- What was played in the end: a turn that is taken back goes.
CREATE TABLE turns (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    ply BIGINT NOT NULL,
    notation TEXT NOT NULL,
    position TEXT NOT NULL,
    revision BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    played_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, ply)
);

-- Planned replies, for their owner alone. `ply` is how many turns are played before any of the lines.
CREATE TABLE plans (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    user_id BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (match_id, user_id)
);

-- The messages that show matches. In direct messages they have a `user_id`.
CREATE TABLE boards (
    id BIGINT PRIMARY KEY,
    match_id BIGINT NOT NULL REFERENCES matches (id),
    channel_id BIGINT,
    message_id BIGINT,
    state TEXT NOT NULL,
    revision BIGINT NOT NULL,
    shown_revision BIGINT NOT NULL,
    show_at DOUBLE PRECISION NOT NULL,
    attempts INTEGER NOT NULL,
    user_id BIGINT
);
CREATE INDEX boards_of_match ON boards (match_id);
CREATE INDEX boards_unshown ON boards (show_at) WHERE state <> 'lost' AND shown_revision < revision;
CREATE INDEX boards_lost ON boards (show_at) WHERE state = 'lost';
CREATE INDEX boards_to_delete ON boards (channel_id) WHERE state = 'old';

-- Where a match could not be shown lately, and until when it does not move there again. A channel of
-- 0 stands for its players' direct messages.
CREATE TABLE venue_failures (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    channel_id BIGINT NOT NULL,
    failures INTEGER NOT NULL,
    avoid_until DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, channel_id)
);

-- Messages that were handed to Discord and are not recorded yet: after a crash or a lost answer they
-- may stand. Each is written before the request, and goes with the note of its message. One that
-- shows neither a match nor a challenge is known by the digest of what it says, and one with both a
-- match and a digest announces where the match is played; its id is above `after_id`. It has no
-- `guild_id` in direct messages.
CREATE TABLE posts (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT,
    channel_id BIGINT NOT NULL,
    match_id BIGINT REFERENCES matches (id),
    challenge_id BIGINT REFERENCES challenges (id),
    digest TEXT,
    after_id BIGINT NOT NULL,
    look_at DOUBLE PRECISION NOT NULL
);
CREATE INDEX posts_to_look_for ON posts (look_at);
CREATE INDEX posts_of_match ON posts (match_id);
CREATE INDEX posts_of_challenge ON posts (challenge_id);

-- What people are notified of, a row for each of them. `wanted_at` is when a reminder is to come, quiet
-- hours aside; none for what is to be sent at once.
CREATE TABLE notifications (
    id BIGINT PRIMARY KEY,
    kind TEXT NOT NULL,
    user_id BIGINT,
    match_id BIGINT REFERENCES matches (id),
    challenge_id BIGINT REFERENCES challenges (id),
    ply BIGINT NOT NULL,
    state TEXT NOT NULL,
    due_at DOUBLE PRECISION NOT NULL,
    wanted_at DOUBLE PRECISION,
    attempts INTEGER NOT NULL,
    channel_id BIGINT,
    message_id BIGINT
);
-- SQLite takes a partial index only for a query with the very same words in it.
CREATE INDEX notifications_of_match ON notifications (match_id) WHERE state <> 'done';
CREATE INDEX notifications_of_challenge ON notifications (challenge_id) WHERE challenge_id IS NOT NULL;
CREATE INDEX notifications_due ON notifications (due_at) WHERE state IN ('waiting', 'stale');
CREATE INDEX notifications_of_user ON notifications (user_id) WHERE state IN ('waiting', 'stale');
CREATE INDEX notifications_in_message ON notifications (message_id) WHERE state = 'sent';
CREATE INDEX notifications_past_of_user ON notifications (user_id) WHERE state IN ('done', 'sent', 'muted');

-- Whose direct messages were found closed, when, and whether they were notified.
CREATE TABLE closed_direct_messages (
    user_id BIGINT PRIMARY KEY,
    found_at DOUBLE PRECISION NOT NULL,
    notified_at DOUBLE PRECISION
);

-- Who has been shown which ruleset's rules in private, which happens once for each.
CREATE TABLE rules_shown (
    user_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    shown_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, ruleset)
);

-- Which servers the bot has greeted, or is about to, which happens once, and which it knows.
CREATE TABLE greetings (
    guild_id BIGINT PRIMARY KEY,
    begun_at DOUBLE PRECISION NOT NULL
);

-- Who watches a match; the row goes once they were notified how it ended.
CREATE TABLE spectators (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    user_id BIGINT NOT NULL,
    watched_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, user_id)
);
CREATE INDEX spectators_of_user ON spectators (user_id, watched_at, match_id);

-- Vacations, and servers that the bot cannot reach.
CREATE TABLE vacations (
    user_id BIGINT NOT NULL,
    guild_id BIGINT NOT NULL,
    begun_at DOUBLE PRECISION NOT NULL,
    ends_at DOUBLE PRECISION NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (user_id, guild_id, begun_at)
);

CREATE TABLE absences (
    guild_id BIGINT PRIMARY KEY,
    since DOUBLE PRECISION NOT NULL
);
CREATE INDEX absences_longest ON absences (since);

-- Who plays in a server, looked at about once a day, and who of them has left it. `ends_at` is when
-- their first match without a limit of time ends, unless they come back.
CREATE TABLE members (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    looked_at DOUBLE PRECISION NOT NULL,
    look_at DOUBLE PRECISION NOT NULL,
    left_at DOUBLE PRECISION,
    ends_at DOUBLE PRECISION,
    PRIMARY KEY (guild_id, user_id)
);
CREATE INDEX members_ending ON members (ends_at) WHERE ends_at IS NOT NULL;
CREATE INDEX members_left ON members (left_at) WHERE left_at IS NOT NULL;

-- Whom people take no challenges from, and who may not play in a server.
CREATE TABLE blocks (
    user_id BIGINT NOT NULL,
    blocked_id BIGINT NOT NULL,
    blocked_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, blocked_id)
);
CREATE INDEX blocks_of_blocked ON blocks (blocked_id);

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
    done_at DOUBLE PRECISION NOT NULL,
    user_id BIGINT,
    match_id BIGINT,
    challenge_id BIGINT,
    reason TEXT,
    until_at DOUBLE PRECISION
);
CREATE INDEX moderations_of_server ON moderations (guild_id, id);

-- What is kept of somebody for good hangs on a key; the key hangs on them as long as they like.
CREATE TABLE players (
    player_key BIGINT PRIMARY KEY,
    user_id BIGINT,
    listing TEXT NOT NULL
);
CREATE UNIQUE INDEX players_of_user ON players (user_id) WHERE user_id IS NOT NULL;

-- Seasons, and the first three of each ruleset when one ended.
CREATE TABLE seasons (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    number INTEGER NOT NULL,
    began_at DOUBLE PRECISION NOT NULL,
    ends_at DOUBLE PRECISION,
    ended_at DOUBLE PRECISION
);
CREATE UNIQUE INDEX seasons_of_server ON seasons (guild_id, number);

CREATE TABLE titles (
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    ruleset TEXT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    place INTEGER NOT NULL,
    PRIMARY KEY (season_id, ruleset, player_key)
);
CREATE INDEX titles_of_player ON titles (player_key);

-- Rated results, and what each made of a player's rating in a scope (a season, or 0 for all time).
CREATE TABLE rated_results (
    id BIGINT PRIMARY KEY,
    match_id BIGINT NOT NULL REFERENCES matches (id),
    guild_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    season_id BIGINT NOT NULL REFERENCES seasons (id),
    rated_at DOUBLE PRECISION NOT NULL,
    orange_key BIGINT NOT NULL REFERENCES players (player_key),
    gray_key BIGINT NOT NULL REFERENCES players (player_key),
    orange_score DOUBLE PRECISION NOT NULL,
    voided_at DOUBLE PRECISION
);
CREATE UNIQUE INDEX rated_results_of_match ON rated_results (match_id);
CREATE INDEX rated_results_of_server ON rated_results (guild_id, ruleset, id);
CREATE INDEX rated_results_of_season ON rated_results (season_id, guild_id)
WHERE voided_at IS NULL;
CREATE INDEX rated_results_counted ON rated_results (guild_id, id) WHERE voided_at IS NULL;
CREATE INDEX rated_results_in_time ON rated_results (guild_id, rated_at);
CREATE INDEX rated_results_of_orange ON rated_results (orange_key, guild_id, ruleset, id);
CREATE INDEX rated_results_of_gray ON rated_results (gray_key, guild_id, ruleset, id);

CREATE TABLE rating_steps (
    result_id BIGINT NOT NULL REFERENCES rated_results (id),
    scope BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    weight DOUBLE PRECISION NOT NULL,
    before_points DOUBLE PRECISION NOT NULL,
    before_deviation DOUBLE PRECISION NOT NULL,
    before_volatility DOUBLE PRECISION NOT NULL,
    before_at DOUBLE PRECISION,
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (result_id, scope, player_key)
);
CREATE INDEX rating_steps_of_player ON rating_steps (player_key, scope, result_id);

-- Ratings. `shown` is what the leaderboard ranks by: the rounded points of those who have a place.
-- How many players stand at each number of points is kept, so that a place is counted without
-- walking; and how often two players have met.
CREATE TABLE ratings (
    guild_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    scope BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    rated_at DOUBLE PRECISION,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    opponents INTEGER NOT NULL,
    shown INTEGER,
    PRIMARY KEY (guild_id, ruleset, scope, player_key)
);
CREATE INDEX ratings_by_place ON ratings (guild_id, ruleset, scope, shown, player_key)
WHERE shown IS NOT NULL;
CREATE INDEX ratings_provisional ON ratings (guild_id, ruleset, scope, points, player_key)
WHERE shown IS NULL;
CREATE INDEX ratings_of_player ON ratings (player_key, guild_id, ruleset, scope);

CREATE TABLE rating_counts (
    guild_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    scope BIGINT NOT NULL,
    shown INTEGER NOT NULL,
    players INTEGER NOT NULL,
    PRIMARY KEY (guild_id, ruleset, scope, shown)
);

CREATE TABLE rating_pairs (
    guild_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    scope BIGINT NOT NULL,
    one_key BIGINT NOT NULL,
    other_key BIGINT NOT NULL,
    meetings INTEGER NOT NULL,
    PRIMARY KEY (guild_id, ruleset, scope, one_key, other_key)
);

-- Finished matches whose statistics have not been counted yet, and the statistics of the others.
CREATE TABLE matches_uncounted (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    ended_at DOUBLE PRECISION NOT NULL
);
CREATE INDEX matches_uncounted_by_end ON matches_uncounted (ended_at, match_id);

CREATE TABLE match_statistics (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    guild_id BIGINT NOT NULL,
    ended_at DOUBLE PRECISION NOT NULL,
    turns INTEGER NOT NULL,
    lead_changes INTEGER NOT NULL,
    orange_opening INTEGER,
    orange_moves INTEGER NOT NULL,
    orange_seconds DOUBLE PRECISION NOT NULL,
    orange_graduations INTEGER NOT NULL,
    orange_behind INTEGER NOT NULL,
    gray_opening INTEGER,
    gray_moves INTEGER NOT NULL,
    gray_seconds DOUBLE PRECISION NOT NULL,
    gray_graduations INTEGER NOT NULL,
    gray_behind INTEGER NOT NULL,
    last_turn TEXT NOT NULL
);
CREATE INDEX match_statistics_of_server ON match_statistics (guild_id, ended_at);

-- Sums over a person's finished matches in a server, so that a profile costs the same after ten
-- thousand of them.
CREATE TABLE player_sums (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    matches INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    seconds DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild_id, player_key)
);

CREATE TABLE player_records (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    ruleset TEXT NOT NULL,
    seat TEXT NOT NULL,
    score DOUBLE PRECISION NOT NULL,
    why TEXT NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_key, ruleset, seat, score, why)
);

CREATE TABLE player_openings (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    square INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_key, square)
);

CREATE TABLE head_to_heads (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    opponent_key BIGINT NOT NULL REFERENCES players (player_key),
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (guild_id, player_key, opponent_key)
);

CREATE TABLE badges (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL REFERENCES players (player_key),
    badge TEXT NOT NULL,
    match_id BIGINT NOT NULL REFERENCES matches (id),
    earned_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (guild_id, player_key, badge)
);

-- A finished match is in the history of its server (0, 0), of each player (player, 0), and of
-- the two (player, opponent). A sort is what a history can be filtered by.
CREATE TABLE history_sorts (
    sort TEXT PRIMARY KEY,
    ruleset TEXT NOT NULL,
    stakes TEXT NOT NULL,
    score DOUBLE PRECISION NOT NULL
);

CREATE TABLE histories (
    guild_id BIGINT NOT NULL,
    player_key BIGINT NOT NULL,
    opponent_key BIGINT NOT NULL,
    sort TEXT NOT NULL REFERENCES history_sorts (sort),
    match_id BIGINT NOT NULL REFERENCES matches (id),
    PRIMARY KEY (guild_id, player_key, opponent_key, sort, match_id)
);

-- How strong people play, by their matches against the bot, whose levels are the same everywhere.
-- `results` counts those that are void too; they are numbered from 1 in their order.
CREATE TABLE practice_ratings (
    user_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    rated_at DOUBLE PRECISION,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    best_level INTEGER,
    results INTEGER NOT NULL,
    PRIMARY KEY (user_id, ruleset)
);

CREATE TABLE practice_results (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    user_id BIGINT NOT NULL,
    ruleset TEXT NOT NULL,
    level INTEGER NOT NULL,
    level_points DOUBLE PRECISION NOT NULL,
    score DOUBLE PRECISION NOT NULL,
    rated_at DOUBLE PRECISION NOT NULL,
    voided_at DOUBLE PRECISION,
    before_points DOUBLE PRECISION NOT NULL,
    before_deviation DOUBLE PRECISION NOT NULL,
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    number INTEGER NOT NULL
);
CREATE UNIQUE INDEX practice_results_of_person ON practice_results (user_id, ruleset, number);

-- Hints that people were given: one row for each that counts.
CREATE TABLE hints (
    match_id BIGINT NOT NULL REFERENCES matches (id),
    user_id BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    position TEXT NOT NULL,
    notation TEXT NOT NULL,
    wins_in BIGINT,
    given_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, user_id, ply, position)
);
CREATE INDEX hints_of_user ON hints (user_id);

-- What the engine made of matches that are over. The body is JSON, and of the edition that is named.
CREATE TABLE analyses (
    match_id BIGINT PRIMARY KEY REFERENCES matches (id),
    edition TEXT NOT NULL,
    body TEXT NOT NULL,
    made_at DOUBLE PRECISION NOT NULL
);

-- The puzzle of each day, counted from the epoch; the server 0 stands for direct messages.
CREATE TABLE puzzle_days (
    guild_id BIGINT NOT NULL,
    day INTEGER NOT NULL,
    puzzle TEXT NOT NULL,
    PRIMARY KEY (guild_id, day)
);

-- How far somebody is with a day's puzzle. `solved_day` is the day it was then, which may be a later
-- one. `shared_at` is when it was shared, and until `sharing_until` somebody is about to.
CREATE TABLE puzzle_attempts (
    guild_id BIGINT NOT NULL,
    day INTEGER NOT NULL,
    user_id BIGINT NOT NULL,
    found INTEGER NOT NULL,
    misses INTEGER NOT NULL,
    solved_at DOUBLE PRECISION,
    solved_day INTEGER,
    gave_up_at DOUBLE PRECISION,
    shared_at DOUBLE PRECISION,
    sharing_until DOUBLE PRECISION,
    PRIMARY KEY (guild_id, day, user_id)
);
CREATE INDEX puzzle_attempts_of_user ON puzzle_attempts (user_id);

-- Puzzles solved in all, and days in a row: up to `last_day`, which was to end at `last_until`, and at
-- the most; and which puzzles somebody has seen, so that they do not come again soon.
CREATE TABLE puzzle_streaks (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    solved INTEGER NOT NULL,
    running INTEGER NOT NULL,
    longest INTEGER NOT NULL,
    last_day INTEGER,
    last_until DOUBLE PRECISION,
    PRIMARY KEY (guild_id, user_id)
);
CREATE INDEX puzzle_streaks_of_user ON puzzle_streaks (user_id);
CREATE INDEX puzzle_streaks_alive ON puzzle_streaks (guild_id, last_until);

-- `result` is how somebody fared in a puzzle the first time; `streak` where that was not rated.
CREATE TABLE puzzles_seen (
    user_id BIGINT NOT NULL,
    puzzle TEXT NOT NULL,
    seen_at DOUBLE PRECISION NOT NULL,
    result TEXT,
    PRIMARY KEY (user_id, puzzle)
);

-- Which exercises of which lessons somebody has done, and when for the first time.
CREATE TABLE exercises_done (
    user_id BIGINT NOT NULL,
    lesson TEXT NOT NULL,
    exercise INTEGER NOT NULL,
    done_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, lesson, exercise)
);

-- Ratings at puzzles, of people and of the puzzles that anybody met. The first `result` of somebody in
-- a puzzle, above, counts for both.
CREATE TABLE puzzle_ratings (
    user_id BIGINT PRIMARY KEY,
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    rated_at DOUBLE PRECISION,
    solved INTEGER NOT NULL,
    missed INTEGER NOT NULL
);

CREATE TABLE puzzle_strengths (
    puzzle TEXT PRIMARY KEY,
    points DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    rated_at DOUBLE PRECISION,
    solved INTEGER NOT NULL,
    missed INTEGER NOT NULL
);

-- The streak of puzzles that somebody has come to in a server, and their longest there.
CREATE TABLE puzzle_runs (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    number INTEGER NOT NULL,
    length INTEGER NOT NULL,
    puzzle TEXT NOT NULL,
    found INTEGER NOT NULL,
    began_at DOUBLE PRECISION NOT NULL,
    over_at DOUBLE PRECISION,
    best INTEGER NOT NULL,
    best_at DOUBLE PRECISION,
    PRIMARY KEY (guild_id, user_id)
);
CREATE INDEX puzzle_runs_of_user ON puzzle_runs (user_id);
CREATE INDEX puzzle_runs_longest ON puzzle_runs (guild_id, best);

-- What was posted of the digests and puzzles of each server; when the next one is due is in `jobs`.
-- A row stays when they are turned off, so that nothing is posted twice. `lost_at` is when it was
-- noticed that nothing can be posted there.
CREATE TABLE weekly_digests (
    guild_id BIGINT PRIMARY KEY,
    since_at DOUBLE PRECISION NOT NULL,
    lost_at DOUBLE PRECISION
);

CREATE TABLE puzzle_posts (
    guild_id BIGINT PRIMARY KEY,
    lost_at DOUBLE PRECISION,
    posted_day INTEGER
);
