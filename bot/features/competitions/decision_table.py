"""Decisions about competitions in the database."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Generic, TypeVar

from bot.db.database import Reading, Writing
from bot.db.program import Counter, allot
from bot.db.statements import Statement, defer, execute
from bot.db.tables import Table
from bot.features.competitions.decisions import DecisionId, DecisionState, ManagerDecision
from bot.features.competitions.errors import DecidedAlready
from bot.match.identity import Erasure, Instant

Made = TypeVar("Made", bound=ManagerDecision)


class DecisionTable(Generic[Made]):
    """The decisions about one kind of competition, in a table of that feature.

    `competition` names the column with the number of the competition.
    """

    def __init__(self, table: Table[Made], numbers: Counter, competition: str) -> None:
        self._table = table
        self._numbers = numbers
        self._competition = competition

    async def enter(self, writing: Writing, competition: int, made: Made) -> Made:
        """Store a new decision, and return it with its number.

        Raise `DecidedAlready` if a decision about the same subject is pending.
        """
        for other in await self.pending(writing, competition):
            if other.about == made.about:
                raise DecidedAlready
        decision = replace(made, id=DecisionId(await allot(writing, self._numbers)))
        defer(self._table.insert(writing.connection, decision))
        return decision

    async def undo(self, writing: Writing, decision: Made) -> Made:
        """Store that a decision is undone, and return it."""
        number = await allot(writing, self._numbers)
        undone = replace(decision, state=DecisionState.UNDONE, undo_number=number)
        defer(self._table.update(writing.connection, decision, undone))
        return undone

    async def carry_out_when_due(
        self,
        writing: Writing,
        number: DecisionId,
        now: Instant,
        carry_out: Callable[[Made], Awaitable[bool]],
    ) -> Instant | None:
        """Carry out a pending decision, and store its new state.

        `carry_out` returns False if another event has made the decision moot. If the decision is
        not due yet, only return when it is.
        """
        decision = await self.find(writing, number)
        if decision is None or decision.state is not DecisionState.PENDING:
            return None
        if now < decision.until:
            return decision.until
        state = DecisionState.DONE if await carry_out(decision) else DecisionState.DROPPED
        await self._table.update(writing.connection, decision, replace(decision, state=state))
        return None

    def find(self, reading: Reading, number: DecisionId) -> Statement[Made | None]:
        """Query a decision."""
        return self._table.find(reading.connection, id=number)

    async def pending(self, reading: Reading, competition: int) -> list[Made]:
        """Return the decisions about a competition that can be undone, the oldest first."""
        where = {self._competition: competition, "state": DecisionState.PENDING.value}
        rows = await self._table.find_all(reading.connection, **where)
        return sorted(rows, key=lambda each: each.id)

    async def find_by_message(self, reading: Reading, competition: int, at: int) -> Made | None:
        """Return the decision whose latest message has this number, if any."""
        connection, where = reading.connection, {self._competition: competition}
        made, undone = await execute(
            self._table.find(connection, id=at, **where),
            self._table.find(connection, undo_number=at, **where),
        )
        decision: Made | None = undone or made
        return decision if decision is not None and decision.message_number == at else None

    async def erase(self, writing: Writing, erasure: Erasure) -> None:
        """Replace an erased user with a former player in all decisions."""
        change = {"manager_id": erasure.former}
        await self._table.change(writing.connection, change, manager_id=erasure.user)
