"""The PostgreSQL server that the tests start."""

from contextlib import ExitStack

import pytest

from tests.kit.postgresql import EMPTYING_KEPT, server

pytestmark = [pytest.mark.night, pytest.mark.postgresql]
COUNT = "SELECT count(*) FROM pg_stat_activity WHERE datname = ANY(%s)"


def test_returned_databases_keep_few_connections() -> None:
    import psycopg

    with ExitStack() as lent:
        addresses = [lent.enter_context(server().database()) for _ in range(2 * EMPTYING_KEPT)]
    names = [psycopg.conninfo.conninfo_to_dict(each.url)["dbname"] for each in addresses]
    with psycopg.connect(server().address().url, autocommit=True) as connection:
        # A backend ends a moment after its connection was closed.
        while True:
            found = connection.execute(COUNT, [names]).fetchone()
            if found is not None and found[0] <= EMPTYING_KEPT:
                break
