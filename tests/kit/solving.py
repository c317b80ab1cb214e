"""Solving puzzles on private panels."""

from collections import Counter
from dataclasses import dataclass

from bot.engine.puzzles import Puzzle
from bot.features.puzzles.days import IN_PERSON, PuzzleDay, begins_at, day_at
from bot.features.puzzles.lines import find_puzzle, is_right, reached
from bot.features.puzzles.service import Daily
from bot.features.settings.zones.local_time import DailyHour
from bot.game import Kind, Turn, legal_turns, play, read_turn, write_turn
from bot.match.clock import DAY
from bot.match.identity import GuildId, UserId
from playground import Answer, DirectChannel, Person, SeenMessage, TextChannel
from tests.kit.picking import PanelUser, choose_turn
from tests.kit.tables import Table


@dataclass(slots=True)
class Solver(PanelUser):
    """One person using the panel of a puzzle."""

    table: Table
    person: Person
    place: TextChannel | DirectChannel
    last: Answer | None = None

    @property
    def practice_puzzle(self) -> Puzzle:
        """The practice puzzle on the panel."""
        way = next(
            each.custom_id
            for each in self.panel.buttons
            if each.custom_id and each.custom_id.startswith(("puzzle-give-up:", "puzzle-turn:"))
        )
        puzzle = find_puzzle(way.split(":")[1].split(".")[0])
        assert puzzle is not None
        return puzzle

    async def open(self, answer: str | None = None) -> "Solver":
        """Request the puzzle of the day, or answer it in notation."""
        options = {} if answer is None else {"answer": answer}
        self.last = await self.person.command("puzzle today", channel=self.place, **options)
        return self

    async def press(self, label: str, message: SeenMessage | None = None) -> "Solver":
        """Press a button of the panel, or of another message."""
        self.last = await self.person.press(message or self.panel, label)
        return self

    async def choose(self, turn: Turn) -> None:
        """Choose a whole turn, tap by tap, up to the **Answer** button if it appears."""
        self.last = await choose_turn(self.person, self.panel, turn)

    async def pick(self, square: str) -> None:
        """Tap a column, then a square of it."""
        await self.press(square[0])
        await self.press(square)

    async def answer(self, turn: Turn) -> None:
        """Choose a whole turn and answer with it."""
        await self.choose(turn)
        if "Answer" in self.labels:
            await self.press("Answer")

    async def solve(self) -> "Solver":
        """Find the turns of the day's puzzle that are still to be found."""
        daily = await self.daily()
        for turn in daily.puzzle.solution[2 * daily.attempt.found :: 2]:
            await self.answer(turn)
        assert "**Solved**" in self.text
        return self

    async def daily(self) -> Daily:
        """Return the day's puzzle as the bot knows it."""
        server = self.table.playground.server()
        direct = isinstance(self.place, DirectChannel)
        guild = IN_PERSON if direct else GuildId(server.id)
        return await self.table.services.puzzles.todays(guild, UserId(self.person.id))


async def pass_to_day_start(table: Table, most: int = 60) -> None:
    """Let time pass to the first minute of a day, so that no day begins in the midst of a test.

    On that day both puzzles, the server's and the one in direct messages, have a wrong turn.
    """
    now = table.clock.now()
    tomorrow = PuzzleDay(day_at(now, DailyHour(0)) + 1)
    await table.pass_time(begins_at(tomorrow, DailyHour(0)) - now + 60)
    ada = UserId(table.playground.person("ada").id)
    homes = (GuildId(table.playground.server().id), IN_PERSON)
    for _ in range(most):
        puzzles = [(await table.services.puzzles.todays(home, ada)).puzzle for home in homes]
        if all(find_wrong_turn(puzzle) is not None for puzzle in puzzles):
            return
        await pass_day(table)
    raise AssertionError(f"{most} days of puzzles without a wrong turn")


async def pass_day(table: Table) -> None:
    await table.pass_time(DAY)


async def open_long_puzzle(table: Table, person: Person, most: int = 60) -> Solver:
    """Let days pass until the puzzle has several turns to find and a wrong one, then open it."""
    solver = Solver(table, person, table.playground.channel("games"))
    for _ in range(most):
        puzzle = (await solver.daily()).puzzle
        if puzzle.turns > 1 and find_wrong_turn(puzzle) is not None:
            return await solver.open()
        await pass_day(table)
    raise AssertionError(f"{most} puzzles of one turn, or without a wrong one")


def wrong_turn(puzzle: Puzzle, found: int = 0, kind: Kind | None = None) -> Turn:
    """Return a turn as `find_wrong_turn` does; raise `AssertionError` if there is none."""
    wrong = find_wrong_turn(puzzle, found, kind)
    assert wrong is not None, f"every turn wins {puzzle.id}"
    return wrong


def find_wrong_turn(puzzle: Puzzle, found: int = 0, kind: Kind | None = None) -> Turn | None:
    """Return a legal turn that is not the solution and leaves nothing to choose.

    It places a piece of `kind`, or of either kind by default.
    """
    position = reached(puzzle, found).position
    turns = list(legal_turns(position))
    options = {(turn.recall, turn.placement, turn.leaves) for turn in turns}
    choices = Counter((recall, placement) for recall, placement, _ in options)
    for turn in turns:
        if choices[turn.recall, turn.placement] > 1:
            continue
        step = play(position, turn)
        if kind not in (None, turn.placement.kind):
            continue
        if not is_right(puzzle, found, step) and len(turn.leaves) in (0, 3):
            return read_turn(write_turn(turn))
    return None
