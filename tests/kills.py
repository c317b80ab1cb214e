"""`python -m tests.kills`: kill the bot again and again while users play, and check the result.

Some matches are played at once, in threads and in direct messages, by commands and by buttons.
Discord carries out requests at once and answers them late. The bot is killed (SIGKILL) and started
again.

At the end the database must know every board that has buttons, and the board must show what the
database says. Every answered turn must be stored once. Each turn, challenge and result has to
notify its user: it may never be missed, and may come twice after at most one of a hundred kills.
"""

import argparse
import asyncio
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from bot.address import DatabaseAddress
from bot.cli.keeper import Child
from bot.game import Position, Turn, legal_turns, play, read_turn
from cogs.matches.cog import READING_TIME
from playground import (
    Answer,
    CannotDo,
    Person,
    Playground,
    SeenMessage,
    Server,
    Snowflake,
    WaitTimeout,
)
from playground.interactions.registry import Limits
from playground.world import Place
from tests.kit.boards import board_differences, live_boards
from tests.kit.notifications import PingCounter
from tests.kit.raw_database import RawConnection, connect
from tests.kit.server_matches import choice_of, has_options, public_messages, square_text
from tests.kit.tables import DESCRIPTION
from tests.kit.time_of_day import clock_from

LONGEST_LIFE = 2.0
"""The longest life of the bot in seconds after it is ready."""
PATIENCE = 120.0
"""Seconds in which everything must be in line after the last start."""
LATE = 0.05
"""Seconds from the time when Discord carries out a request until it answers."""
KILLS_FOR_ONE_TWICE = 100
"""One notification may come twice in this many kills."""
READING = READING_TIME + 0.1
"""Seconds after which users choose a letter: a quicker tap does nothing."""
MOST_GONE = 20
"""How often users may be led to a message that doesn't exist before that is a fault."""


@dataclass(frozen=True, slots=True)
class Row:
    """What the database says of a match."""

    number: int
    turns: list[Turn]
    over: bool
    has_draft: bool


@dataclass(slots=True)
class KnownMatch:
    """What the two players of a match were answered."""

    challenge: Snowflake
    orange: Person
    gray: Person
    is_direct: bool
    games: Place
    number: int | None = None
    accepted: bool = False
    turns: list[Turn] = field(default_factory=list)
    over: bool = False

    @property
    def mover(self) -> Person:
        return [self.orange, self.gray][len(self.turns) % 2]


@dataclass(slots=True)
class Report:
    """The counts and faults of a run."""

    kills: int = 0
    adopted_within: float = 0.0
    """The longest time that a shard belonged to an ended process, in seconds."""
    late: bool = False
    """Whether boards were in line only after the clock was moved."""
    actions: int = 0
    turns: int = 0
    matches: int = 0
    boards: int = 0
    found: int = 0
    notified: int = 0
    duplicates: list[str] = field(default_factory=list)
    """Notifications that came more than once."""
    faults: list[str] = field(default_factory=list)

    def summary(self) -> str:
        """Return the report in one line."""
        return (
            f"{self.kills} kills, {self.matches} matches, {self.actions} answered actions, "
            f"{self.turns} answered turns; {self.found} times a board was unknown right after a "
            f"kill; {self.notified} notifications, {len(self.duplicates)} twice; "
            f"{self.boards} boards with buttons at the end, {len(self.faults)} faults"
        )

    def count(self, pings: PingCounter) -> None:
        """Copy the counts of notifications."""
        self.notified, self.duplicates = pings.delivered.total(), pings.duplicates()

    def judge(self) -> None:
        """Add a fault if too many notifications came twice."""
        if len(self.duplicates) > max(1, self.kills // KILLS_FOR_ONE_TWICE):
            self.faults += self.duplicates


class Players:
    """Pairs of users who play one match after the other, each pair in a task of its own."""

    def __init__(
        self,
        playground: Playground,
        database: DatabaseAddress,
        chance: random.Random,
        report: Report,
        pairs: int,
        servers: Sequence[Server] = (),
    ) -> None:
        self.playground = playground
        self.database = database
        self.chance = chance
        self.report = report
        servers = servers or (playground.server(),)
        self.servers = [servers[pair % len(servers)] for pair in range(pairs)]
        self.pairs = [
            (
                playground.add_person(f"orange{pair}", server),
                playground.add_person(f"gray{pair}", server),
            )
            for pair, server in enumerate(self.servers)
        ]
        self.gone: Counter[Snowflake] = Counter()
        """How often users were led to a challenge's message that doesn't exist."""
        self.live: dict[int, KnownMatch] = {}
        """The current match of each pair."""

    async def go_on(self) -> None:
        """Play until the bot has stopped answering."""
        await asyncio.gather(*(self._pair(pair) for pair in range(len(self.pairs))))

    async def _pair(self, pair: int) -> None:
        """Play one match after the other."""
        while True:
            known = self.live.get(pair)
            if known is None or known.over:
                known = await self._begin(pair)
                if known is None:
                    return
                self.live[pair] = known
            try:
                answered = await self._one_action(known)
            except CannotDo:
                # The buttons changed after the users had looked.
                answered = True
            if not answered:
                return
            self.report.actions += 1
            await asyncio.sleep(self.chance.uniform(0.0, 0.05))

    def is_refused(self, answer: Answer) -> bool:
        """Return whether an answer says that nothing was stored, which must not happen here."""
        return False

    async def _begin(self, pair: int) -> KnownMatch | None:
        orange, gray = self.chance.sample(self.pairs[pair], 2)
        games = self.playground.channel("games", self.servers[pair])
        is_direct = self.chance.random() < 0.3
        answer = await orange.command(
            "challenge",
            channel=games,
            opponent=gray,
            first="me",
            where="direct" if is_direct else "thread",
        )
        if answer.failed:
            return None
        if "already challenged" in answer.text:
            # The challenge was stored, and the bot was killed before it answered.
            link = re.search(r"/(\d+)$", answer.text)
            if link is None:
                await asyncio.sleep(0.05)
                return None
            self.report.matches += 1
            return KnownMatch(Snowflake(int(link[1])), orange, gray, is_direct, games)
        if self.is_refused(answer):
            return None
        if not any(each.label == "Accept" for each in answer.shown.buttons):
            self.report.faults.append(f"no challenge: {answer.text}")
            return None
        self.report.matches += 1
        return KnownMatch(answer.shown.id, orange, gray, is_direct, games)

    async def _one_action(self, known: KnownMatch) -> bool:
        """Perform one action in a match; return False if there was no answer."""
        if known.number is None:
            return await self._accept(known)
        dice = self.chance.random()
        person = self.chance.choice([known.orange, known.gray])
        where = self._place_of(known, person)
        if where is None:
            # The bot was killed before it created the thread.
            await asyncio.sleep(0.05)
            return not (await person.command("games", channel=known.games)).failed
        if dice < 0.08:
            return not (
                await person.command("board", channel=where, match=str(known.number))
            ).failed
        if dice < 0.1 and known.turns:
            return await self._resign(known, person, where)
        if dice < 0.45:
            return await self._turn_by_buttons(known)
        return await self._turn_by_command(known)

    async def _accept(self, known: KnownMatch) -> bool:
        message = self._message(known)
        if message is None:
            # The bot was killed while it replaced the message: a repeated request is answered.
            self.gone[known.challenge] += 1
            if self.gone[known.challenge] == MOST_GONE:
                self.report.faults.append(f"challenge {known.challenge} is linked to and gone")
            known.over = True
            await asyncio.sleep(0.2)
            return True
        answer = await known.gray.press(message, "Accept")
        if answer.failed:
            return False
        known.accepted = "accepted" in answer.text
        self.sync(known)
        return True

    async def _resign(self, known: KnownMatch, person: Person, where: Place) -> bool:
        question = await person.command("resign", channel=where, match=str(known.number))
        if question.failed or not question.shown.buttons:
            return not question.failed
        answer = await person.press(question.shown, question.shown.buttons[0].label)
        if not answer.failed and not self.is_refused(answer):
            known.over = True
            self.sync(known)
        return not answer.failed

    async def _turn_by_command(self, known: KnownMatch) -> bool:
        turn = self._some_turn(known)
        person = known.mover
        where = self._place_of(known, person)
        assert where is not None
        answer = await person.command(
            "place",
            channel=where,
            match=str(known.number),
            square=square_text(turn),
            piece=turn.placement.kind.value,
        )
        if answer.failed:
            return False
        if has_options(answer.shown):
            await asyncio.sleep(READING)
            answer = await person.press(answer.shown, custom_id=choice_of(answer.shown, turn))
            if answer.failed:
                return False
        self._check_answer(known, turn, answer)
        return True

    async def _turn_by_buttons(self, known: KnownMatch) -> bool:
        """Place with the private picker, and read the result from the answer."""
        turn, person = self._some_turn(known), known.mover
        boards = [seen for seen in self._boards(known, person) if seen.buttons]
        if not boards:
            return await self._turn_by_command(known)
        square = square_text(turn)
        answer = await person.press(boards[-1], square[0])
        if not answer.failed and square in answer.shown.labels:
            columns = answer.shown
            if not known.turns:
                await asyncio.sleep(READING)
            answer = await person.press(columns, square)
            if answer.deferred:
                # The first piece on an empty bed is not confirmed.
                await self._check_tap(known, turn, answer, columns)
                return True
        if answer.failed:
            return False
        confirm = [each.label for each in answer.shown.buttons if each.label == "Confirm"]
        letters = [each.label for each in answer.shown.buttons if each.label.startswith("A · ")]
        if letters:
            await asyncio.sleep(READING)
        confirm += letters
        panel = answer.shown
        if panel.ephemeral and confirm:
            answer = await person.press(panel, confirm[0])
            if answer.failed:
                return False
            if letters and answer.deferred:
                await self._check_tap(known, turn, answer, panel)
            else:
                self._check_answer(known, turn, answer)
        return True

    async def _check_tap(
        self, known: KnownMatch, turn: Turn, answer: Answer, panel: SeenMessage
    ) -> None:
        """Check a tap that plays, unless a busy bot took it for a second tap."""
        if await self._goes_away(known, known.mover, panel):
            self._check_answer(known, turn, answer)
        else:
            self.sync(known)

    async def _goes_away(self, known: KnownMatch, person: Person, panel: SeenMessage) -> bool:
        """Return whether a panel disappears, which means that the turn was played."""
        where = self._place_of(known, person)
        assert where is not None
        try:
            await self.playground.until(
                lambda: panel.id not in [seen.id for seen in person.look(where)], within=READING
            )
        except WaitTimeout:
            return False
        return True

    def _check_answer(self, known: KnownMatch, turn: Turn, answer: Answer) -> None:
        """Check in the database that a turn is stored once if an answer says that it was played."""
        is_confirmed = answer.deferred
        if is_confirmed or f"Turn {len(known.turns) + 1}:" in answer.text:
            before = len(known.turns)
            self.sync(known)
            if len(known.turns) != before + 1:
                self.report.faults.append(f"answered {turn} in #{known.number} is not stored once")
            self.report.turns += 1
        else:
            self.sync(known)

    def sync(self, known: KnownMatch) -> None:
        """Check a match's answers against the database, and learn what else the database knows."""
        row = read(self.database).get(known.challenge)
        if row is None:
            if known.accepted or known.number is not None:
                self.report.faults.append(f"an answered acceptance of {known.challenge} is lost")
            return
        if row.turns[: len(known.turns)] != known.turns:
            self.report.faults.append(f"an answered turn of #{row.number} is lost")
        if len(row.turns) > len(known.turns) + 1:
            self.report.faults.append(f"a turn of #{row.number} was played twice")
        if known.over and not row.over:
            self.report.faults.append(f"an answered resignation of #{row.number} is lost")
        known.number, known.turns, known.over = row.number, row.turns, row.over

    def sync_all(self) -> None:
        """Check the answers of all matches against the database."""
        for known in self.live.values():
            self.sync(known)

    def list_unlinked(self) -> list[str]:
        """List the challenges whose message neither links to the match nor says how it ended."""
        rows = read(self.database)
        return [
            f"#{row.number} is shown as {message}"
            for known in self.live.values()
            if (row := rows.get(known.challenge)) is not None
            and (message := self._message(known)) is not None
            and (f"#{row.number} ·" if row.over else f"match **#{row.number}**") not in message.text
        ]

    def _some_turn(self, known: KnownMatch) -> Turn:
        return self.chance.choice(list(legal_turns(replay(known.turns))))

    def _place_of(self, known: KnownMatch, person: Person) -> Place | None:
        if known.is_direct:
            return self.playground.world.direct_channel(person.user)
        return self.playground.world.places.get(known.challenge)

    def _boards(self, known: KnownMatch, person: Person) -> list[SeenMessage]:
        where = self._place_of(known, person)
        if where is None:
            return []
        mark = f"#{known.number} "
        return [
            seen
            for seen in public_messages(person.look(where))
            if seen.pictures and mark in seen.text
        ]

    def _message(self, known: KnownMatch) -> SeenMessage | None:
        looked = known.gray.look(known.games)
        return next((seen for seen in looked if seen.id == known.challenge), None)


async def kill_often(
    kills: int, at_once: int, folder: Path, seed: int, tell: Callable[[str], None] | None = None
) -> Report:
    """Play `at_once` matches at a time until `kills` kills of the bot; report the faults."""
    chance, report = random.Random(seed), Report()
    database = folder / "boop.sqlite3"
    async with Playground(description=DESCRIPTION, limits=Limits(answer_within=1.5)) as playground:
        pings = PingCounter(playground)
        playground.faults.answer_late("*", "*", LATE, times=sys.maxsize)
        child = Child(
            token=playground.token,
            api=playground.api,
            database=database,
            control=folder / "control.json",
        )
        players = Players(playground, database, chance, report, at_once)
        try:
            for number in range(kills):
                await child.start()
                players.sync_all()
                playing = asyncio.create_task(players.go_on())
                await asyncio.wait([playing], timeout=chance.uniform(0.0, LONGEST_LIFE))
                given_up = time.monotonic() + PATIENCE
                # On a slow machine, a turn takes longer than a short life. The first answers may
                # then come too late, which ends the play.
                while number == kills - 1 and not report.turns and time.monotonic() < given_up:
                    if playing.done():
                        playing.result()
                        playing = asyncio.create_task(players.go_on())
                    await asyncio.wait([playing], timeout=0.05)
                await child.kill()
                report.kills += 1
                report.found += len(
                    [each for each in board_differences(playground, database) if "unknown" in each]
                )
                report.faults += pings.missing(database)
                report.count(pings)
                await playing
                if tell is not None and report.kills % 10 == 0:
                    tell(report.summary())
            director = await child.start()
            players.sync_all()
            given_up = time.monotonic() + PATIENCE
            while (
                left := [*list_undone(playground, database, pings), *players.list_unlinked()]
            ) and time.monotonic() < given_up:
                await director.advance(30.0)
            report.faults += left
        finally:
            await child.kill()
        report.count(pings)
        report.judge()
        report.boards = len(live_boards(playground))
        playground.expect_valid()
    return report


def list_undone(playground: Playground, database: DatabaseAddress, pings: PingCounter) -> list[str]:
    """List the boards and notifications that the bot still has to bring in line."""
    return [*board_differences(playground, database), *pings.missing(database, is_all_due=True)]


def read(database: DatabaseAddress) -> dict[int, Row]:
    """Read the matches from the database beside the bot, by the message of their challenge."""
    with closing(connect(database)) as connection:
        matches = connection.execute(
            """
            SELECT id, challenge_message_id, outcome_why IS NOT NULL, draft IS NOT NULL
            FROM matches
            """
        ).fetchall()
        return {
            message: Row(
                number,
                _turns(connection, number),
                bool(over),
                bool(has_draft),
            )
            for number, message, over, has_draft in matches
        }


def _turns(connection: RawConnection, number: int) -> list[Turn]:
    rows = connection.execute(
        "SELECT notation FROM turns WHERE match_id = ? ORDER BY ply", (number,)
    )
    return [read_turn(notation) for (notation,) in rows]


def replay(turns: Sequence[Turn]) -> Position:
    """Play the turns from the start."""
    position = Position()
    for turn in turns:
        position = play(position, turn).after
    return position


def main() -> None:
    """Read the arguments, kill the bot, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--matches", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(
            kill_often(arguments.kills, arguments.matches, Path(folder), arguments.seed, print)
        )
    print(report.summary())  # noqa: T201
    for fault in dict.fromkeys([*report.duplicates, *report.faults]):
        print(fault)  # noqa: T201
    sys.exit(1 if report.faults else 0)


if __name__ == "__main__":
    with clock_from():
        main()
