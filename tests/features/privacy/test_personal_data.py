"""The declaration of personal data matches the schema."""

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot
from bot.db.migrations import migrations
from bot.features.privacy.personal_data import IMPERSONAL, PERSONAL_DATA, WRITTEN, ByOwner, Erase
from bot.features.privacy.queries import (
    EXPORTED,
    text_of_counts,
    text_of_mentions,
    text_of_page,
    text_of_renaming,
    texts_of_deletion,
)

DOCS = Path(bot.__file__).parents[1] / "docs" / "privacy.md"
THINGS = {
    "after_id", "attempts", "back_at", "beats", "challenge_id", "challenge_message_id", "connected",
    "channel_id", "claimed_by", "held_by", "home_id", "number", "served_by", "shards",
    "counters", "digest_channel_id", "first_id", "lot", "second_id", "series", "tournament_id",
    "challenged_rung_id", "challenger_rung_id", "high_rung_id", "ladder_id", "late_rung_id",
    "low_rung_id", "rung_id",
    "games_channel_id", "guild_id", "id", "lobby_channel_id",
    "log_channel_id",
    "match_id", "message_id", "origin_id", "hosts_role_id", "players_role_id", "ply", "process",
    "winners_role_id", "event_id",
    "puzzle_channel_id", "rematch_of", "repetitions", "result_id", "revision", "role_id", "scope",
    "season_id", "shown_revision", "subject", "undo_number", "value", "wins_in",
}  # fmt: skip
"""Columns of large numbers that are not IDs of users."""
THE_KEY = "players.player_key"
"""The key that stands for a user in other tables; `players` maps it to the user."""
SELDOM_READ = {"bans", "members", "moderations", "tournaments"}
"""Tables that stay small: they are searched only when a user's data is sent or deleted."""
TEXTS = [
    text_of_counts(),
    *map(text_of_page, EXPORTED),
    *(text for part in PERSONAL_DATA for text in texts_of_deletion(part)),
    *map(text_of_mentions, WRITTEN),
    *map(text_of_renaming, WRITTEN),
]


@pytest.fixture(scope="module")
def schema() -> Iterator[sqlite3.Connection]:
    """A database with the schema, in memory."""
    opened = sqlite3.connect(":memory:")
    for migration in migrations():
        opened.executescript(migration.script)
    yield opened
    opened.close()


def columns_of(schema: sqlite3.Connection) -> dict[str, dict[str, str]]:
    """Return the type of each column of each table."""
    named = schema.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    return {
        table: {row[1]: row[2] for row in schema.execute(f'PRAGMA table_info("{table}")')}
        for (table,) in named.fetchall()
    }


def undeclared_in(schema: sqlite3.Connection) -> set[str]:
    """Return the undeclared tables, and the columns that may hold a user."""
    declared = {part.table for part in PERSONAL_DATA}
    people = {
        (part.table, column)
        for part in PERSONAL_DATA
        for column in (*part.people, *part.keys, *part.other_keys)
    }
    columns = columns_of(schema)
    found = {*columns} - declared - {*IMPERSONAL}
    for table, types in columns.items():
        for column, type_ in types.items():
            may_be_somebody = type_ == "BIGINT" or re.search("user|_id$|_key$", column)
            if may_be_somebody and column not in THINGS and (table, column) not in people:
                found.add(f"{table}.{column}")
    return found - {THE_KEY}


def test_every_table_and_column_that_may_hold_personal_data_is_declared(
    schema: sqlite3.Connection,
) -> None:
    assert undeclared_in(schema) == set()


def test_everything_that_is_declared_exists(schema: sqlite3.Connection) -> None:
    columns = columns_of(schema)
    for part in PERSONAL_DATA:
        declared = {*part.people, *part.keys, *part.other_keys, *part.hidden}
        assert declared <= {*columns[part.table]}, part.name
    for texts in WRITTEN:
        assert {*texts.columns} <= {*columns[texts.table]}
    assert {*IMPERSONAL} - {"migrations"} <= {*columns}
    assert not {*IMPERSONAL} & {part.table for part in PERSONAL_DATA}
    assert len({part.name for part in PERSONAL_DATA}) == len(PERSONAL_DATA)


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("CREATE TABLE gifts (id BIGINT, giver BIGINT)", "gifts"),
        ("CREATE TABLE gifts (id BIGINT, giver BIGINT)", "gifts.giver"),
        ("ALTER TABLE seasons ADD COLUMN opened_by_user INTEGER", "seasons.opened_by_user"),
        ("ALTER TABLE titles ADD COLUMN runner_up_key INTEGER", "titles.runner_up_key"),
    ],
)
def test_undeclared_personal_data_is_noticed(
    schema: sqlite3.Connection, statement: str, name: str
) -> None:
    schema.execute("BEGIN")
    schema.execute(statement)
    found = undeclared_in(schema)
    schema.execute("ROLLBACK")
    assert name in found


@pytest.mark.parametrize("text", TEXTS)
def test_each_generated_statement_prepares_and_uses_indexes(
    schema: sqlite3.Connection, text: str
) -> None:
    parameters = dict.fromkeys(re.findall(r":(\w+)", text), 1)
    plan = [row[3] for row in schema.execute(f"EXPLAIN QUERY PLAN {text}", parameters)]
    walks = [step for step in plan if step.startswith("SCAN") and not step.endswith("_with_text")]
    assert {walk.split()[1] for walk in walks} <= SELDOM_READ | {"CONSTANT"}, plan


def test_data_that_is_not_exported_has_a_reason_and_is_erased() -> None:
    for part in PERSONAL_DATA:
        if part.withheld is not None:
            assert part.withheld
            assert part.deletion in (Erase(), ByOwner()), (
                "it would remain after its user is deleted"
            )


def test_the_page_about_privacy_names_every_part_of_the_file() -> None:
    named = set(re.findall(r"`(\w+)`", DOCS.read_text(encoding="utf-8")))
    assert {part.name for part in EXPORTED} <= named
