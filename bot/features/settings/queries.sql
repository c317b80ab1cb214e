-- name: settings_of(guild_id)^
SELECT *
FROM servers
WHERE guild_id = :guild_id;

-- name: keep_settings(guild_id, theme, home, games_channel_id, players_role_id, most_matches, most_challenges, ruleset, time_control, stakes, pings, vacation_days, leaving, log_channel_id, season_days, digest_channel_id, digest_day, digest_hour, leaderboard, puzzle_channel_id, puzzle_hour)!
INSERT INTO servers (
    guild_id, theme, home, games_channel_id, players_role_id, most_matches, most_challenges,
    ruleset, time_control, stakes, pings, vacation_days, leaving, log_channel_id,
    season_days, digest_channel_id, digest_day, digest_hour, leaderboard, puzzle_channel_id, puzzle_hour
)
VALUES (
    :guild_id, :theme, :home, :games_channel_id, :players_role_id, :most_matches,
    :most_challenges, :ruleset, :time_control, :stakes, :pings, :vacation_days, :leaving,
    :log_channel_id, :season_days, :digest_channel_id, :digest_day, :digest_hour, :leaderboard,
    :puzzle_channel_id, :puzzle_hour
)
ON CONFLICT (guild_id) DO UPDATE SET
    theme = excluded.theme,
    home = excluded.home,
    games_channel_id = excluded.games_channel_id,
    players_role_id = excluded.players_role_id,
    most_matches = excluded.most_matches,
    most_challenges = excluded.most_challenges,
    ruleset = excluded.ruleset,
    time_control = excluded.time_control,
    stakes = excluded.stakes,
    pings = excluded.pings,
    vacation_days = excluded.vacation_days,
    leaving = excluded.leaving,
    log_channel_id = excluded.log_channel_id,
    season_days = excluded.season_days,
    digest_channel_id = excluded.digest_channel_id,
    digest_day = excluded.digest_day,
    digest_hour = excluded.digest_hour,
    leaderboard = excluded.leaderboard,
    puzzle_channel_id = excluded.puzzle_channel_id,
    puzzle_hour = excluded.puzzle_hour;
