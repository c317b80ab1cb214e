"""How often a move queries the database, from the command to the record that its board is shown."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from bot.db.database import Concurrency, Database
from bot.db.statements import Connection, Edge, Statement
from tests.kit.many_matches import wait_until_boards_recorded
from tests.kit.server_matches import TO_A_CHOICE, ServerMatch, place
from tests.kit.tables import Table
from tests.kit.trips import watch_trips

A_MATCH = re.compile(r"SELECT (matches\.)?\*.* FROM matches\b")
"""A query that reads a whole match."""


@dataclass(slots=True)
class DatabaseUse:
    """The database use of the task that carries out a command or an action."""

    transactions: int = 0
    trips: int = 0
    matches: int = 0


@contextmanager
def database_uses(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[object, DatabaseUse]]:
    """Measure the database use of each task until the block ends."""
    found: dict[object, DatabaseUse] = {}
    transaction = Database._transaction

    def current_use() -> DatabaseUse:
        return found.setdefault(asyncio.current_task(), DatabaseUse())

    @asynccontextmanager
    async def measured_transaction(
        self: Database, questions: Any, concurrency: Concurrency
    ) -> AsyncIterator[Any]:
        own = current_use()
        own.transactions += 1
        # Another task waits for the commit, so it is counted here.
        own.trips += 1
        async with transaction(self, questions, concurrency) as lent:
            yield lent

    def measure(statements: Sequence[Statement[Any]], _: Edge) -> None:
        own = current_use()
        own.trips += 1
        for statement in statements:
            own.matches += bool(A_MATCH.search(" ".join(statement.sql.split())))

    with monkeypatch.context() as patched, watch_trips(measure, *Connection.__subclasses__()):
        patched.setattr(Database, "_transaction", measured_transaction)
        yield found


async def use_of(found: dict[object, DatabaseUse], name: str) -> DatabaseUse:
    """Wait for the one task that carries out commands, or actions; return its database use."""
    [(task, way)] = [
        (task, way)
        for task, way in found.items()
        if isinstance(task, asyncio.Task) and name in str(task.get_coro()) and way.transactions
    ]
    await asyncio.wait([task])
    return way


async def test_place_takes_a_transaction_to_play_and_one_to_record_the_board(
    server_match: ServerMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place(server_match, server_match.orange, "c3")
    await server_match.wait_until_shown()
    with database_uses(monkeypatch) as found:
        await place(server_match, server_match.gray, "d4")
        await server_match.wait_until_shown()
        own = await use_of(found, "CommandTree")
    # One trip finds the users whom the board notifies, so that they need no separate message.
    assert own == DatabaseUse(transactions=2, trips=7, matches=1)


async def test_a_button_on_the_board_takes_a_transaction_to_play(
    server_match: ServerMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server_match.play(TO_A_CHOICE)
    await place(server_match, server_match.gray, "e1", piece="kitten")
    await server_match.wait_until_shown()
    with database_uses(monkeypatch) as found:
        choice = next(
            button for button in server_match.board().buttons if "e1" in (button.label or "")
        )
        await server_match.gray.press(server_match.board(), choice.label)
        await server_match.wait_until_shown()
        own = await use_of(found, "dynamic_item")
    # The first read of the match finds who may press; the second is in the transaction that plays.
    # The code that publishes the match posts the board anew and records it.
    assert own == DatabaseUse(transactions=1, trips=5, matches=2)


async def test_a_reminder_takes_a_transaction_to_claim_and_four_to_post_the_board_again(
    table: Table, server_match: ServerMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    await place(server_match, server_match.orange, "c3")
    await wait_until_boards_recorded(table, 1)
    match = await table.match(server_match.number)
    reminder_at = match.clock.reminder_at()
    assert reminder_at is not None
    with database_uses(monkeypatch) as found:
        await table.pass_time(reminder_at - table.clock.now())
    assert transactions_of(found, "OutboxCog._send") == 1
    # The board is posted anew: the bot records its post and the board, and deletes the old one. A
    # reminder pings, so the bot soon checks whether the players are still there, unless it already
    # planned a check.
    assert transactions_of(found, "_post_boards_of_match") in {4, 5}
    assert not transactions_of(found, "_deliver_or_put_back")


def transactions_of(found: dict[object, DatabaseUse], name: str) -> int:
    """Count the transactions of tasks that run this coroutine."""
    tasks = {task: way for task, way in found.items() if isinstance(task, asyncio.Task)}
    return sum(way.transactions for task, way in tasks.items() if name in str(task.get_coro()))
