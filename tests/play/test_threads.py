"""The threads of matches: kept open during play, and named after their result."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.matches.jobs import ThreadLook
from playground import Playground, SeenMessage
from playground.world.threads import ThreadChange
from tests.kit.finished_matches import play_and_resign_by_command, rematch_text
from tests.kit.server_matches import ServerMatch, decline, start_match, start_match_between
from tests.kit.service_matches import scheduled_jobs
from tests.kit.tables import Table, run_bot

ASLEEP = ThreadChange(is_archived=True)


async def test_the_archived_thread_of_a_live_match_is_reopened_at_once(
    server_match: ServerMatch,
) -> None:
    playground = server_match.playground
    thread = playground.thread(server_match.place.id)
    for _ in range(2):
        playground.world.threads.change(thread, ASLEEP)
        await playground.until(lambda: not thread.is_archived)
    await server_match.play(["Kc3"])


async def test_a_locked_thread_is_not_changed(server_match: ServerMatch) -> None:
    playground = server_match.playground
    other = await start_match_between(
        playground, server_match.orange, server_match.gray, playground.channel("games")
    )
    locked = playground.thread(server_match.place.id)
    asleep = playground.thread(other.place.id)
    playground.world.threads.change(locked, ThreadChange(is_archived=True, is_locked=True))
    playground.world.threads.change(asleep, ASLEEP)
    await playground.until(lambda: not asleep.is_archived)
    assert locked.is_archived


async def test_threads_archived_during_an_outage_are_reopened(
    playground: Playground, database: Path
) -> None:
    async with run_bot(playground, database):
        server_match = await start_match(playground)
        await server_match.wait_until_shown()
    thread = playground.thread(server_match.place.id)
    playground.world.threads.change(thread, ASLEEP)
    async with run_bot(playground, database):
        await playground.until(lambda: not thread.is_archived)


async def test_a_finished_thread_is_named_after_the_result_and_may_be_archived(
    table: Table,
) -> None:
    playground = table.playground
    server_match = await start_match(playground)
    thread = playground.thread(server_match.place.id)
    assert thread.name == "#1 · Ada – Bob · boop"
    await server_match.play(["Kc3", "Kd4"])
    question = await server_match.orange.command("resign", channel=server_match.place)
    await server_match.orange.press(question.shown, "Resign")
    await playground.until(lambda: thread.name == "#1 · Ada 0–1 Bob · boop")
    assert thread.auto_archive_minutes == 60
    await playground.until(
        lambda: "is over." in server_match.orange.look(server_match.place)[-1].text
    )
    await server_match.wait_until_shown()
    playground.world.threads.change(thread, ASLEEP)
    await table.services.jobs.run_due()
    assert thread.is_archived


async def test_a_match_ends_even_if_its_thread_cannot_be_changed(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(playground)
    await server_match.play(["Kc3", "Kd4"])
    playground.world.threads.delete(playground.thread(server_match.place.id))
    question = await server_match.orange.command("resign", channel=playground.channel("games"))
    await server_match.orange.press(question.shown, "Resign")
    games = playground.channel("games")
    await playground.until(
        lambda: any("resigned" in each.text for each in server_match.orange.look(games))
    )
    await table.services.jobs.run_due()
    assert await scheduled_jobs(table.services, ThreadLook) == []


async def test_both_names_fit_into_the_first_thirty_characters_of_a_title(
    table: Table,
) -> None:
    playground = table.playground
    one, other = (
        playground.add_person(name, playground.server())
        for name in ("bartholomew-the-second", "wilhelmina-von-katzenstein")
    )
    server_match = await start_match_between(playground, one, other, playground.channel("games"))
    await server_match.play(["Kc3", "Kd4"])
    thread = playground.thread(server_match.place.id)
    number, players, game = thread.name.split(" · ")
    orange, gray = players.split(" – ")
    for name, person in ((orange, server_match.orange), (gray, server_match.gray)):
        assert name.endswith("…")
        assert person.user.display_name.startswith(name[:-1])
    assert len(f"{number} · {players}") <= 33
    assert (number, game) == ("#1", "boop")
    for person in (one, other):
        person.user.display_name = "👩‍👩‍👧‍👦" * 4
    another = await start_match_between(playground, one, other, playground.channel("games"))
    name = playground.thread(another.place.id).name
    assert name.startswith("#2 · ")
    assert len(name) <= 100
    assert not name.endswith("\N{ZERO WIDTH JOINER}")


async def play_to_resignation(table: Table) -> ServerMatch:
    """Play a match in a thread until orange resigns, and wait for the result in the channel."""
    server_match = await play_and_resign_by_command(table.playground)
    await table.pass_time(60)
    await table.playground.until(lambda: "resigned" in channel_message(server_match).text)
    return server_match


def channel_message(server_match: ServerMatch) -> SeenMessage:
    """Return the message of the match in the parent channel."""
    games = server_match.playground.channel("games")
    [seen] = [each for each in server_match.orange.look(games) if each.id == server_match.place.id]
    return seen


@pytest.mark.long
async def test_the_result_is_on_the_message_that_the_thread_began_from(table: Table) -> None:
    direct_match = await play_to_resignation(table)
    ada, bob = direct_match.orange, direct_match.gray
    assert channel_message(direct_match).text.splitlines() == [
        f"### <@{bob.id}> wins: <@{ada.id}> resigned",
        f"-# #1 · 🟠 <@{ada.id}> against ⚪ <@{bob.id}>",
    ]
    assert channel_message(direct_match).labels == ["Rematch", "Replay", "Analyse", "Share"]
    replayed = await bob.press(channel_message(direct_match), "Replay")
    assert replayed.shown.ephemeral
    assert replayed.shown.pictures
    assert not (await bob.press(channel_message(direct_match), "Analyse")).failed


@pytest.mark.night
@pytest.mark.long
async def test_a_rematch_from_the_channel_reopens_the_thread(table: Table) -> None:
    playground = table.playground
    direct_match = await play_to_resignation(table)
    thread = playground.thread(direct_match.place.id)
    playground.world.threads.change(thread, ASLEEP)
    offered = await direct_match.orange.press(channel_message(direct_match), "Rematch")
    assert f"<#{thread.id}>" in offered.text
    await playground.until(lambda: not thread.is_archived)
    await table.services.jobs.run_due()
    await playground.until(lambda: thread.auto_archive_minutes == 10080)
    await direct_match.gray.press(channel_message(direct_match), "Rematch")
    await playground.until(lambda: thread.name == "#2 · Bob – Ada · boop")
    await table.pass_time(60)
    await playground.until(lambda: rematch_text(2) in channel_message(direct_match).text)
    shown = channel_message(direct_match)
    ada, bob = direct_match.orange, direct_match.gray
    assert shown.text.splitlines() == [
        f"### <@{bob.id}> wins: <@{ada.id}> resigned",
        f"-# #1 · 🟠 <@{ada.id}> against ⚪ <@{bob.id}>",
        rematch_text(2),
    ]
    assert shown.labels == ["Go to the match", "Replay", "Analyse", "Share"]
    assert (shown.button("Go to the match").url or "").endswith(f"/{thread.id}")
    assert "Replay of #1" in (await bob.press(shown, "Replay")).text


@pytest.mark.night
@pytest.mark.long
async def test_a_thread_whose_rematch_was_declined_is_archived_again(table: Table) -> None:
    playground = table.playground
    direct_match = await play_to_resignation(table)
    thread = playground.thread(direct_match.place.id)
    await direct_match.orange.press(channel_message(direct_match), "Rematch")
    await table.services.jobs.run_due()
    await playground.until(lambda: thread.auto_archive_minutes == 10080)
    [offer] = await playground.until(
        lambda: [seen for seen in direct_match.gray.look(thread) if "Accept" in seen.labels]
    )
    await decline(direct_match.gray, offer)
    await table.pass_time(60)
    await playground.until(lambda: thread.auto_archive_minutes == 60)


async def test_a_locked_thread_is_not_changed_and_the_rematch_is_in_the_channel(
    table: Table,
) -> None:
    playground = table.playground
    direct_match = await play_to_resignation(table)
    thread = playground.thread(direct_match.place.id)
    playground.world.threads.change(thread, replace(ASLEEP, is_locked=True))
    offered = await direct_match.orange.press(channel_message(direct_match), "Rematch")
    assert not offered.shown.ephemeral
    assert offered.shown.channel_id == playground.channel("games").id
    assert "a rematch of #1" in offered.text
    await table.pass_time(60)
    assert thread.is_archived
