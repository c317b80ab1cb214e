"""A server, a database and a role with settings that change how texts and values are read."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from random import Random

import pytest

from bot.address import ServerAddress
from bot.cli.check_database import check_database
from bot.cli.findings import Severity
from bot.db.errors import DatabaseUnusable
from bot.db.opening import open_database
from bot.db.transfer import move
from bot.jobs.database_opening import open_database_as_leader
from bot.services import open_services
from tests.kit.clocks import StandingClock
from tests.kit.pooler import pooler_to
from tests.kit.postgresql import server
from tests.kit.service_matches import begin, play_randomly
from tests.kit.thoroughness import sampled

pytestmark = pytest.mark.postgresql

ODD = {
    "array_nulls": "off",
    "backslash_quote": "on",
    "bytea_output": "escape",
    "client_encoding": "LATIN1",
    "client_min_messages": "debug1",
    "datestyle": "German, DMY",
    "default_transaction_deferrable": "on",
    "default_transaction_isolation": "serializable",
    "default_transaction_read_only": "on",
    "escape_string_warning": "off",
    "extra_float_digits": "-15",
    "intervalstyle": "sql_standard",
    "lc_messages": "C",
    "lc_monetary": "C",
    "lc_numeric": "C",
    "lc_time": "C",
    "quote_all_identifiers": "on",
    "search_path": '"$user", public',
    "standard_conforming_strings": "off",
    "timezone": "Asia/Kathmandu",
    "transform_null_equals": "on",
    "xmloption": "document",
}


@contextmanager
def odd_database(where: str) -> Iterator[ServerAddress]:
    """Yield an empty database with odd settings, either its own or its role's."""
    running = server()
    running.run("CREATE ROLE guest LOGIN")
    try:
        with running.empty_database() as address:
            running.run("ALTER DATABASE empty OWNER TO guest")
            for name, value in ODD.items():
                text = value if name in ("datestyle", "search_path") else f"'{value}'"
                running.run(f"ALTER {where} SET {name} = {text}")
            yield ServerAddress(address.url.replace("boop@", "guest@"))
    finally:
        running.run("DROP ROLE guest")


@pytest.mark.parametrize(
    ("where", "way"),
    sampled(
        [
            ("ROLE guest", nullcontext),
            ("DATABASE empty", nullcontext),
            ("DATABASE empty", pooler_to),
        ],
        2,
    ),
    ids=["of the role", "of the database", "of the database, by way of a pooler"],
)
async def test_values_are_read_as_they_were_stored_under_any_server_settings(
    where: str,
    way: Callable[[ServerAddress], AbstractContextManager[ServerAddress]],
    tmp_path: Path,
) -> None:
    with odd_database(where) as direct, way(direct) as address:
        async with open_services(address, StandingClock(), Random(1)) as services:
            for number in range(6):
                match = await begin(services)
                await play_randomly(services, match.id, Random(number))
            checked = await services.ratings.check()
            assert checked.results > 0
            assert checked.different == 0
        async with (
            open_database_as_leader(address) as (source, _),
            open_database_as_leader(tmp_path / "boop.sqlite3") as (target, _),
        ):
            await move(source, target)


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII", "EUC_JP"])
async def test_a_database_that_is_not_utf_8_is_refused_with_the_command_that_makes_one(
    encoding: str,
) -> None:
    running = server()
    options = f"ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0"
    running.run(f"CREATE DATABASE foreign_letters {options}")
    try:
        address = running.address("foreign_letters")
        with pytest.raises(DatabaseUnusable) as caught:
            await open_database(address)
        assert f"its encoding is {encoding}" in caught.value.reason
        assert "ENCODING 'UTF8'" in caught.value.reason
    finally:
        running.run("DROP DATABASE foreign_letters WITH (FORCE)")


def test_check_says_that_a_database_is_not_utf_8() -> None:
    running = server()
    running.run("CREATE DATABASE foreign_letters ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    try:
        findings, _ = check_database(running.address("foreign_letters"))
        assert [each.severity for each in findings] == [Severity.WRONG]
        assert "its encoding is LATIN1" in findings[0].text
    finally:
        running.run("DROP DATABASE foreign_letters WITH (FORCE)")
