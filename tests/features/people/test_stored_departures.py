"""What is known of people in servers, in the database."""

import sqlite3

from bot.db.migrations import migrations


def test_who_played_before_there_was_a_look_is_looked_for() -> None:
    known = migrations()
    connection = sqlite3.connect(":memory:")
    for migration in known:
        if migration.name == "departures":
            columns = "id, ruleset, rules_version, guild_id, origin_id, orange_id, gray_id"
            more = "position, ply, stands, time_control, turn_began_at, revision"
            times = "started_at, changed_at, outcome_why"
            for number, guild, outcome in ((1, 7, None), (2, 7, None), (3, 8, "line")):
                connection.execute(
                    f"INSERT INTO matches ({columns}, {more}, {times}) "
                    "VALUES (?, 'classic', 1, ?, 70, 101, 102, '', 0, 1, 'none', 0, 1, 0, 0, ?)",
                    [number, guild, outcome],
                )
        connection.executescript(migration.script)
    rows = connection.execute("SELECT guild_id, user_id, look_at FROM members ORDER BY user_id")
    assert rows.fetchall() == [(7, 101, 0), (7, 102, 0)]
    connection.close()
