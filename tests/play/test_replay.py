"""Looking back: `/replay`, the viewer, the animation, and who may see what."""

import asyncio
import re
from pathlib import Path

import discord
import pytest

from bot.match.identity import MatchId
from bot.workers.errors import WorkerLost
from bot.workers.protocol import Assignment, Report
from cogs.board.layout import ending_of
from cogs.core import progress
from cogs.core.panels import note_panel
from cogs.replay import animation
from cogs.replay.views import caption_of
from playground import Answer, Person, SeenMessage
from playground.world import Permission
from render.replay import FIRST, LAST, Animation, animation_of_turns
from tests.kit.answers import private_message
from tests.kit.finished_matches import TURNS, play_and_resign
from tests.kit.server_matches import ServerMatch
from tests.kit.tables import Table, open_table
from tests.kit.thoroughness import sampled
from tests.kit.waiting import until
from tests.render.animations import frames_of

pytestmark = pytest.mark.process

WAYS = ["Back", "Forward"]


def turn_of(viewer: SeenMessage) -> int:
    """Return which turn a viewer shows."""
    parsed = re.search(r"\*\*Turn (\d+) of", viewer.text)
    assert parsed or "**The start**" in viewer.text
    return int(parsed[1]) if parsed else 0


def disabled_labels(viewer: SeenMessage) -> list[str]:
    return [button.label for button in viewer.buttons if button.disabled]


async def png_of(viewer: SeenMessage) -> bytes:
    [picture] = viewer.pictures
    return await picture.read()


async def go_to(person: Person, viewer: SeenMessage, goal: str) -> Answer:
    """Choose from the menu of a viewer."""
    [to] = viewer.selects
    return await person.select(viewer, to.custom_id, [goal])


async def wait_for_animation(person: Person, viewer: SeenMessage) -> SeenMessage:
    """Ask for the animation and wait: on a slow machine it comes in a second step."""
    message = private_message(await go_to(person, viewer, "animation"))

    def animation() -> SeenMessage | None:
        seen = person.see(message)
        return seen if seen is not None and seen.pictures else None

    await until(lambda: animation() is not None, within=60)
    seen = animation()
    assert seen is not None
    return seen


async def open_viewer(server_match: ServerMatch, person: Person | None = None) -> SeenMessage:
    """Open the viewer where the match is played."""
    asking = person or server_match.orange
    return private_message(await asking.command("replay", channel=server_match.place))


async def test_the_replay_of_a_live_match_begins_at_its_last_turn(
    server_match: ServerMatch,
) -> None:
    nothing = await server_match.orange.command("replay", channel=server_match.place)
    assert "No turn has been played in **#1** yet" in private_message(nothing).text
    await server_match.play(TURNS)
    viewer = await open_viewer(server_match)
    assert turn_of(viewer) == 3
    assert viewer.text.endswith(
        "**Turn 3 of 3** · 🟠 a kitten on e5\n"
        f"The match goes on: <@{server_match.gray.id}> is to move."
    )
    assert "in hand" not in viewer.text, "the picture says it"
    [picture] = viewer.pictures
    assert "Last turn: orange kitten to e5; it boops the gray kitten d4 → c3." in (
        picture.alt or ""
    )
    assert viewer.labels == WAYS
    assert disabled_labels(viewer) == ["Forward"]


async def test_the_viewer_has_first_back_forward_and_last_in_one_message(table: Table) -> None:
    server_match = await play_and_resign(table)
    viewer = await open_viewer(server_match)
    assert turn_of(viewer) == 0
    assert disabled_labels(viewer) == ["Back"]
    seen = [await png_of(viewer)]
    for label, turn in [
        ("Forward", 1),
        ("Forward", 2),
        ("Forward", 3),
        ("Back", 2),
        ("start", 0),
        ("last", 3),
    ]:
        pressed = server_match.orange.press(viewer, label) if label in WAYS else None
        after = private_message(await (pressed or go_to(server_match.orange, viewer, label)))
        assert after.id == viewer.id
        assert turn_of(after) == turn
        viewer = after
        seen.append(await png_of(viewer))
    assert len(set(seen)) == 4
    assert seen[0] == seen[5]
    assert seen[2] == seen[4]
    assert seen[3] == seen[6]
    assert disabled_labels(viewer) == ["Forward"]
    assert f"<@{server_match.gray.id}> wins: <@{server_match.orange.id}> resigned" in viewer.text
    assert (viewer.pictures[0].alt or "").endswith("Gray has won.")


async def test_jump_shows_the_typed_turn_or_the_valid_numbers(
    table: Table,
) -> None:
    server_match = await play_and_resign(table)
    viewer = await open_viewer(server_match)
    form = (await go_to(server_match.orange, viewer, "turn")).form
    assert form.title == "Replay of #1"
    assert "From 0 (the start) to 3 (the last)" in form.text
    assert form.field("Turn").value == "0"
    for typed in ("4", "-1", "two", "²²", "1.5"):
        form = (await go_to(server_match.orange, viewer, "turn")).form
        answer = await server_match.orange.submit(form, {"Turn": typed})
        assert (
            f"`{typed}` isn't a turn of **#1**. Write a number from 0"
            in private_message(answer).text
        )
        seen = server_match.orange.see(viewer)
        assert seen is not None
        assert turn_of(seen) == 0
    shown = private_message(await server_match.orange.submit(form, {"Turn": " #2 "}))
    assert shown.id == viewer.id
    assert turn_of(shown) == 2


async def test_last_includes_newly_played_turns(server_match: ServerMatch) -> None:
    await server_match.play(["Kc3", "Kf6", "Ke3", "Kf3"])
    viewer = await open_viewer(server_match)
    await server_match.play_one(server_match.orange, "Kb3")
    viewer = private_message(await go_to(server_match.orange, viewer, "last"))
    assert "**Turn 5 of 5**" in viewer.text
    assert "stays put: the square behind it is taken" in viewer.text


async def test_animate_sends_an_animation_of_the_whole_match(table: Table) -> None:
    server_match = await play_and_resign(table)
    viewer = await open_viewer(server_match)
    shown = await wait_for_animation(server_match.orange, viewer)
    assert shown.id != viewer.id
    assert f"### Animation of #1 · 🟠 <@{server_match.orange.id}> against" in shown.text
    assert "resigned" in shown.text
    [picture] = shown.pictures
    assert picture.content_type == "image/gif"
    assert (picture.width, picture.height) == (480, 480)
    assert (picture.alt or "").startswith(
        "Ada plays orange, Bob plays gray. An animation of 3 turns. At its end: Orange: kittens on"
    )
    record = await table.services.replays.record(MatchId(server_match.number))
    ending, caption = ending_of(record.match), caption_of(record)
    drawn = animation_of_turns(record.start, record.turns, ending=ending, caption=caption)
    assert await picture.read() == drawn.gif
    frames = frames_of(drawn.gif)
    assert (frames[0].milliseconds, frames[-1].milliseconds) == (FIRST, LAST)


@pytest.mark.night
async def test_a_long_animation_replaces_its_progress_message(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SILENT_FOR", 0.0)
    monkeypatch.setattr(progress, "EVERY", 0.01)
    texts: list[str] = []

    def record_text(text: str) -> object:
        texts.append(text)
        return note_panel(text)

    run = table.bot.animators.run

    async def run_from_half(user: int, job: Assignment[Animation], hear: Report) -> Animation:
        hear(0.5)
        await until(lambda: any("50%" in text for text in texts), within=60)
        return await run(user, job, lambda part: hear(0.5 + part / 2))

    monkeypatch.setattr(animation, "note_panel", record_text)
    monkeypatch.setattr(table.bot.animators, "run", run_from_half)
    server_match = await play_and_resign(table)
    viewer = await open_viewer(server_match)
    seen = await wait_for_animation(server_match.orange, viewer)
    assert "### Animation of #1" in seen.text
    parts = [re.fullmatch(r"Drawing the animation of \*\*#1\*\* … (\d+)%", text) for text in texts]
    numbers = [int(part[1]) for part in parts if part]
    assert len(numbers) == len(texts) > 0
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize(
    ("error", "words"),
    sampled([(WorkerLost(), "interrupted twice"), (RuntimeError(), "Try again")], 1),
)
async def test_a_failed_long_animation_replaces_its_progress_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    async with open_table(tmp_path) as table:
        server_match = await play_and_resign(table)
        viewer = await open_viewer(server_match)
        gate = asyncio.Event()

        async def fail(*_: object) -> None:
            await gate.wait()
            raise error

        monkeypatch.setattr(progress, "SILENT_FOR", 0.0)
        monkeypatch.setattr(table.bot.animators, "run", fail)
        message = private_message(await go_to(server_match.orange, viewer, "animation"))
        assert "Drawing the animation" in message.text
        gate.set()
        await until(lambda: words in _text(server_match.orange, message), within=60)


def _text(person: Person, message: SeenMessage) -> str:
    seen = person.see(message)
    return "" if seen is None else seen.text


async def test_the_result_offers_a_replay_to_all_who_see_it(table: Table) -> None:
    server_match = await play_and_resign(table)
    cleo, board = table.playground.person("cleo"), server_match.board()
    for person in (cleo, server_match.gray):
        viewer = private_message(await person.press(board, "Replay"))
        assert turn_of(viewer) == 0
        viewer = private_message(await person.press(viewer, "Forward"))
        assert turn_of(viewer) == 1
    assert server_match.board().id == board.id
    assert len([seen for seen in cleo.look(server_match.place) if seen.ephemeral]) == 1


async def test_members_see_finished_matches_of_channels_that_they_can_view(
    table: Table,
) -> None:
    server_match = await play_and_resign(table)
    playground = table.playground
    cleo, general = playground.person("cleo"), playground.channel("general")
    viewer = private_message(await cleo.command("replay", channel=general, match="1"))
    assert turn_of(viewer) == 0
    found = await server_match.orange.autocomplete("replay", "match", "#1", channel=general)
    assert [choice.value for choice in found] == ["1"]

    playground.world.overwrite(playground.channel("games"), cleo.user, deny=Permission.VIEW_CHANNEL)
    bob_sees = private_message(
        await server_match.gray.command("replay", channel=general, match="1")
    )
    assert turn_of(bob_sees) == 0

    games = table.bot.get_channel(playground.channel("games").id)
    assert isinstance(games, discord.TextChannel)
    await playground.until(lambda: bool(games.overwrites), within=60)
    answer = await cleo.command("replay", channel=general, match="1")
    assert "There is no match **#1**" in private_message(answer).text
    answer = await cleo.press(viewer, "Forward")
    assert "There is no match **#1**" in private_message(answer).text
