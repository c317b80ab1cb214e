"""`kill -9` at any moment loses no answered action, and everything works after the restart.

A real process serves two players and is killed again and again while they act. After each restart,
the test compares the file with the answers, and what players see with the file.
"""

import asyncio
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from bot.cli.keeper import Child
from bot.game import Turn, legal_turns
from playground import Answer, Person, Playground, SeenMessage, Snowflake, Thread, WaitTimeout
from playground.interactions.registry import Limits
from tests.kills import Row, kill_often, read, replay
from tests.kit.server_matches import ANSWERS, choice_of, square_text
from tests.kit.tables import DESCRIPTION
from tests.kit.thoroughness import quick_or_thorough

KILLS = quick_or_thorough(3, 100)
MOST_ACTIONS = 25
"""Wait for fewer actions than this after the bot is ready, however slow the machine is."""
SHOWN_WITHIN = 30.0
"""Seconds after a restart within which every board shows its match."""
LONGEST_WAIT = 0.1
"""Kill the bot within this many seconds of the last of these actions, in the middle of the next."""


@dataclass(slots=True)
class KnownMatch:
    """What both players know from answers about one match or challenge."""

    challenge_message: Snowflake
    challenger: Person
    friend: Person
    accepted: bool = False
    turns: list[Turn] = field(default_factory=list)
    over: bool = False

    def player(self, ply: int) -> Person:
        return [self.challenger, self.friend][ply % 2]


class Witness:
    """Two people who play at random, and remember the answers that they got."""

    def __init__(self, playground: Playground, chance: random.Random, database: Path) -> None:
        self.playground = playground
        self.database = database
        self.chance = chance
        self.ada, self.bob = playground.person("ada"), playground.person("bob")
        self.known: list[KnownMatch] = []
        self.actions = 0
        self._left = 0
        self._enough = asyncio.Event()

    async def play_on(self) -> None:
        """Do one action after the other until the bot has stopped answering."""
        while await self._act():
            self.actions += 1
            self._left -= 1
            if self._left <= 0:
                self._enough.set()

    async def wait_for(self, actions: int, playing: asyncio.Task[None]) -> None:
        """Wait until that many more actions are answered, or answers end."""
        self._left = actions
        self._enough.clear()
        if not actions:
            return
        enough = asyncio.create_task(self._enough.wait())
        await asyncio.wait([enough, playing], return_when=asyncio.FIRST_COMPLETED)
        enough.cancel()

    async def _act(self) -> bool:
        open_ones = [known for known in self.known if not known.over]
        if len(open_ones) < 2 or self.chance.random() < 0.05:
            return await self._challenge()
        known = self.chance.choice(open_ones)
        if not known.accepted:
            return await self._accept(known)
        if known.turns and self.chance.random() < 0.02:
            return await self._resign(known)
        return await self._turn(known)

    async def _challenge(self) -> bool:
        challenger, friend = self.chance.sample([self.ada, self.bob], 2)
        games = self.playground.channel("games")
        answer = await challenger.command("challenge", channel=games, opponent=friend, first="me")
        if answer.failed:
            return False
        number = answer.shown.id
        if "already challenged" in answer.text:
            # The challenge was stored, but the bot was killed before it answered.
            link = re.search(r"/(\d+)$", answer.text)
            if link is None or any(each.challenge_message == int(link[1]) for each in self.known):
                return True
            number = Snowflake(int(link[1]))
        self.known.append(KnownMatch(number, challenger, friend))
        return True

    async def _accept(self, known: KnownMatch) -> bool:
        answer = await known.friend.press(self._message(known.challenge_message), "Accept")
        if answer.failed:
            return False
        assert "accepted" in answer.text
        known.accepted = True
        try:
            await self.playground.until(lambda: self._bed(known), within=1.0)
        except WaitTimeout:
            return False
        return True

    async def _resign(self, known: KnownMatch) -> bool:
        person = self.chance.choice([known.challenger, known.friend])
        question = await person.command("resign", channel=self._thread(known))
        if question.failed:
            return False
        resign_or_call_off = question.shown.buttons[0].label
        answer = await person.press(question.shown, resign_or_call_off)
        known.over = not answer.failed
        return not answer.failed

    async def _turn(self, known: KnownMatch) -> bool:
        position = replay(known.turns)
        turn = self.chance.choice(list(legal_turns(position)))
        answer = await self._place(known, turn)
        if answer.failed:
            return False
        if answer.deferred and not self._is_stored(known, turn):
            # The bot took the letter for the second tap on a square, and announced no turn.
            return True
        known.turns.append(turn)
        known.over = turn.wins
        return True

    def _is_stored(self, known: KnownMatch, turn: Turn) -> bool:
        """Return whether the turn is stored; the bot acknowledged its letter without a word."""
        row = read(self.database).get(known.challenge_message)
        return row is not None and row.turns == [*known.turns, turn]

    async def _place(self, known: KnownMatch, turn: Turn) -> Answer:
        person = known.player(len(known.turns))
        answer = await person.command(
            "place",
            channel=self._thread(known),
            square=square_text(turn),
            piece=turn.placement.kind.value,
        )
        if answer.failed or not any("·" in (each.label or "") for each in answer.shown.buttons):
            return answer
        return await person.press(answer.shown, custom_id=choice_of(answer.shown, turn))

    def compare_with(self, rows: Mapping[int, Row]) -> None:
        """Compare the file with the answers, then adopt what only the file has."""
        for known in self.known:
            row = rows.get(known.challenge_message)
            if row is None:
                assert not known.accepted, "an answered acceptance is lost"
                continue
            known.accepted = True
            assert row.turns[: len(known.turns)] == known.turns, "an answered turn is lost"
            assert len(row.turns) <= len(known.turns) + 1, "a turn was played twice"
            assert row.over or not known.over, "an answered resignation is lost"
            known.turns, known.over = row.turns, row.over

    async def wait_until_shown(self, rows: Mapping[int, Row]) -> None:
        """Wait until each match and challenge is shown as the file has it."""
        for known in self.known:
            row = rows.get(known.challenge_message)
            if row is None:
                labels = self._message(known.challenge_message).labels
                assert labels == ANSWERS
                continue
            try:
                await self.playground.until(
                    partial(self._is_shown, known, row), within=SHOWN_WITHIN
                )
            except WaitTimeout:
                bed = self._bed(known)
                pytest.fail(f"{row} is shown as {bed}")
            try:
                await self.playground.until(
                    partial(self._is_challenge_shown, known, row), within=SHOWN_WITHIN
                )
            except WaitTimeout:
                pytest.fail(f"{row} is shown as {self._message(known.challenge_message)}")

    def _is_challenge_shown(self, known: KnownMatch, row: Row) -> bool:
        """Return whether a challenge's message links to its match, or says how the match ended."""
        challenge = self._message(known.challenge_message)
        labels = challenge.labels
        if row.over:
            return "Rematch" in labels and f"#{row.number} ·" in challenge.text
        return not labels and f"match **#{row.number}**" in challenge.text

    def _is_shown(self, known: KnownMatch, row: Row) -> bool:
        bed = self._bed(known)
        if bed is None or not bed.buttons:
            return False
        if any(button.label == "Rematch" for button in bed.buttons) is not row.over:
            return False
        if row.has_draft:
            return "chooses what leaves the bed" in bed.text
        if row.turns and not row.over:
            return f"Turn {len(row.turns)}:" in bed.text
        return ("wins" in bed.text or "No result" in bed.text) is row.over

    def _bed(self, known: KnownMatch) -> SeenMessage | None:
        thread = self.playground.world.places.get(known.challenge_message)
        if not isinstance(thread, Thread):
            return None
        beds = [seen for seen in self.ada.look(thread) if seen.pictures and not seen.ephemeral]
        return beds[-1] if beds else None

    def _thread(self, known: KnownMatch) -> Thread:
        return self.playground.thread(known.challenge_message)

    def _message(self, message: Snowflake) -> SeenMessage:
        games = self.playground.channel("games")
        return next(seen for seen in self.ada.look(games) if seen.id == message)


@pytest.mark.night
@pytest.mark.process
async def test_no_answered_action_is_lost_however_often_the_bot_is_killed(tmp_path: Path) -> None:
    chance = random.Random(20261121)
    database = tmp_path / "boop.sqlite3"
    async with Playground(description=DESCRIPTION, limits=Limits(answer_within=1.0)) as playground:
        child = Child(
            token=playground.token,
            api=playground.api,
            database=database,
            control=tmp_path / "control.json",
        )
        witness = Witness(playground, chance, database)
        try:
            for _ in range(KILLS):
                director = await child.start()
                rows = read(database)
                witness.compare_with(rows)
                await director.run_due()
                await witness.wait_until_shown(read(database))
                playing = asyncio.create_task(witness.play_on())
                await witness.wait_for(chance.randrange(MOST_ACTIONS), playing)
                await asyncio.sleep(chance.uniform(0.0, LONGEST_WAIT))
                await child.kill()
                await playing
        finally:
            await child.kill()
        assert witness.actions > KILLS
        playground.expect_valid()


@pytest.mark.process
async def test_no_board_with_buttons_is_unknown_however_often_the_bot_is_killed(
    tmp_path: Path,
) -> None:
    report = await kill_often(quick_or_thorough(2, 40), at_once=4, folder=tmp_path, seed=20261122)
    assert report.faults == []
    assert report.turns
