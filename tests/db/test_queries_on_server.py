"""PostgreSQL understands each query of the .sql files."""

import pytest

from tests.kit.postgresql import server
from tests.statements import NOT_EACH_TIME, queries

pytestmark = pytest.mark.postgresql
UNTYPED = "bot/features/notifications/queries.sql: insert_reminder"
"""A query whose parameters get types only from their values; every run of tests executes it."""


def test_every_query_prepares_on_a_server() -> None:
    # A machine without the driver can collect this file, though it runs no test of it.
    import psycopg

    from bot.db.encoding import _numbered_parameters

    with (
        server().database() as address,
        psycopg.connect(address.url, autocommit=True) as connection,
    ):
        for text, name in queries().items():
            if name == UNTYPED:
                continue
            translated, _ = _numbered_parameters(text, False)
            try:
                connection.execute(b"PREPARE each_one AS " + translated)
            except psycopg.Error as error:
                raise AssertionError(name) from error
            connection.execute("DEALLOCATE each_one")


def test_every_name_on_the_list_of_sampled_queries_is_a_query() -> None:
    assert set(queries().values()) >= NOT_EACH_TIME
