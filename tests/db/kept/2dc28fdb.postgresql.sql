SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.absences (
    guild_id bigint NOT NULL,
    since double precision NOT NULL
);
CREATE TABLE public.analyses (
    match_id bigint NOT NULL,
    edition text NOT NULL,
    body text NOT NULL,
    made_at double precision NOT NULL
);
CREATE TABLE public.badges (
    guild_id bigint NOT NULL,
    player_key bigint NOT NULL,
    badge text NOT NULL,
    match_id bigint NOT NULL,
    earned_at double precision NOT NULL
);
CREATE TABLE public.bans (
    guild_id bigint NOT NULL,
    user_id bigint NOT NULL,
    moderator_id bigint NOT NULL,
    banned_at double precision NOT NULL,
    until_at double precision,
    reason text
);
CREATE TABLE public.blocks (
    user_id bigint NOT NULL,
    blocked_id bigint NOT NULL,
    blocked_at double precision NOT NULL
);
CREATE SEQUENCE public.board_numbers
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.boards (
    id bigint NOT NULL,
    match_id bigint NOT NULL,
    channel_id bigint,
    message_id bigint,
    state text NOT NULL,
    revision bigint NOT NULL,
    shown_revision bigint NOT NULL,
    show_at double precision NOT NULL,
    attempts integer NOT NULL,
    user_id bigint
);
CREATE TABLE public.buckets (
    number bigint NOT NULL,
    free_at double precision NOT NULL
);
CREATE TABLE public.challenges (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    challenger_id bigint NOT NULL,
    friend_id bigint,
    starts text NOT NULL,
    ruleset text NOT NULL,
    rules_version integer NOT NULL,
    time_control text NOT NULL,
    stakes text NOT NULL,
    weekends text NOT NULL,
    bot_level integer,
    bot_pace text,
    measured text,
    offered_at double precision NOT NULL,
    expires_at double precision NOT NULL,
    state text NOT NULL,
    match_id bigint,
    note text,
    rematch_of bigint,
    venue text NOT NULL,
    role_id bigint,
    counters bigint,
    reason text,
    stakes_by text NOT NULL,
    revision bigint NOT NULL,
    message_id bigint,
    shown_revision bigint NOT NULL,
    show_at double precision NOT NULL,
    attempts integer NOT NULL
);
CREATE TABLE public.closed_direct_messages (
    user_id bigint NOT NULL,
    found_at double precision NOT NULL,
    notified_at double precision
);
CREATE TABLE public.counters (
    name text NOT NULL,
    value bigint NOT NULL
);
CREATE TABLE public.exercises_done (
    user_id bigint NOT NULL,
    lesson text NOT NULL,
    exercise integer NOT NULL,
    done_at double precision NOT NULL
);
CREATE TABLE public.greetings (
    guild_id bigint NOT NULL,
    begun_at double precision NOT NULL
);
CREATE TABLE public.head_to_heads (
    guild_id bigint NOT NULL,
    player_key bigint NOT NULL,
    opponent_key bigint NOT NULL,
    wins integer NOT NULL,
    draws integer NOT NULL,
    losses integer NOT NULL
);
CREATE TABLE public.hints (
    match_id bigint NOT NULL,
    user_id bigint NOT NULL,
    ply bigint NOT NULL,
    "position" text NOT NULL,
    notation text NOT NULL,
    wins_in bigint,
    given_at double precision NOT NULL
);
CREATE TABLE public.histories (
    guild_id bigint NOT NULL,
    player_key bigint NOT NULL,
    opponent_key bigint NOT NULL,
    sort text NOT NULL,
    match_id bigint NOT NULL
);
CREATE TABLE public.history_sorts (
    sort text NOT NULL,
    ruleset text NOT NULL,
    stakes text NOT NULL,
    score double precision NOT NULL
);
CREATE TABLE public.jobs (
    kind text NOT NULL,
    key text NOT NULL,
    due_at double precision NOT NULL,
    lease double precision NOT NULL,
    attempts integer NOT NULL,
    guild_id bigint NOT NULL,
    home_id bigint NOT NULL,
    claimed_by bigint DEFAULT 0 NOT NULL,
    payload text NOT NULL
);
CREATE TABLE public.language_questions (
    guild_id bigint NOT NULL,
    language text NOT NULL,
    asked_at double precision
);
CREATE TABLE public.leader (
    seat integer NOT NULL,
    token text NOT NULL,
    machine text NOT NULL,
    process bigint NOT NULL,
    expires_at double precision NOT NULL,
    CONSTRAINT leader_seat_check CHECK ((seat = 1))
);
CREATE TABLE public.match_statistics (
    match_id bigint NOT NULL,
    guild_id bigint NOT NULL,
    ended_at double precision NOT NULL,
    turns integer NOT NULL,
    lead_changes integer NOT NULL,
    orange_opening integer,
    orange_moves integer NOT NULL,
    orange_seconds double precision NOT NULL,
    orange_graduations integer NOT NULL,
    orange_behind integer NOT NULL,
    gray_opening integer,
    gray_moves integer NOT NULL,
    gray_seconds double precision NOT NULL,
    gray_graduations integer NOT NULL,
    gray_behind integer NOT NULL,
    last_turn text NOT NULL
);
CREATE TABLE public.matches (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    origin_id bigint NOT NULL,
    challenge_message_id bigint,
    channel_id bigint,
    venue text NOT NULL,
    orange_id bigint NOT NULL,
    gray_id bigint NOT NULL,
    ruleset text NOT NULL,
    rules_version integer NOT NULL,
    "position" text NOT NULL,
    to_move text NOT NULL,
    position_before text,
    last_turn text,
    started_at double precision NOT NULL,
    changed_at double precision NOT NULL,
    ended_at double precision,
    ply bigint NOT NULL,
    draft text,
    outcome_why text,
    outcome_winner text,
    outcome_note text,
    revision bigint NOT NULL,
    repetitions bigint NOT NULL,
    time_control text NOT NULL,
    turn_began_at double precision NOT NULL,
    deadline double precision,
    orange_bank double precision,
    gray_bank double precision,
    weekends text NOT NULL,
    held double precision,
    stopped_at double precision,
    orange_away_until double precision,
    gray_away_until double precision,
    orange_gave integer NOT NULL,
    gray_gave integer NOT NULL,
    draw_offers text,
    takeback text,
    stakes text NOT NULL,
    bot_seat text,
    bot_level integer,
    bot_pace text,
    measured text
)
WITH (fillfactor='70');
CREATE TABLE public.matches_uncounted (
    match_id bigint NOT NULL,
    ended_at double precision NOT NULL
);
CREATE TABLE public.members (
    guild_id bigint NOT NULL,
    user_id bigint NOT NULL,
    looked_at double precision NOT NULL,
    look_at double precision NOT NULL,
    left_at double precision,
    ends_at double precision
);
CREATE TABLE public.migrations (
    version integer NOT NULL,
    name text NOT NULL,
    applied_at double precision NOT NULL
);
CREATE TABLE public.moderations (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    moderator_id bigint NOT NULL,
    action text NOT NULL,
    done_at double precision NOT NULL,
    user_id bigint,
    match_id bigint,
    challenge_id bigint,
    reason text,
    until_at double precision
);
CREATE SEQUENCE public.notification_numbers
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.notifications (
    id bigint NOT NULL,
    kind text NOT NULL,
    user_id bigint,
    match_id bigint,
    challenge_id bigint,
    ply bigint NOT NULL,
    state text NOT NULL,
    due_at double precision NOT NULL,
    wanted_at double precision,
    attempts integer NOT NULL,
    channel_id bigint,
    message_id bigint
);
CREATE TABLE public.plans (
    match_id bigint NOT NULL,
    user_id bigint NOT NULL,
    ply bigint NOT NULL,
    lines text NOT NULL
);
CREATE TABLE public.player_openings (
    guild_id bigint NOT NULL,
    player_key bigint NOT NULL,
    square integer NOT NULL,
    matches integer NOT NULL
);
CREATE TABLE public.player_records (
    guild_id bigint NOT NULL,
    player_key bigint NOT NULL,
    ruleset text NOT NULL,
    seat text NOT NULL,
    score double precision NOT NULL,
    why text NOT NULL,
    matches integer NOT NULL
);
CREATE TABLE public.player_sums (
    guild_id bigint NOT NULL,
    player_key bigint NOT NULL,
    matches integer NOT NULL,
    streak integer NOT NULL,
    longest integer NOT NULL,
    moves integer NOT NULL,
    seconds double precision NOT NULL
);
CREATE TABLE public.players (
    player_key bigint NOT NULL,
    user_id bigint,
    listing text NOT NULL
);
CREATE SEQUENCE public.post_numbers
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE public.posts (
    id bigint NOT NULL,
    guild_id bigint,
    channel_id bigint NOT NULL,
    match_id bigint,
    challenge_id bigint,
    digest text,
    after_id bigint NOT NULL,
    look_at double precision NOT NULL
);
CREATE TABLE public.practice_ratings (
    user_id bigint NOT NULL,
    ruleset text NOT NULL,
    points double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    rated_at double precision,
    wins integer NOT NULL,
    draws integer NOT NULL,
    losses integer NOT NULL,
    best_level integer,
    results integer NOT NULL
);
CREATE TABLE public.practice_results (
    match_id bigint NOT NULL,
    user_id bigint NOT NULL,
    ruleset text NOT NULL,
    level integer NOT NULL,
    level_points double precision NOT NULL,
    score double precision NOT NULL,
    rated_at double precision NOT NULL,
    voided_at double precision,
    before_points double precision NOT NULL,
    before_deviation double precision NOT NULL,
    points double precision NOT NULL,
    deviation double precision NOT NULL,
    number integer NOT NULL
);
CREATE TABLE public.preferences (
    user_id bigint NOT NULL,
    placing_mode text NOT NULL,
    theme text,
    threats text NOT NULL,
    turn_method text NOT NULL,
    time_method text NOT NULL,
    reminder integer NOT NULL,
    offer_method text NOT NULL,
    over_method text NOT NULL,
    zone text NOT NULL,
    quiet_begin integer,
    quiet_end integer,
    digest_minute integer NOT NULL,
    takes_from text DEFAULT 'anyone'::text NOT NULL,
    language text,
    locale text
);
CREATE TABLE public.processes (
    number bigint NOT NULL,
    machine text NOT NULL,
    process bigint NOT NULL,
    beats bigint NOT NULL,
    connected bigint NOT NULL,
    shards bigint NOT NULL
);
CREATE TABLE public.puzzle_attempts (
    guild_id bigint NOT NULL,
    day integer NOT NULL,
    user_id bigint NOT NULL,
    found integer NOT NULL,
    misses integer NOT NULL,
    solved_at double precision,
    solved_day integer,
    gave_up_at double precision,
    shared_at double precision,
    sharing_until double precision
);
CREATE TABLE public.puzzle_days (
    guild_id bigint NOT NULL,
    day integer NOT NULL,
    puzzle text NOT NULL
);
CREATE TABLE public.puzzle_posts (
    guild_id bigint NOT NULL,
    lost_at double precision,
    posted_day integer
);
CREATE TABLE public.puzzle_ratings (
    user_id bigint NOT NULL,
    points double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    rated_at double precision,
    solved integer NOT NULL,
    missed integer NOT NULL
);
CREATE TABLE public.puzzle_runs (
    guild_id bigint NOT NULL,
    user_id bigint NOT NULL,
    number integer NOT NULL,
    length integer NOT NULL,
    puzzle text NOT NULL,
    found integer NOT NULL,
    began_at double precision NOT NULL,
    over_at double precision,
    best integer NOT NULL,
    best_at double precision
);
CREATE TABLE public.puzzle_streaks (
    guild_id bigint NOT NULL,
    user_id bigint NOT NULL,
    solved integer NOT NULL,
    running integer NOT NULL,
    longest integer NOT NULL,
    last_day integer,
    last_until double precision
);
CREATE TABLE public.puzzle_strengths (
    puzzle text NOT NULL,
    points double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    rated_at double precision,
    solved integer NOT NULL,
    missed integer NOT NULL
);
CREATE TABLE public.puzzles_seen (
    user_id bigint NOT NULL,
    puzzle text NOT NULL,
    seen_at double precision NOT NULL,
    result text
);
CREATE TABLE public.rated_results (
    id bigint NOT NULL,
    match_id bigint NOT NULL,
    guild_id bigint NOT NULL,
    ruleset text NOT NULL,
    season_id bigint NOT NULL,
    rated_at double precision NOT NULL,
    orange_key bigint NOT NULL,
    gray_key bigint NOT NULL,
    orange_score double precision NOT NULL,
    voided_at double precision
);
CREATE TABLE public.rating_counts (
    guild_id bigint NOT NULL,
    ruleset text NOT NULL,
    scope bigint NOT NULL,
    shown integer NOT NULL,
    players integer NOT NULL
);
CREATE TABLE public.rating_pairs (
    guild_id bigint NOT NULL,
    ruleset text NOT NULL,
    scope bigint NOT NULL,
    one_key bigint NOT NULL,
    other_key bigint NOT NULL,
    meetings integer NOT NULL
);
CREATE TABLE public.rating_steps (
    result_id bigint NOT NULL,
    scope bigint NOT NULL,
    player_key bigint NOT NULL,
    weight double precision NOT NULL,
    before_points double precision NOT NULL,
    before_deviation double precision NOT NULL,
    before_volatility double precision NOT NULL,
    before_at double precision,
    points double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL
);
CREATE TABLE public.ratings (
    guild_id bigint NOT NULL,
    ruleset text NOT NULL,
    scope bigint NOT NULL,
    player_key bigint NOT NULL,
    points double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    rated_at double precision,
    wins integer NOT NULL,
    draws integer NOT NULL,
    losses integer NOT NULL,
    opponents integer NOT NULL,
    shown integer
);
CREATE TABLE public.rules_shown (
    user_id bigint NOT NULL,
    ruleset text NOT NULL,
    shown_at double precision NOT NULL
);
CREATE TABLE public.seasons (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    number integer NOT NULL,
    began_at double precision NOT NULL,
    ends_at double precision,
    ended_at double precision
);
CREATE TABLE public.servers (
    guild_id bigint NOT NULL,
    venue text NOT NULL,
    games_channel_id bigint,
    players_role_id bigint,
    most_matches integer NOT NULL,
    most_challenges integer NOT NULL,
    vacation_days integer NOT NULL,
    ruleset text NOT NULL,
    time_control text NOT NULL,
    stakes text NOT NULL,
    pings text NOT NULL,
    theme text,
    leaving text NOT NULL,
    log_channel_id bigint,
    digest_channel_id bigint,
    digest_day integer NOT NULL,
    digest_hour integer NOT NULL,
    leaderboard text NOT NULL,
    season_days integer,
    puzzle_channel_id bigint,
    puzzle_hour integer,
    language text
);
CREATE TABLE public.shards (
    number bigint NOT NULL,
    held_by bigint NOT NULL,
    served_by bigint NOT NULL
);
CREATE TABLE public.spectators (
    match_id bigint NOT NULL,
    user_id bigint NOT NULL,
    watched_at double precision NOT NULL
);
CREATE TABLE public.stored_values (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.titles (
    season_id bigint NOT NULL,
    ruleset text NOT NULL,
    player_key bigint NOT NULL,
    place integer NOT NULL
);
CREATE TABLE public.turns (
    match_id bigint NOT NULL,
    ply bigint NOT NULL,
    notation text NOT NULL,
    "position" text NOT NULL,
    revision bigint NOT NULL,
    user_id bigint NOT NULL,
    played_at double precision NOT NULL
);
CREATE TABLE public.vacations (
    user_id bigint NOT NULL,
    guild_id bigint NOT NULL,
    begun_at double precision NOT NULL,
    ends_at double precision NOT NULL,
    state text NOT NULL
);
CREATE TABLE public.venue_failures (
    match_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    failures integer NOT NULL,
    avoid_until double precision NOT NULL
);
CREATE TABLE public.weekly_digests (
    guild_id bigint NOT NULL,
    since_at double precision NOT NULL,
    lost_at double precision
);
INSERT INTO public.boards VALUES (4, 1, 1575118925606158336, 1575118935898980353, 'live', 5, 5, 1795608018.2574384, 0, NULL);
INSERT INTO public.boards VALUES (15, 5, 1575118947773054976, 1575118948846796801, 'live', 2, 2, 1795608026.718844, 0, NULL);
INSERT INTO public.boards VALUES (10, 3, 1575118939954872320, 1575118946384740353, 'live', 4, 4, 1795608092.1794724, 0, NULL);
INSERT INTO public.boards VALUES (13, 4, 1575118945659125760, 1575118947387179009, 'live', 3, 2, 1795608092.2715278, 1, NULL);
INSERT INTO public.boards VALUES (8, 2, 1575118935643127808, 1575118939556413440, 'live', 4, 3, 1795608092.3467767, 1, NULL);
INSERT INTO public.challenges VALUES (1, 1575118922565287941, 1575118922565287943, 1575118922565287937, 1575118922565287939, 'me', 'classic', 1, '259200', 'rated', 'played', NULL, NULL, NULL, 1795608016.0216565, 1796212816.0216565, 'accepted', 1, NULL, NULL, 'thread', NULL, NULL, NULL, 'challenger', 2, 1575118925606158336, 2, 1795608021.2360566, 0);
INSERT INTO public.challenges VALUES (2, 1575118922565287941, 1575118922565287943, 1575118922565287937, 1575118922565287938, 'me', 'classic', 1, '259200', 'rated', 'played', NULL, NULL, NULL, 1795608018.220331, 1796212818.220331, 'accepted', 2, NULL, NULL, 'thread', NULL, NULL, NULL, 'challenger', 2, 1575118935643127808, 2, 1795608023.602898, 0);
INSERT INTO public.challenges VALUES (3, 1575118922565287941, 1575118922565287943, 1575118922565287939, 1575118922565287940, 'me', 'seam', 1, '259200', 'rated', 'played', NULL, NULL, NULL, 1795608019.527078, 1796212819.527078, 'accepted', 3, NULL, NULL, 'thread', NULL, NULL, NULL, 'challenger', 2, 1575118939954872320, 2, 1795608024.6272469, 0);
INSERT INTO public.challenges VALUES (4, 1575118922565287941, 1575118922565287943, 1575118922565287938, 1575118922565287939, 'me', 'rows', 1, '259200', 'rated', 'played', NULL, NULL, NULL, 1795608020.882122, 1796212820.882122, 'accepted', 4, NULL, NULL, 'thread', NULL, NULL, NULL, 'challenger', 2, 1575118945659125760, 2, 1795608025.9890447, 0);
INSERT INTO public.challenges VALUES (5, 1575118922565287941, 1575118922565287943, 1575118922565287940, 1575118922565287937, 'me', 'classic', 1, '259200', 'rated', 'played', NULL, NULL, NULL, 1795608021.37241, 1796212821.37241, 'accepted', 5, NULL, NULL, 'thread', NULL, NULL, NULL, 'challenger', 2, 1575118947773054976, 2, 1795608026.4602582, 0);
INSERT INTO public.challenges VALUES (6, 1575118922565287941, 1575118922565287943, 1575118922565287937, 1575118922565287940, 'random', 'classic', 1, '259200', 'casual', 'played', NULL, NULL, NULL, 1795608021.827431, 1796212821.827431, 'open', NULL, NULL, NULL, 'thread', NULL, NULL, NULL, 'default', 1, 1575118949564022784, 1, 1795608026.827431, 0);
INSERT INTO public.challenges VALUES (7, 1575118922565287941, 1575118922565287943, 1575118922565287939, NULL, 'random', 'classic', 1, '259200', 'rated', 'played', NULL, NULL, NULL, 1795608021.887804, 1796212821.887804, 'open', NULL, NULL, NULL, 'thread', NULL, NULL, NULL, 'default', 1, 1575118949807292416, 1, 1795608026.887804, 0);
INSERT INTO public.counters VALUES ('board', 0);
INSERT INTO public.counters VALUES ('notification', 0);
INSERT INTO public.counters VALUES ('moderation', 0);
INSERT INTO public.counters VALUES ('season', 0);
INSERT INTO public.counters VALUES ('rated result', 0);
INSERT INTO public.counters VALUES ('post', 0);
INSERT INTO public.counters VALUES ('match', 5);
INSERT INTO public.counters VALUES ('challenge', 7);
INSERT INTO public.counters VALUES ('player', 2);
INSERT INTO public.greetings VALUES (1575118922565287941, 1795608016.085031);
INSERT INTO public.head_to_heads VALUES (1575118922565287941, 1, 2, 1, 0, 0);
INSERT INTO public.head_to_heads VALUES (1575118922565287941, 2, 1, 0, 0, 1);
INSERT INTO public.histories VALUES (1575118922565287941, 0, 0, 'classic rated 1.0', 1);
INSERT INTO public.histories VALUES (1575118922565287941, 1, 0, 'classic rated 1.0', 1);
INSERT INTO public.histories VALUES (1575118922565287941, 1, 2, 'classic rated 1.0', 1);
INSERT INTO public.histories VALUES (1575118922565287941, 2, 0, 'classic rated 0.0', 1);
INSERT INTO public.histories VALUES (1575118922565287941, 2, 1, 'classic rated 0.0', 1);
INSERT INTO public.history_sorts VALUES ('classic rated 1.0', 'classic', 'rated', 1);
INSERT INTO public.history_sorts VALUES ('classic rated 0.0', 'classic', 'rated', 0);
INSERT INTO public.jobs VALUES ('outbox look', '0', 1795608087.1361768, 0, 0, 0, 0, 0, '{"process":0}');
INSERT INTO public.jobs VALUES ('time out', '4', 1795867282.1572342, 0, 0, 1575118922565287941, 1575118922565287941, 0, '{"match":4}');
INSERT INTO public.jobs VALUES ('thread look', '2', 1795694419.1177416, 0, 0, 1575118922565287941, 1575118922565287941, 0, '{"match":2}');
INSERT INTO public.jobs VALUES ('time out', '2', 1795867282.2708642, 0, 0, 1575118922565287941, 1575118922565287941, 0, '{"match":2}');
INSERT INTO public.jobs VALUES ('thread look', '3', 1795694419.9367588, 0, 0, 1575118922565287941, 1575118922565287941, 0, '{"match":3}');
INSERT INTO public.jobs VALUES ('member look', '1575118922565287938 1575118922565287941', 1795694418.602898, 0, 0, 0, 1575118922565287941, 0, '{"user":1575118922565287938,"guild":1575118922565287941}');
INSERT INTO public.jobs VALUES ('member look', '1575118922565287939 1575118922565287941', 1795694416.2360566, 0, 0, 0, 1575118922565287941, 0, '{"user":1575118922565287939,"guild":1575118922565287941}');
INSERT INTO public.jobs VALUES ('thread look', '4', 1795694421.200827, 0, 0, 1575118922565287941, 1575118922565287941, 0, '{"match":4}');
INSERT INTO public.jobs VALUES ('member look', '1575118922565287940 1575118922565287941', 1795694419.6272469, 0, 0, 0, 1575118922565287941, 0, '{"user":1575118922565287940,"guild":1575118922565287941}');
INSERT INTO public.jobs VALUES ('member look', '1575118922565287937 1575118922565287941', 1795694416.2360566, 0, 0, 0, 1575118922565287941, 0, '{"user":1575118922565287937,"guild":1575118922565287941}');
INSERT INTO public.jobs VALUES ('thread look', '5', 1795694421.5494108, 0, 0, 1575118922565287941, 1575118922565287941, 0, '{"match":5}');
INSERT INTO public.jobs VALUES ('time out', '5', 1795867221.6484365, 0, 0, 1575118922565287941, 1575118922565287941, 0, '{"match":5}');
INSERT INTO public.jobs VALUES ('challenge expiry', '6', 1796212821.827431, 0, 0, 1575118922565287941, 1575118922565287941, 0, '{"challenge":6}');
INSERT INTO public.jobs VALUES ('challenge expiry', '7', 1796212821.887804, 0, 0, 1575118922565287941, 1575118922565287941, 0, '{"challenge":7}');
INSERT INTO public.jobs VALUES ('posts left', '', 1795608141.9833095, 0, 0, 0, 0, 0, '{}');
INSERT INTO public.jobs VALUES ('time out', '3', 1795953620.6802554, 0, 0, 1575118922565287941, 1575118922565287941, 0, '{"match":3}');
INSERT INTO public.leader VALUES (1, '2aac6d1351c6333cf7970c044796d005', 'another machine', 11248, 1795608030.5123096);
INSERT INTO public.match_statistics VALUES (1, 1575118922565287941, 1795608018.1754396, 3, 0, 14, 2, 1.5630507469177246, 0, 0, 21, 1, 0.12300872802734375, 0, 0, 'by hand');
INSERT INTO public.matches VALUES (1, 1575118922565287941, 1575118922565287943, 1575118925606158336, 1575118925606158336, 'thread', 1575118922565287937, 1575118922565287939, 'classic', 1, '6/1K4/6/3k2/6/5K g 6,0 7,0', 'g', '6/1K4/6/3k2/6/6 o 7,0 7,0', 'Kf6', 1795608016.2360566, 1795608018.1754396, 1795608018.1754396, 3, NULL, 'resignation', 'o', NULL, 5, 1, '259200', 1795608017.922116, 1795867217.922116, NULL, NULL, 'played', NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 'rated', NULL, NULL, NULL, NULL);
INSERT INTO public.matches VALUES (5, 1575118922565287941, 1575118922565287943, 1575118947773054976, 1575118947773054976, 'thread', 1575118922565287940, 1575118922565287937, 'classic', 1, '6/6/2K3/6/6/6 g 7,0 8,0', 'g', '6/6/6/6/6/6 o 8,0 8,0', 'Kc3', 1795608021.4602582, 1795608021.6484365, NULL, 1, NULL, NULL, NULL, NULL, 2, 1, '259200', 1795608021.6484365, 1795867221.6484365, NULL, NULL, 'played', NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 'rated', NULL, NULL, NULL, NULL);
INSERT INTO public.matches VALUES (3, 1575118922565287941, 1575118922565287943, 1575118939954872320, 1575118939954872320, 'thread', 1575118922565287939, 1575118922565287940, 'seam', 1, '6/6/2K3/6/6/6 g 7,0 8,0 - -', 'g', '6/6/6/6/6/6 o 8,0 8,0 - -', 'Kc3', 1795608019.6272469, 1795608082.1361768, NULL, 1, NULL, NULL, NULL, NULL, 4, 1, '259200', 1795608020.6802554, 1795953620.6802554, NULL, NULL, 'played', NULL, NULL, NULL, NULL, 1, 0, NULL, NULL, 'rated', NULL, NULL, NULL, NULL);
INSERT INTO public.matches VALUES (4, 1575118922565287941, 1575118922565287943, 1575118945659125760, 1575118945659125760, 'thread', 1575118922565287938, 1575118922565287939, 'rows', 1, '6/6/2K3/6/3k2/6 o 7,0 7,0', 'o', '6/6/2K3/6/6/6 g 7,0 8,0', 'Kd5', 1795608020.9890447, 1795608082.1572342, NULL, 2, NULL, NULL, NULL, NULL, 3, 1, '259200', 1795608082.1572342, 1795867282.1572342, NULL, NULL, 'played', NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 'rated', NULL, NULL, NULL, NULL);
INSERT INTO public.matches VALUES (2, 1575118922565287941, 1575118922565287943, 1575118935643127808, 1575118935643127808, 'thread', 1575118922565287937, 1575118922565287938, 'classic', 1, '6/1K4/6/3k2/6/5K g 6,0 7,0', 'g', '6/1K4/6/3k2/6/6 o 7,0 7,0', 'Kf6', 1795608018.602898, 1795608082.2708642, NULL, 3, NULL, NULL, NULL, NULL, 4, 1, '259200', 1795608082.2708642, 1795867282.2708642, NULL, NULL, 'played', NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, 'rated', NULL, NULL, NULL, NULL);
INSERT INTO public.members VALUES (1575118922565287941, 1575118922565287938, 1795608018.602898, 1795694418.602898, NULL, NULL);
INSERT INTO public.members VALUES (1575118922565287941, 1575118922565287939, 1795608016.2360566, 1795694416.2360566, NULL, NULL);
INSERT INTO public.members VALUES (1575118922565287941, 1575118922565287940, 1795608019.6272469, 1795694419.6272469, NULL, NULL);
INSERT INTO public.members VALUES (1575118922565287941, 1575118922565287937, 1795608016.2360566, 1795694416.2360566, NULL, NULL);
INSERT INTO public.migrations VALUES (1, 'schema', 1795608014.8987622);
INSERT INTO public.notifications VALUES (1, 'begun', 1575118922565287937, 1, NULL, 0, 'done', 1795608917.530668, NULL, 1, NULL, NULL);
INSERT INTO public.notifications VALUES (2, 'begun', 1575118922565287939, 1, NULL, 0, 'done', 1795608917.530668, NULL, 1, NULL, NULL);
INSERT INTO public.notifications VALUES (3, 'reminder', 1575118922565287937, 1, NULL, 0, 'done', 1795608022.6248007, 1795815376.2360566, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (4, 'turn', 1575118922565287939, 1, NULL, 1, 'done', 1795608022.6248007, NULL, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (5, 'reminder', 1575118922565287939, 1, NULL, 1, 'done', 1795608022.7478094, 1795815377.6248007, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (6, 'turn', 1575118922565287937, 1, NULL, 2, 'done', 1795608022.7478094, NULL, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (7, 'reminder', 1575118922565287937, 1, NULL, 2, 'done', 1795608022.922116, 1795815377.7478094, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (8, 'turn', 1575118922565287939, 1, NULL, 3, 'done', 1795608022.922116, NULL, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (9, 'reminder', 1575118922565287939, 1, NULL, 3, 'done', 1795608023.1754396, 1795815377.922116, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (10, 'over', 1575118922565287937, 1, NULL, 3, 'done', 1795608918.231323, NULL, 1, NULL, NULL);
INSERT INTO public.notifications VALUES (11, 'over', 1575118922565287939, 1, NULL, 3, 'done', 1795608918.231323, NULL, 1, NULL, NULL);
INSERT INTO public.notifications VALUES (12, 'begun', 1575118922565287937, 2, NULL, 0, 'done', 1795608919.1717358, NULL, 1, NULL, NULL);
INSERT INTO public.notifications VALUES (13, 'begun', 1575118922565287938, 2, NULL, 0, 'done', 1795608919.1717358, NULL, 1, NULL, NULL);
INSERT INTO public.notifications VALUES (14, 'reminder', 1575118922565287937, 2, NULL, 0, 'done', 1795608024.2797318, 1795815378.602898, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (15, 'turn', 1575118922565287938, 2, NULL, 1, 'done', 1795608024.2797318, NULL, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (16, 'reminder', 1575118922565287938, 2, NULL, 1, 'done', 1795608024.3991604, 1795815379.2797318, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (17, 'turn', 1575118922565287937, 2, NULL, 2, 'done', 1795608024.3991604, NULL, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (19, 'begun', 1575118922565287939, 3, NULL, 0, 'done', 1795608920.0156574, NULL, 1, NULL, NULL);
INSERT INTO public.notifications VALUES (20, 'begun', 1575118922565287940, 3, NULL, 0, 'done', 1795608920.0156574, NULL, 1, NULL, NULL);
INSERT INTO public.notifications VALUES (21, 'reminder', 1575118922565287939, 3, NULL, 0, 'done', 1795608025.6802554, 1795815379.6272469, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (22, 'turn', 1575118922565287940, 3, NULL, 1, 'done', 1795608920.9614284, NULL, 1, NULL, NULL);
INSERT INTO public.notifications VALUES (24, 'begun', 1575118922565287938, 4, NULL, 0, 'done', 1795608921.222984, NULL, 1, NULL, NULL);
INSERT INTO public.notifications VALUES (25, 'begun', 1575118922565287939, 4, NULL, 0, 'done', 1795608921.222984, NULL, 1, NULL, NULL);
INSERT INTO public.notifications VALUES (26, 'reminder', 1575118922565287938, 4, NULL, 0, 'done', 1795608026.299507, 1795815380.9890447, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (27, 'turn', 1575118922565287939, 4, NULL, 1, 'done', 1795608026.299507, NULL, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (30, 'begun', 1575118922565287937, 5, NULL, 0, 'done', 1795608921.5871286, NULL, 1, NULL, NULL);
INSERT INTO public.notifications VALUES (29, 'begun', 1575118922565287940, 5, NULL, 0, 'done', 1795608921.5871286, NULL, 1, NULL, NULL);
INSERT INTO public.notifications VALUES (31, 'reminder', 1575118922565287940, 5, NULL, 0, 'done', 1795608026.6484365, 1795815381.4602582, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (33, 'reminder', 1575118922565287937, 5, NULL, 1, 'waiting', 1795815381.6484365, 1795815381.6484365, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (32, 'turn', 1575118922565287937, 5, NULL, 1, 'done', 1795608026.6484365, NULL, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (23, 'reminder', 1575118922565287940, 3, NULL, 1, 'done', 1795608087.1361768, 1795815380.6802554, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (34, 'reminder', 1575118922565287940, 3, NULL, 1, 'waiting', 1795884500.6802554, 1795884500.6802554, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (28, 'reminder', 1575118922565287939, 4, NULL, 1, 'done', 1795608087.1572342, 1795815381.299507, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (37, 'reminder', 1575118922565287938, 4, NULL, 2, 'waiting', 1795815442.1572342, 1795815442.1572342, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (18, 'reminder', 1575118922565287937, 2, NULL, 2, 'done', 1795608087.2708642, 1795815379.3991604, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (39, 'reminder', 1575118922565287938, 2, NULL, 3, 'waiting', 1795815442.2708642, 1795815442.2708642, 0, NULL, NULL);
INSERT INTO public.notifications VALUES (35, 'day given', 1575118922565287940, 3, NULL, 1, 'waiting', 1795608982.2924695, NULL, 1, NULL, NULL);
INSERT INTO public.notifications VALUES (36, 'turn', 1575118922565287938, 4, NULL, 2, 'waiting', 1795608982.292745, NULL, 1, NULL, NULL);
INSERT INTO public.notifications VALUES (38, 'turn', 1575118922565287938, 2, NULL, 3, 'waiting', 1795608982.3586621, NULL, 1, NULL, NULL);
INSERT INTO public.plans VALUES (5, 1575118922565287940, 1, 'Kd4 Kf6');
INSERT INTO public.player_openings VALUES (1575118922565287941, 1, 14, 1);
INSERT INTO public.player_openings VALUES (1575118922565287941, 2, 21, 1);
INSERT INTO public.player_records VALUES (1575118922565287941, 1, 'classic', 'o', 1, 'resignation', 1);
INSERT INTO public.player_records VALUES (1575118922565287941, 2, 'classic', 'g', 0, 'resignation', 1);
INSERT INTO public.player_sums VALUES (1575118922565287941, 1, 1, 1, 1, 2, 1.5630507469177246);
INSERT INTO public.player_sums VALUES (1575118922565287941, 2, 1, 0, 0, 1, 0.12300872802734375);
INSERT INTO public.players VALUES (1, 1575118922565287937, 'listed');
INSERT INTO public.players VALUES (2, 1575118922565287939, 'listed');
INSERT INTO public.posts VALUES (16, 1575118922565287941, 1575118945659125760, 4, NULL, NULL, 1575508744475770880, 1795608982.3121433);
INSERT INTO public.posts VALUES (15, 1575118922565287941, 1575118939954872320, NULL, NULL, 'b68cbe102bf71b1f7fd7e3c032328895', 1575508744471576576, 1795608982.3112135);
INSERT INTO public.posts VALUES (17, 1575118922565287941, 1575118935643127808, 2, NULL, NULL, 1575508744710651904, 1795608982.367809);
INSERT INTO public.rules_shown VALUES (1575118922565287937, 'classic', 1795608017.4252954);
INSERT INTO public.rules_shown VALUES (1575118922565287939, 'classic', 1795608017.4514606);
INSERT INTO public.rules_shown VALUES (1575118922565287938, 'classic', 1795608018.9535785);
INSERT INTO public.rules_shown VALUES (1575118922565287939, 'seam', 1795608019.6607156);
INSERT INTO public.rules_shown VALUES (1575118922565287940, 'seam', 1795608019.8622837);
INSERT INTO public.rules_shown VALUES (1575118922565287938, 'rows', 1795608021.0054288);
INSERT INTO public.rules_shown VALUES (1575118922565287939, 'rows', 1795608021.152775);
INSERT INTO public.stored_values VALUES ('application', '1575118922565287936');
INSERT INTO public.stored_values VALUES ('commands', 'a53f10abef6da75912f62ce2f5a55c0e56f16f9d26d339e10fe79e3538d52bd4');
INSERT INTO public.stored_values VALUES ('servers', 'known');
INSERT INTO public.stored_values VALUES ('clock ahead', '60.0');
INSERT INTO public.stored_values VALUES ('heartbeat', '1795608081.930121');
INSERT INTO public.stored_values VALUES ('timeline', '1795608021.958591 1795608021.958591 3678.620145228 00000000-0000-0000-0000-000000000000');
INSERT INTO public.turns VALUES (1, 1, 'Kc3', '6/6/2K3/6/6/6 g 7,0 8,0', 2, 1575118922565287937, 1795608017.6248007);
INSERT INTO public.turns VALUES (1, 2, 'Kd4', '6/1K4/6/3k2/6/6 o 7,0 7,0', 3, 1575118922565287939, 1795608017.7478094);
INSERT INTO public.turns VALUES (1, 3, 'Kf6', '6/1K4/6/3k2/6/5K g 6,0 7,0', 4, 1575118922565287937, 1795608017.922116);
INSERT INTO public.turns VALUES (2, 1, 'Kc3', '6/6/2K3/6/6/6 g 7,0 8,0', 2, 1575118922565287937, 1795608019.2797318);
INSERT INTO public.turns VALUES (2, 2, 'Kd4', '6/1K4/6/3k2/6/6 o 7,0 7,0', 3, 1575118922565287938, 1795608019.3991604);
INSERT INTO public.turns VALUES (3, 1, 'Kc3', '6/6/2K3/6/6/6 g 7,0 8,0 - -', 3, 1575118922565287939, 1795608020.6802554);
INSERT INTO public.turns VALUES (4, 1, 'Kc3', '6/6/2K3/6/6/6 g 7,0 8,0', 2, 1575118922565287938, 1795608021.299507);
INSERT INTO public.turns VALUES (5, 1, 'Kc3', '6/6/2K3/6/6/6 g 7,0 8,0', 2, 1575118922565287940, 1795608021.6484365);
INSERT INTO public.turns VALUES (4, 2, 'Kd5', '6/6/2K3/6/3k2/6 o 7,0 7,0', 3, 1575118922565287939, 1795608082.1572342);
INSERT INTO public.turns VALUES (2, 3, 'Kf6', '6/1K4/6/3k2/6/5K g 6,0 7,0', 4, 1575118922565287937, 1795608082.2708642);
SELECT pg_catalog.setval('public.board_numbers', 15, true);
SELECT pg_catalog.setval('public.notification_numbers', 39, true);
SELECT pg_catalog.setval('public.post_numbers', 17, true);
ALTER TABLE ONLY public.absences
    ADD CONSTRAINT absences_pkey PRIMARY KEY (guild_id);
ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT analyses_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY public.badges
    ADD CONSTRAINT badges_pkey PRIMARY KEY (guild_id, player_key, badge);
ALTER TABLE ONLY public.bans
    ADD CONSTRAINT bans_pkey PRIMARY KEY (guild_id, user_id);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (user_id, blocked_id);
ALTER TABLE ONLY public.boards
    ADD CONSTRAINT boards_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.buckets
    ADD CONSTRAINT buckets_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.challenges
    ADD CONSTRAINT challenges_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.closed_direct_messages
    ADD CONSTRAINT closed_direct_messages_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.counters
    ADD CONSTRAINT counters_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.exercises_done
    ADD CONSTRAINT exercises_done_pkey PRIMARY KEY (user_id, lesson, exercise);
ALTER TABLE ONLY public.greetings
    ADD CONSTRAINT greetings_pkey PRIMARY KEY (guild_id);
ALTER TABLE ONLY public.head_to_heads
    ADD CONSTRAINT head_to_heads_pkey PRIMARY KEY (guild_id, player_key, opponent_key);
ALTER TABLE ONLY public.hints
    ADD CONSTRAINT hints_pkey PRIMARY KEY (match_id, user_id, ply, "position");
ALTER TABLE ONLY public.histories
    ADD CONSTRAINT histories_pkey PRIMARY KEY (guild_id, player_key, opponent_key, sort, match_id);
ALTER TABLE ONLY public.history_sorts
    ADD CONSTRAINT history_sorts_pkey PRIMARY KEY (sort);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (kind, key);
ALTER TABLE ONLY public.language_questions
    ADD CONSTRAINT language_questions_pkey PRIMARY KEY (guild_id);
ALTER TABLE ONLY public.leader
    ADD CONSTRAINT leader_pkey PRIMARY KEY (seat);
ALTER TABLE ONLY public.match_statistics
    ADD CONSTRAINT match_statistics_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY public.matches
    ADD CONSTRAINT matches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.matches_uncounted
    ADD CONSTRAINT matches_uncounted_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_pkey PRIMARY KEY (guild_id, user_id);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.moderations
    ADD CONSTRAINT moderations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_pkey PRIMARY KEY (match_id, user_id);
ALTER TABLE ONLY public.player_openings
    ADD CONSTRAINT player_openings_pkey PRIMARY KEY (guild_id, player_key, square);
ALTER TABLE ONLY public.player_records
    ADD CONSTRAINT player_records_pkey PRIMARY KEY (guild_id, player_key, ruleset, seat, score, why);
ALTER TABLE ONLY public.player_sums
    ADD CONSTRAINT player_sums_pkey PRIMARY KEY (guild_id, player_key);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT players_pkey PRIMARY KEY (player_key);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.practice_ratings
    ADD CONSTRAINT practice_ratings_pkey PRIMARY KEY (user_id, ruleset);
ALTER TABLE ONLY public.practice_results
    ADD CONSTRAINT practice_results_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.processes
    ADD CONSTRAINT processes_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.puzzle_attempts
    ADD CONSTRAINT puzzle_attempts_pkey PRIMARY KEY (guild_id, day, user_id);
ALTER TABLE ONLY public.puzzle_days
    ADD CONSTRAINT puzzle_days_pkey PRIMARY KEY (guild_id, day);
ALTER TABLE ONLY public.puzzle_posts
    ADD CONSTRAINT puzzle_posts_pkey PRIMARY KEY (guild_id);
ALTER TABLE ONLY public.puzzle_ratings
    ADD CONSTRAINT puzzle_ratings_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.puzzle_runs
    ADD CONSTRAINT puzzle_runs_pkey PRIMARY KEY (guild_id, user_id);
ALTER TABLE ONLY public.puzzle_streaks
    ADD CONSTRAINT puzzle_streaks_pkey PRIMARY KEY (guild_id, user_id);
ALTER TABLE ONLY public.puzzle_strengths
    ADD CONSTRAINT puzzle_strengths_pkey PRIMARY KEY (puzzle);
ALTER TABLE ONLY public.puzzles_seen
    ADD CONSTRAINT puzzles_seen_pkey PRIMARY KEY (user_id, puzzle);
ALTER TABLE ONLY public.rated_results
    ADD CONSTRAINT rated_results_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.rating_counts
    ADD CONSTRAINT rating_counts_pkey PRIMARY KEY (guild_id, ruleset, scope, shown);
ALTER TABLE ONLY public.rating_pairs
    ADD CONSTRAINT rating_pairs_pkey PRIMARY KEY (guild_id, ruleset, scope, one_key, other_key);
ALTER TABLE ONLY public.rating_steps
    ADD CONSTRAINT rating_steps_pkey PRIMARY KEY (result_id, scope, player_key);
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_pkey PRIMARY KEY (guild_id, ruleset, scope, player_key);
ALTER TABLE ONLY public.rules_shown
    ADD CONSTRAINT rules_shown_pkey PRIMARY KEY (user_id, ruleset);
ALTER TABLE ONLY public.seasons
    ADD CONSTRAINT seasons_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.servers
    ADD CONSTRAINT servers_pkey PRIMARY KEY (guild_id);
ALTER TABLE ONLY public.shards
    ADD CONSTRAINT shards_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.spectators
    ADD CONSTRAINT spectators_pkey PRIMARY KEY (match_id, user_id);
ALTER TABLE ONLY public.stored_values
    ADD CONSTRAINT stored_values_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.titles
    ADD CONSTRAINT titles_pkey PRIMARY KEY (season_id, ruleset, player_key);
ALTER TABLE ONLY public.turns
    ADD CONSTRAINT turns_pkey PRIMARY KEY (match_id, ply);
ALTER TABLE ONLY public.vacations
    ADD CONSTRAINT vacations_pkey PRIMARY KEY (user_id, guild_id, begun_at);
ALTER TABLE ONLY public.venue_failures
    ADD CONSTRAINT venue_failures_pkey PRIMARY KEY (match_id, channel_id);
ALTER TABLE ONLY public.weekly_digests
    ADD CONSTRAINT weekly_digests_pkey PRIMARY KEY (guild_id);
CREATE INDEX absences_longest ON public.absences USING btree (since);
CREATE INDEX blocks_of_blocked ON public.blocks USING btree (blocked_id);
CREATE INDEX boards_lost ON public.boards USING btree (show_at) WHERE (state = 'lost'::text);
CREATE INDEX boards_of_match ON public.boards USING btree (match_id);
CREATE INDEX boards_to_delete ON public.boards USING btree (channel_id) WHERE (state = 'old'::text);
CREATE INDEX boards_unshown ON public.boards USING btree (show_at) WHERE ((state <> 'lost'::text) AND (shown_revision < revision));
CREATE INDEX challenges_asked ON public.challenges USING btree (friend_id, guild_id) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX challenges_countered ON public.challenges USING btree (counters) WHERE (counters IS NOT NULL);
CREATE INDEX challenges_made ON public.challenges USING btree (challenger_id, guild_id) WHERE (state = 'open'::text);
CREATE INDEX challenges_of_challenger ON public.challenges USING btree (challenger_id);
CREATE INDEX challenges_of_friend ON public.challenges USING btree (friend_id) WHERE (friend_id IS NOT NULL);
CREATE INDEX challenges_of_message ON public.challenges USING btree (message_id);
CREATE INDEX challenges_open ON public.challenges USING btree (expires_at) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX challenges_rematch ON public.challenges USING btree (rematch_of) WHERE ((rematch_of IS NOT NULL) AND (state = ANY (ARRAY['open'::text, 'accepted'::text])));
CREATE INDEX challenges_unshown ON public.challenges USING btree (show_at) WHERE (shown_revision < revision);
CREATE INDEX challenges_with_text ON public.challenges USING btree (id) WHERE ((note IS NOT NULL) OR (reason IS NOT NULL));
CREATE INDEX hints_of_user ON public.hints USING btree (user_id);
CREATE INDEX jobs_due ON public.jobs USING btree (kind, due_at);
CREATE INDEX jobs_tried ON public.jobs USING btree (guild_id) WHERE (attempts > 0);
CREATE INDEX match_statistics_of_server ON public.match_statistics USING btree (guild_id, ended_at);
CREATE INDEX matches_by_gray ON public.matches USING btree (gray_id, id);
CREATE INDEX matches_by_gray_in_guild ON public.matches USING btree (gray_id, guild_id, id);
CREATE INDEX matches_by_orange ON public.matches USING btree (orange_id, id);
CREATE INDEX matches_by_orange_in_guild ON public.matches USING btree (orange_id, guild_id, id);
CREATE INDEX matches_ended_of_server ON public.matches USING btree (guild_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX matches_gray_away ON public.matches USING btree (gray_away_until) WHERE ((outcome_why IS NULL) AND (gray_away_until IS NOT NULL));
CREATE INDEX matches_live_of_server ON public.matches USING btree (guild_id) WHERE (outcome_why IS NULL);
CREATE INDEX matches_of_channel ON public.matches USING btree (channel_id, id);
CREATE INDEX matches_of_gray ON public.matches USING btree (gray_id, outcome_why);
CREATE INDEX matches_of_orange ON public.matches USING btree (orange_id, outcome_why);
CREATE INDEX matches_of_pair ON public.matches USING btree (orange_id, gray_id, id);
CREATE INDEX matches_orange_away ON public.matches USING btree (orange_away_until) WHERE ((outcome_why IS NULL) AND (orange_away_until IS NOT NULL));
CREATE INDEX matches_uncounted_by_end ON public.matches_uncounted USING btree (ended_at, match_id);
CREATE INDEX matches_with_text ON public.matches USING btree (id) WHERE (outcome_note IS NOT NULL);
CREATE INDEX members_ending ON public.members USING btree (ends_at) WHERE (ends_at IS NOT NULL);
CREATE INDEX members_left ON public.members USING btree (left_at) WHERE (left_at IS NOT NULL);
CREATE INDEX moderations_of_server ON public.moderations USING btree (guild_id, id);
CREATE INDEX notifications_due ON public.notifications USING btree (due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'stale'::text]));
CREATE INDEX notifications_in_message ON public.notifications USING btree (message_id) WHERE (state = 'sent'::text);
CREATE INDEX notifications_of_challenge ON public.notifications USING btree (challenge_id) WHERE (challenge_id IS NOT NULL);
CREATE INDEX notifications_of_match ON public.notifications USING btree (match_id) WHERE (state <> 'done'::text);
CREATE INDEX notifications_of_user ON public.notifications USING btree (user_id) WHERE (state = ANY (ARRAY['waiting'::text, 'stale'::text]));
CREATE INDEX notifications_past_of_user ON public.notifications USING btree (user_id) WHERE (state = ANY (ARRAY['done'::text, 'sent'::text, 'muted'::text]));
CREATE UNIQUE INDEX players_of_user ON public.players USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX posts_of_challenge ON public.posts USING btree (challenge_id);
CREATE INDEX posts_of_match ON public.posts USING btree (match_id);
CREATE INDEX posts_to_look_for ON public.posts USING btree (look_at);
CREATE UNIQUE INDEX practice_results_of_person ON public.practice_results USING btree (user_id, ruleset, number);
CREATE INDEX puzzle_attempts_of_user ON public.puzzle_attempts USING btree (user_id);
CREATE INDEX puzzle_runs_longest ON public.puzzle_runs USING btree (guild_id, best);
CREATE INDEX puzzle_runs_of_user ON public.puzzle_runs USING btree (user_id);
CREATE INDEX puzzle_streaks_alive ON public.puzzle_streaks USING btree (guild_id, last_until);
CREATE INDEX puzzle_streaks_of_user ON public.puzzle_streaks USING btree (user_id);
CREATE INDEX rated_results_counted ON public.rated_results USING btree (guild_id, id) WHERE (voided_at IS NULL);
CREATE INDEX rated_results_in_time ON public.rated_results USING btree (guild_id, rated_at);
CREATE INDEX rated_results_of_gray ON public.rated_results USING btree (gray_key, guild_id, ruleset, id);
CREATE UNIQUE INDEX rated_results_of_match ON public.rated_results USING btree (match_id);
CREATE INDEX rated_results_of_orange ON public.rated_results USING btree (orange_key, guild_id, ruleset, id);
CREATE INDEX rated_results_of_season ON public.rated_results USING btree (season_id, guild_id) WHERE (voided_at IS NULL);
CREATE INDEX rated_results_of_server ON public.rated_results USING btree (guild_id, ruleset, id);
CREATE INDEX rating_steps_of_player ON public.rating_steps USING btree (player_key, scope, result_id);
CREATE INDEX ratings_by_place ON public.ratings USING btree (guild_id, ruleset, scope, shown, player_key) WHERE (shown IS NOT NULL);
CREATE INDEX ratings_of_player ON public.ratings USING btree (player_key, guild_id, ruleset, scope);
CREATE INDEX ratings_provisional ON public.ratings USING btree (guild_id, ruleset, scope, points, player_key) WHERE (shown IS NULL);
CREATE UNIQUE INDEX seasons_of_server ON public.seasons USING btree (guild_id, number);
CREATE INDEX spectators_of_user ON public.spectators USING btree (user_id, watched_at, match_id);
CREATE INDEX titles_of_player ON public.titles USING btree (player_key);
ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT analyses_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.badges
    ADD CONSTRAINT badges_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.badges
    ADD CONSTRAINT badges_player_key_fkey FOREIGN KEY (player_key) REFERENCES public.players(player_key);
ALTER TABLE ONLY public.boards
    ADD CONSTRAINT boards_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.head_to_heads
    ADD CONSTRAINT head_to_heads_opponent_key_fkey FOREIGN KEY (opponent_key) REFERENCES public.players(player_key);
ALTER TABLE ONLY public.head_to_heads
    ADD CONSTRAINT head_to_heads_player_key_fkey FOREIGN KEY (player_key) REFERENCES public.players(player_key);
ALTER TABLE ONLY public.hints
    ADD CONSTRAINT hints_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.histories
    ADD CONSTRAINT histories_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.histories
    ADD CONSTRAINT histories_sort_fkey FOREIGN KEY (sort) REFERENCES public.history_sorts(sort);
ALTER TABLE ONLY public.match_statistics
    ADD CONSTRAINT match_statistics_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.matches_uncounted
    ADD CONSTRAINT matches_uncounted_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES public.challenges(id);
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.player_openings
    ADD CONSTRAINT player_openings_player_key_fkey FOREIGN KEY (player_key) REFERENCES public.players(player_key);
ALTER TABLE ONLY public.player_records
    ADD CONSTRAINT player_records_player_key_fkey FOREIGN KEY (player_key) REFERENCES public.players(player_key);
ALTER TABLE ONLY public.player_sums
    ADD CONSTRAINT player_sums_player_key_fkey FOREIGN KEY (player_key) REFERENCES public.players(player_key);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_challenge_id_fkey FOREIGN KEY (challenge_id) REFERENCES public.challenges(id);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.practice_results
    ADD CONSTRAINT practice_results_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.rated_results
    ADD CONSTRAINT rated_results_gray_key_fkey FOREIGN KEY (gray_key) REFERENCES public.players(player_key);
ALTER TABLE ONLY public.rated_results
    ADD CONSTRAINT rated_results_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.rated_results
    ADD CONSTRAINT rated_results_orange_key_fkey FOREIGN KEY (orange_key) REFERENCES public.players(player_key);
ALTER TABLE ONLY public.rated_results
    ADD CONSTRAINT rated_results_season_id_fkey FOREIGN KEY (season_id) REFERENCES public.seasons(id);
ALTER TABLE ONLY public.rating_steps
    ADD CONSTRAINT rating_steps_player_key_fkey FOREIGN KEY (player_key) REFERENCES public.players(player_key);
ALTER TABLE ONLY public.rating_steps
    ADD CONSTRAINT rating_steps_result_id_fkey FOREIGN KEY (result_id) REFERENCES public.rated_results(id);
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_player_key_fkey FOREIGN KEY (player_key) REFERENCES public.players(player_key);
ALTER TABLE ONLY public.spectators
    ADD CONSTRAINT spectators_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.titles
    ADD CONSTRAINT titles_player_key_fkey FOREIGN KEY (player_key) REFERENCES public.players(player_key);
ALTER TABLE ONLY public.titles
    ADD CONSTRAINT titles_season_id_fkey FOREIGN KEY (season_id) REFERENCES public.seasons(id);
ALTER TABLE ONLY public.turns
    ADD CONSTRAINT turns_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);
ALTER TABLE ONLY public.venue_failures
    ADD CONSTRAINT venue_failures_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);
