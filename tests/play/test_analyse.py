"""`/analyse`: the panel, its buttons, the replay viewer with it, and who may see what."""

import asyncio
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.features.analysis import service as analysis_service
from bot.match.identity import MatchId, UserId
from bot.workers.errors import PoolClosed, WorkerLost
from cogs.core import progress
from cogs.core.failures import TOO_MANY_PICTURES
from playground import SeenMessage
from playground.api.errors import Problem
from playground.world import Permission
from render.balance import Balance
from render.chart_canvas import HEIGHT, WIDTH
from render.studio import StudioBusy, Subject
from tests.kit.answers import current_message, private_message
from tests.kit.direct_matches import start_direct_match_between
from tests.kit.finished_matches import (
    CARELESS,
    PATIENCE,
    play_and_resign,
    request_analysis,
    wait_for_analysis,
)
from tests.kit.server_matches import public_messages, start_match
from tests.kit.servers import deny
from tests.kit.tables import Table, open_table
from tests.kit.waiting import until

pytestmark = [pytest.mark.process, pytest.mark.usefixtures("retry_soon")]

FOLLOWUP = "/webhooks/{webhook_id}/{webhook_token}"


async def test_an_analysis_shows_what_was_better_and_its_turns_lead_into_the_replay(
    table: Table,
) -> None:
    server_match = await play_and_resign(table, CARELESS)
    seen = await request_analysis(server_match)
    assert f"### Analysis of #1 · 🟠 <@{server_match.orange.id}> against" in seen.text
    assert f"<@{server_match.gray.id}> wins: <@{server_match.orange.id}> resigned" in seen.text
    assert re.search(r"\*\*Accuracy:\*\* 🟠 \d+% · ⚪ \d+%", seen.text)
    mattering = re.findall(
        r"[123]️⃣ \*\*Turn (\d)\*\* (🟠|⚪) winning chances \d+% → \d+%. Better: a kitten on \w\d",
        seen.text,
    )
    assert mattering
    for ply, mark in mattering:
        assert mark == ("🟠" if int(ply) % 2 == 1 else "⚪")
    assert "`" not in seen.text, "no notation, which newcomers don't know"
    [picture] = seen.pictures
    assert (picture.width, picture.height) == (WIDTH, HEIGHT)
    assert Image.open(BytesIO(await picture.read())).format == "PNG"
    words = picture.alt or ""
    assert words.startswith("Who was ahead in match #1: at the start orange ")
    assert "at the end, after 6 turns, " in words
    assert "Pinned: turn" in words
    turns = [f"Turn {ply}" for ply, _ in mattering]
    assert seen.labels == [*turns, "Replay", "What if", "Share"]

    first = turns[0]
    viewer = private_message(await server_match.orange.press(seen, first))
    assert viewer.id == seen.id
    assert f"**{first} of 6**" in viewer.text
    assert re.search(r"💡 Winning chances \d+% → \d+%. Better: a kitten on", viewer.text)
    advice = re.search(r"Better: a kitten on (\w\d)", viewer.text)
    assert advice is not None
    better = private_message(await server_match.orange.press(viewer, "Better"))
    assert f"**{first} of 6** · " in better.text
    assert re.search(rf"\n\*\*Better:\*\* . a kitten on {advice[1]}", better.text)
    assert re.search(r"💡 It \w+", better.text)
    assert "The match could have continued: a kitten on " in better.text
    [drawn], [played] = better.pictures, viewer.pictures
    assert (drawn.alt or "").startswith("What would have been better")
    assert await drawn.read() != await played.read()
    viewer = private_message(await server_match.orange.press(better, "Played"))
    assert f"**{first} of 6**" in viewer.text
    [to] = viewer.selects
    whole = await server_match.orange.select(viewer, to.custom_id, ["overview"])
    back = await wait_for_analysis(server_match.orange, whole)
    assert back.id == seen.id
    assert back.labels == seen.labels


async def test_turns_similar_to_a_live_rated_match_are_hidden(table: Table) -> None:
    server_match = await play_and_resign(table, CARELESS)
    ada, cleo = server_match.orange, table.playground.person("cleo")
    seen = await request_analysis(server_match)
    [first, *_] = [label for label in seen.labels if label.startswith("Turn ")]
    viewer = private_message(await ada.press(seen, first))
    assert "💡" in viewer.text
    general = table.playground.channel("general")
    panel = await wait_for_analysis(ada, await ada.command("analyse", channel=general, match="1"))
    assert "Share" in panel.labels
    live = await start_match(table.playground)
    await live.play(CARELESS[:4])
    before = len(public_messages(ada.look(general)))
    refused = private_message(await ada.press(panel, "Share"))
    assert "You can't share the analysis of **#1** yet" in refused.text
    assert len(public_messages(ada.look(general))) == before
    answer = await ada.press(viewer, "Better")
    assert f"**{first} of 6**" in answer.text
    assert "Kept back: a rated match of yours is much like this." in answer.text
    assert "💡" not in answer.text
    whole = await request_analysis(server_match)
    assert "6 turns are kept back: a rated match of yours is much like them." in whole.text
    assert whole.labels == ["Replay", "What if"]
    for words in ("ccuracy", "lost throughout", "No turn gave much away.", "%"):
        assert words not in whole.text
    [curve] = whole.pictures
    assert curve.alt == "Match #1 · who was ahead"
    assert "kept back" not in (await request_analysis(server_match, cleo)).text
    await table.services.matches.resign(UserId(ada.id), MatchId(live.number))
    assert "kept back" not in (await request_analysis(server_match)).text


@pytest.mark.night
async def test_the_viewer_shows_no_scores_before_an_analysis(table: Table) -> None:
    server_match = await play_and_resign(table, CARELESS)
    viewer = private_message(
        await server_match.orange.command("replay", channel=server_match.place)
    )
    assert viewer.labels[-2:] == ["Analyse", "What if"]
    assert "⚖️" not in viewer.text
    assert [each.value for each in viewer.selects[0].options] == [
        *("start", "last", "turn", "animation")
    ]
    viewer = private_message(await server_match.orange.press(viewer, "Forward"))
    answer = await server_match.orange.press(viewer, "Analyse")

    def is_analysed() -> bool:
        shown = server_match.orange.see(private_message(answer))
        return shown is not None and "Better" in shown.labels

    await until(is_analysed, within=PATIENCE)
    here = server_match.orange.see(private_message(answer))
    assert here is not None
    assert "**Turn 1 of 6**" in here.text, "the analysis of the turn in view is shown"
    assert re.search("[⚖💡]", here.text)
    assert here.id == viewer.id
    viewer = private_message(await server_match.gray.command("replay", channel=server_match.place))
    ways = ["Back", "Forward", "Better", "Next mistake", "What if"]
    assert viewer.labels == ways
    assert re.search(r"⚖️ Winning chances: 🟠 \d+% · ⚪ \d+%", viewer.text)
    seen: list[int] = []
    while len(seen) == len(set(seen)) < 6:
        before = viewer.text
        viewer = private_message(await server_match.gray.press(viewer, "Next mistake"))
        parsed = re.search(r"\*\*Turn (\d) of 6\*\*", viewer.text)
        assert parsed is not None
        assert viewer.text != before
        assert "💡" in viewer.text
        seen.append(int(parsed[1]))
        if viewer.button("Next mistake").disabled:
            # There is only this mistake.
            seen.append(seen[0])
    *once, again = seen
    assert once == sorted(set(once)) != []
    assert again == once[0], "after the last comes the first"
    assert viewer.labels == ways


async def test_a_live_match_shows_no_analysis(table: Table) -> None:
    server_match = await start_match(table.playground)
    await server_match.play(CARELESS)
    for asked in ({}, {"match": "1"}):
        answer = await server_match.orange.command("analyse", channel=server_match.place, **asked)
        assert "**#1** isn't over. I only analyse finished matches" in private_message(answer).text
    viewer = private_message(
        await server_match.orange.command("replay", channel=server_match.place)
    )
    assert "Analyse" not in viewer.labels
    assert "⚖️" not in viewer.text
    page = private_message(await server_match.orange.command("match", channel=server_match.place))
    assert "Analyse" not in page.labels
    cleo = table.playground.person("cleo")
    general = table.playground.channel("general")
    answer = await cleo.command("analyse", channel=general, match="1")
    assert "only its players" in private_message(answer).text


async def test_the_result_and_the_page_of_a_match_lead_to_it(table: Table) -> None:
    server_match = await play_and_resign(table, ["Kc3"])
    cleo, board = table.playground.person("cleo"), server_match.board()
    back = ["Replay", "Analyse"]
    assert board.labels == ["Rematch", *back, "Share", "Next match"]
    assert (
        "### Analysis of #1"
        in (await wait_for_analysis(cleo, await cleo.press(board, "Analyse"))).text
    )
    assert server_match.board().id == board.id
    page = private_message(await server_match.gray.command("match", channel=server_match.place))
    assert page.labels == ["Replay", "Analyse", "What if", "Record"]
    again = await wait_for_analysis(
        server_match.gray, await server_match.gray.press(page, "Analyse")
    )
    assert again.id == page.id


async def test_finished_matches_are_suggested(table: Table) -> None:
    server_match = await play_and_resign(table, ["Kc3"])
    other = await start_match(table.playground, gray="cleo")
    await other.play(["Kc3"])
    general = table.playground.channel("general")
    for typed in ("", "#1"):
        found = await server_match.orange.autocomplete("analyse", "match", typed, channel=general)
        assert [choice.value for choice in found] == ["1"]


async def test_each_user_shares_the_analysis_once_from_any_of_several_panels(table: Table) -> None:
    server_match = await play_and_resign(table, ["Kc3", "Kd4"])
    general, ada, bob = table.playground.channel("general"), server_match.orange, server_match.gray
    one, another, bobs = [
        await wait_for_analysis(who, await who.command("analyse", channel=general, match="1"))
        for who in (ada, ada, bob)
    ]
    before = len(public_messages(ada.look(general)))

    async def wait_for_post(count: int) -> SeenMessage:
        await table.playground.until(
            lambda: len(public_messages(ada.look(general))) == before + count, within=30
        )
        return public_messages(ada.look(general))[-1]

    clicks = await asyncio.gather(*(ada.press(each, "Share") for each in (one, one, another)))
    for click in clicks:
        assert "Share" not in private_message(click).labels
    posted = await wait_for_post(1)
    assert "### Analysis of #1" in posted.text
    assert f"Shared by <@{ada.id}>" in posted.text
    assert posted.labels == ["Replay", "Analyse"]
    assert len(posted.pictures) == 1
    await bob.press(bobs, "Share")
    assert f"Shared by <@{bob.id}>" in (await wait_for_post(2)).text
    cleo = table.playground.person("cleo")
    own = await wait_for_analysis(cleo, await cleo.press(posted, "Analyse"))
    assert own.id != posted.id
    assert len(public_messages(ada.look(general))) == before + 2


@pytest.mark.night
async def test_an_analysis_is_not_shared_where_some_may_not_see_the_match(table: Table) -> None:
    server_match = await play_and_resign(table, ["Kc3"])
    ada, general = server_match.orange, table.playground.channel("general")

    async def analyse_elsewhere() -> SeenMessage:
        return await wait_for_analysis(
            ada, await ada.command("analyse", channel=general, match="1")
        )

    here, elsewhere = await request_analysis(server_match), await analyse_elsewhere()
    assert "Share" in here.labels
    assert "Share" in elsewhere.labels
    await hide_games(table)
    assert "Share" not in private_message(await ada.press(here, "Share")).labels
    refused = private_message(await ada.press(elsewhere, "Share"))
    assert "Not everybody in this channel can see **#1**" in refused.text
    assert "Share" not in (await analyse_elsewhere()).labels


async def hide_games(table: Table) -> None:
    """Let only the owner see the channel in which matches are begun."""
    server, games = table.playground.server(), table.playground.channel("games")
    await deny(table, games, server.roles[server.id], Permission.VIEW_CHANNEL)


@pytest.mark.night
async def test_a_share_that_discord_rejects_is_reported(table: Table) -> None:
    server_match = await play_and_resign(table, ["Kc3"])
    panel = await request_analysis(server_match)
    table.playground.faults.refuse("POST", FOLLOWUP, Problem.MISSING_ACCESS)
    message = private_message(await server_match.orange.press(panel, "Share"))
    await until(
        lambda: "couldn't post it here" in current_message(server_match.orange, message).text,
        within=60,
    )


@pytest.mark.night
async def test_share_can_be_pressed_again_if_its_picture_cannot_be_drawn(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    server_match = await play_and_resign(table, ["Kc3"])
    ada, general = server_match.orange, table.playground.channel("general")
    await table.services.preferences.prefer(UserId(ada.id), "theme", "night")
    panel = await wait_for_analysis(ada, await ada.command("analyse", channel=general, match="1"))
    draw, before = table.bot.studio.picture, len(public_messages(ada.look(general)))

    async def draw_night_only(subject: Subject) -> bytes:
        if isinstance(subject, Balance) and subject.theme.name != "night":
            raise StudioBusy(10)
        return await draw(subject)

    with monkeypatch.context() as busy:
        busy.setattr(table.bot.studio, "picture", draw_night_only)
        refused = private_message(await ada.press(panel, "Share"))
        assert TOO_MANY_PICTURES.text in refused.text
    assert "Share" in current_message(ada, panel).labels
    assert len(public_messages(ada.look(general))) == before
    assert "Share" not in private_message(await ada.press(panel, "Share")).labels
    await table.playground.until(
        lambda: len(public_messages(ada.look(general))) == before + 1, within=30
    )


@pytest.mark.night
async def test_sharing_an_outdated_analysis_repeats_it_privately(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    server_match = await play_and_resign(table, ["Kc3"])
    with monkeypatch.context() as older:
        older.setattr(analysis_service, "edition_of", lambda _: "0-00000000")
        panel = await request_analysis(server_match)
    before = len(public_messages(server_match.gray.look(server_match.place)))
    again = await wait_for_analysis(
        server_match.orange, await server_match.orange.press(panel, "Share")
    )
    assert "Share" in again.labels
    assert len(public_messages(server_match.gray.look(server_match.place))) == before


@pytest.mark.night
async def test_analyses_of_direct_matches_are_only_for_the_players(table: Table) -> None:
    playground = table.playground
    ada, bob, cleo = table.members()
    direct_match = await start_direct_match_between(playground, ada, bob)
    await direct_match.play(["Kc3"])
    await table.services.matches.resign(UserId(bob.id), MatchId(direct_match.number))
    general = playground.channel("general")
    answer = await bob.command("analyse", channel=direct_match.place(bob), match="1")
    seen = await wait_for_analysis(bob, answer)
    assert "Share" not in seen.labels
    in_server = await wait_for_analysis(
        bob, await bob.command("analyse", channel=general, match="1")
    )
    assert "Share" not in in_server.labels
    stranger = await cleo.command("analyse", channel=general, match="1")
    assert "There is no match **#1**" in private_message(stranger).text


@pytest.mark.night
async def test_a_running_analysis_stays_in_view_during_other_commands(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SILENT_FOR", 0.0)
    may_end = asyncio.Event()

    async def run_slowly(interaction: Any, begin: Any, words: str, show: Any) -> Any:
        async def begin_held(hear: Any) -> Any:
            await may_end.wait()
            return await begin(hear)

        return await progress.run_with_progress(interaction, begin_held, words, show)

    monkeypatch.setattr("cogs.analysis.analysing.run_with_progress", run_slowly)
    server_match = await play_and_resign(table, ["Kc3", "Kd4"])
    orange, board = server_match.orange, server_match.board()

    def private_messages(words: str) -> list[SeenMessage]:
        return [
            each
            for each in orange.look(server_match.place)
            if each.ephemeral and words in each.text
        ]

    pending = asyncio.create_task(orange.press(board, "Analyse"))
    await table.playground.until(lambda: private_messages("Analysing **#1**"))
    await orange.press(board, "Replay")
    await table.playground.until(lambda: private_messages("Replay of #1"))
    await table.bot.underway.wait()
    assert private_messages("Analysing **#1**")
    may_end.set()
    await pending
    await table.playground.until(lambda: private_messages("Analysis of #1"))


async def test_a_long_analysis_shows_partial_results_and_progress(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six of seven engine requests end; the last is held until their result is shown."""
    monkeypatch.setattr(progress, "SILENT_FOR", 0.0)
    monkeypatch.setattr(progress, "EVERY", 0.01)
    server_match = await play_and_resign(table, CARELESS)
    orange, run = server_match.orange, table.bot.thinkers.run
    requested, may_end = 0, asyncio.Event()

    async def run_held(*arguments: Any) -> Any:
        nonlocal requested
        requested += 1
        if requested > len(CARELESS):
            await may_end.wait()
        return await run(*arguments)

    monkeypatch.setattr(table.bot.thinkers, "run", run_held)
    answer = await orange.command("analyse", channel=server_match.place)
    message = private_message(answer)
    assert re.match(r"Analysing \*\*#1\*\* … \d+%", message.text)
    await until(lambda: "… 86%" in current_message(orange, message).text, within=PATIENCE)
    seen = current_message(orange, message)
    assert re.search(r"1️⃣ \*\*Turn \d\*\* (🟠|⚪) winning chances \d+% → \d+%", seen.text)
    assert "Accuracy" not in seen.text, "five turns are too few for that"
    assert not seen.buttons
    [curve] = seen.pictures
    assert curve.alt == "Match #1 · who was ahead"
    may_end.set()
    whole = await wait_for_analysis(orange, answer)
    assert await whole.pictures[0].read() != await curve.read()


async def test_a_failed_analysis_replaces_its_progress_with_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_table(tmp_path) as table:
        server_match = await play_and_resign(table, ["Kc3"])
        errors: list[Exception] = [WorkerLost(), WorkerLost(), PoolClosed(), RuntimeError()]

        async def fail(*_: object) -> None:
            raise errors.pop(0)

        monkeypatch.setattr(table.bot.thinkers, "run", fail)
        answer = await server_match.orange.command("analyse", channel=server_match.place)
        assert "interrupted twice" in private_message(answer).text
        monkeypatch.setattr(progress, "SILENT_FOR", 0.0)
        for words in ("interrupted twice", "I'm restarting", "Try again"):
            answer = await server_match.orange.command("analyse", channel=server_match.place)
            message = answer.shown
            await until(
                lambda message=message, words=words: (  # type: ignore[misc]
                    words in current_message(server_match.orange, message).text
                ),
                within=60,
            )
