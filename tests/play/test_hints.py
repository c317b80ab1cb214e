"""Hints in Discord: on a picture, in words, counted once, and played by a press."""

import asyncio
import re
from pathlib import Path

import pytest

from bot.features.hints.engine_requests import Advice
from bot.features.hints.service import MOST_HINTS
from bot.game import read_turn, write_turn
from bot.match.identity import MatchId, UserId
from bot.match.terms import Measurement
from bot.workers.errors import WorkerLost
from cogs.core import progress
from cogs.core.failures import TOO_MANY_PICTURES
from playground import Answer, Person, Playground, SeenMessage
from render.scene import Scene, Status
from render.studio import StudioBusy, Subject
from tests.kit.server_matches import (
    TO_BOTH_KINDS,
    ServerMatch,
    start_match,
)
from tests.kit.tables import Table, open_table
from tests.kit.thoroughness import sampled
from tests.play.practising import begin_practice

pytestmark = pytest.mark.process

PATIENCE = 60.0
"""Seconds for a hint on a slow machine that has to start a process for it."""


async def wait_for_hint(playground: Playground, person: Person, answer: Answer) -> SeenMessage:
    """Wait until the hint, or the reason why there is none, replaces its progress."""
    assert not answer.failed
    first = answer.shown
    assert first.ephemeral

    def current_message() -> SeenMessage:
        return person.see(first) or first

    await playground.until(lambda: "Thinking of" not in current_message().text, within=PATIENCE)
    return current_message()


async def hint(server_match: ServerMatch, person: Person, **options: str) -> SeenMessage:
    """Ask for a hint by the command, and wait for it."""
    answer = await person.command("hint", channel=server_match.place, **options)
    return await wait_for_hint(server_match.playground, person, answer)


def recommended_turn(panel: SeenMessage) -> str:
    """Return the notation of the turn that a panel recommends."""
    button = panel.button("Play it").custom_id
    assert button is not None
    return button.split(":")[-1]


def number_of(server_match: ServerMatch) -> MatchId:
    return MatchId(server_match.number)


async def hints_used(table: Table, server_match: ServerMatch) -> dict[int, int]:
    counts = await table.services.hints.used(number_of(server_match))
    return {int(user): count for user, count in counts.items()}


async def turns_played(table: Table, server_match: ServerMatch) -> list[str]:
    record = await table.services.replays.record(number_of(server_match))
    return [write_turn(turn) for turn in record.turns]


async def test_a_hint_shows_the_turn_the_reason_and_how_many_are_left(table: Table) -> None:
    server_match = await start_match(table.playground, stakes="casual")
    await server_match.begin_after(table.services.matches, TO_BOTH_KINDS)
    panel = await hint(server_match, server_match.orange)
    assert f"A hint in #{server_match.number}" in panel.text
    assert re.search(r"\*\*Place a (kitten|cat) on [a-f][1-6]", panel.text), panel.text
    assert re.search(r"^It \w+", panel.text, re.MULTILINE), panel.text
    assert f"2 of {MOST_HINTS} hints left in this match." in panel.text
    [picture] = panel.pictures
    assert (picture.alt or "").startswith("A hint, not played yet.")
    assert "Orange to move." in (picture.alt or "")
    assert panel.labels == ["Play it"]
    assert await turns_played(table, server_match) == TO_BOTH_KINDS
    page = await server_match.gray.command("match", channel=server_match.place)
    assert "💡 Hints: 🟠 1 · ⚪ 0" in page.text
    await table.services.matches.resign(UserId(server_match.gray.id), number_of(server_match))
    await table.playground.until(lambda: "💡 Hints: 🟠 1 · ⚪ 0" in server_match.board().text)


@pytest.mark.night
async def test_a_repeated_request_shows_the_same_hint_at_no_cost(table: Table) -> None:
    server_match = await start_match(table.playground, stakes="casual")
    ada = server_match.orange
    first = await hint(server_match, ada)
    second = await hint(server_match, ada)
    assert second.text == first.text
    opened = await server_match.press_behind_more(ada, "Hint")
    third = await wait_for_hint(table.playground, ada, opened)
    assert third.text == first.text
    assert len(third.pictures) == 1
    assert await hints_used(table, server_match) == {ada.id: 1}


async def test_the_button_plays_the_whole_turn_once(table: Table) -> None:
    server_match = await start_match(table.playground, ruleset="seam", stakes="casual")
    ada = server_match.orange
    panel = await hint(server_match, ada)
    turn = recommended_turn(panel)
    answers = await asyncio.gather(*(ada.press_as_seen(panel, "Play it") for _ in range(2)))
    assert not any(answer.failed for answer in answers)
    assert await turns_played(table, server_match) == [turn]
    await table.playground.until(lambda: "Turn 1: orange kitten to" in server_match.board().text)


async def test_a_failed_search_is_reported_and_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_table(tmp_path) as table:
        server_match = await start_match(table.playground, stakes="casual")
        ada, gate = server_match.orange, asyncio.Event()
        errors: list[Exception] = [WorkerLost(), RuntimeError("no luck")]

        async def fail(*_: object) -> None:
            await gate.wait()
            raise errors.pop(0)

        monkeypatch.setattr(progress, "SILENT_FOR", 0.0)
        monkeypatch.setattr(table.bot.thinkers, "run", fail)
        for words in ("interrupted twice", "this one wasn't counted"):
            gate.clear()
            answer = await ada.command("hint", channel=server_match.place)
            assert "Thinking of a hint" in answer.text
            gate.set()
            assert words in (await wait_for_hint(table.playground, ada, answer)).text
        assert await hints_used(table, server_match) == {}

        async def fail_at_once(*_: object) -> None:
            raise WorkerLost

        monkeypatch.setattr(progress, "SILENT_FOR", 30.0)
        monkeypatch.setattr(table.bot.thinkers, "run", fail_at_once)
        refused = await ada.command("hint", channel=server_match.place)
        assert "interrupted twice" in refused.text


@pytest.mark.parametrize(
    ("error", "words"),
    sampled(
        [
            (StudioBusy(10), TOO_MANY_PICTURES.text),
            (RuntimeError("no ink"), "this one wasn't counted"),
        ],
        1,
    ),
)
async def test_a_hint_whose_picture_fails_is_counted_and_shown_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    async with open_table(tmp_path) as table:
        server_match = await start_match(table.playground, stakes="casual")
        ada, draw = server_match.orange, table.bot.studio.picture

        async def fail(subject: Subject) -> bytes:
            if isinstance(subject, Scene) and subject.status is Status.HINTED:
                raise error
            return await draw(subject)

        def answers() -> int:
            return sum(seen.ephemeral for seen in ada.look(server_match.place))

        monkeypatch.setattr(progress, "SILENT_FOR", 0.0)
        with monkeypatch.context() as failing:
            failing.setattr(table.bot.studio, "picture", fail)
            failed = await hint(server_match, ada)
            assert words in failed.text
        assert await hints_used(table, server_match) == {ada.id: 1}
        again = await hint(server_match, ada)
        assert "A hint in" in again.text
        assert await hints_used(table, server_match) == {ada.id: 1}
        assert answers() == 2, "one each time"


async def test_the_current_board_is_shown_if_a_turn_is_played_during_a_short_search(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    server_match = await start_match(table.playground, stakes="casual")
    ada = server_match.orange

    async def play_meanwhile(*_: object) -> Advice:
        turn = read_turn("Kc3")
        await table.services.matches.play(UserId(ada.id), number_of(server_match), turn)
        return Advice(turn, ())

    monkeypatch.setattr(table.bot.thinkers, "run", play_meanwhile)
    answer = await ada.command("hint", channel=server_match.place)
    assert "out of date" in answer.text
    assert len(answer.shown.pictures) == 1
    assert await hints_used(table, server_match) == {}


@pytest.mark.night
async def test_a_hint_against_the_bot_asks_first_as_the_match_will_not_count(
    table: Table,
) -> None:
    ada = table.playground.person("ada")
    match = await begin_practice(table, ada)
    games = table.playground.channel("games")
    question = await ada.command("hint", channel=games, match=str(match.id))
    assert "counts for your practice rating. With a hint, it no longer does" in question.text
    assert question.shown.labels == ["Show me the hint", "Keep playing"]
    await ada.press(question.shown, "Keep playing")
    await table.playground.until(lambda: ada.see(question.shown) is None)
    assert await table.services.hints.used(match.id) == {}
    again = await ada.command("hint", channel=games, match=str(match.id))
    shown = await ada.press(again.shown, "Show me the hint")
    panel = await wait_for_hint(table.playground, ada, shown)
    assert "This match is just for fun now." in panel.text
    stored = await table.services.matches.find(match.id)
    assert stored.bot is not None
    assert stored.bot.practice.measured is Measurement.NO
    third = await ada.command("hint", channel=games, match=str(match.id))
    last = await wait_for_hint(table.playground, ada, third)
    assert "A hint in" in last.text
    assert "no longer" not in last.text
    assert await table.services.hints.used(match.id) == {UserId(ada.id): 1}
