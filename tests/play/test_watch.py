"""Watching matches of others: begun by **More** or `/watch`, notified when they are over."""

import asyncio
import re

import pytest

from bot.match.clock import DAY
from bot.match.identity import MatchId, UserId
from playground import Answer, Permission, Person, SeenMessage
from tests.kit.answers import private_text
from tests.kit.many_matches import add_server, begin, wait_until_boards_recorded
from tests.kit.server_matches import ServerMatch, start_match
from tests.kit.tables import Table
from tests.kit.waiting import until


def cleo_of(table: Table) -> Person:
    return table.playground.person("cleo")


def watch_notifications(person: Person) -> list[SeenMessage]:
    """List the notifications to a person about matches that they watched."""
    return [seen for seen in person.direct_messages() if "You watched it" in seen.text]


async def watch(table: Table, person: Person, **options: object) -> Answer:
    return await person.command("watch", channel=table.playground.channel("general"), **options)


async def resign(table: Table, server_match: ServerMatch) -> None:
    await table.services.matches.resign(
        UserId(server_match.orange.id), MatchId(server_match.number)
    )
    await table.pass_time(60)


async def wait_until_unwatched(table: Table, person: Person) -> None:
    """Let time pass until the user watches no match, whether or not notifications were sent."""
    async with asyncio.timeout(60):
        while (await table.services.spectators.watched_by(UserId(person.id), 1, 0))[1]:
            await table.pass_time(60)


async def test_a_spectator_is_notified_of_the_result_once_with_picture_and_link(
    table: Table,
) -> None:
    server_match, cleo = await start_match(table.playground), cleo_of(table)
    answer = await server_match.press_behind_more(cleo, "Watch")
    assert "You're watching **#1**" in private_text(answer)
    await server_match.play(["Kc3", "Kd4"])
    await table.pass_time(60)
    await wait_until_boards_recorded(table, 1)
    assert not watch_notifications(cleo)
    await resign(table, server_match)
    [message] = await table.playground.until(lambda: watch_notifications(cleo))
    assert f"<@{server_match.gray.id}> wins" in message.text
    [picture] = message.pictures
    assert picture.alt
    assert message.button("Go to the match").url == (
        f"https://discord.com/channels/{table.playground.server().id}/{server_match.place.id}/"
        f"{server_match.board().id}"
    )
    assert "Replay" in server_match.board().labels
    await wait_until_unwatched(table, cleo)
    await table.pass_time(2 * DAY)
    assert len(watch_notifications(cleo)) == 1
    assert not watch_notifications(server_match.orange)
    assert not watch_notifications(server_match.gray)


async def test_a_user_who_stops_watching_is_not_notified(table: Table) -> None:
    server_match, cleo = await start_match(table.playground), cleo_of(table)
    await server_match.press_behind_more(cleo, "Watch")
    opened = await cleo.press(server_match.board(), "More")
    assert "Watch" not in opened.shown.labels
    own = await server_match.orange.press(server_match.board(), "More")
    assert "Watch" not in own.shown.labels
    stopped = await cleo.press(opened.shown, "Stop watching")
    assert "You no longer watch **#1**." in private_text(stopped)
    again = await cleo.press(stopped.shown, "Watch again")
    assert "You're watching **#1**" in private_text(again)
    await cleo.press(again.shown, "Stop watching")
    await resign(table, server_match)
    await table.pass_time(2 * DAY)
    assert not cleo.direct_messages()


async def test_a_spectator_who_may_no_longer_see_the_match_is_not_notified(table: Table) -> None:
    server_match, cleo = await start_match(table.playground), cleo_of(table)
    playground = table.playground
    await server_match.press_behind_more(cleo, "Watch")
    games = playground.channel("games")
    playground.world.overwrite(games, cleo.user, deny=Permission.VIEW_CHANNEL)
    await resign(table, server_match)
    await wait_until_unwatched(table, cleo)
    assert not cleo.direct_messages()


async def test_watch_starts_and_stops_watching_and_lists_matches(table: Table) -> None:
    server_match, cleo = await start_match(table.playground), cleo_of(table)
    assert "You aren't watching any match." in private_text(await watch(table, cleo))
    assert "You're watching **#1**" in private_text(await watch(table, cleo, match="#1"))
    await wait_until_boards_recorded(table, 1)
    listed = private_text(await watch(table, cleo))
    assert f")** <@{server_match.orange.id}> against <@{server_match.gray.id}>" in listed
    assert f"/{server_match.place.id}/{server_match.board().id})" in listed
    assert "You no longer watch **#1**" in private_text(await watch(table, cleo, match="1"))
    assert "You aren't watching any match." in private_text(await watch(table, cleo))


async def test_a_list_of_many_is_paged_and_shortened_by_its_menu(table: Table) -> None:
    ada, bob = (table.playground.person(name) for name in ("ada", "bob"))
    cleo = cleo_of(table)
    for number in range(1, 11):
        await begin(table, ada, bob)
        await table.services.spectators.watch(UserId(cleo.id), MatchId(number))
    answer = await watch(table, cleo)
    assert match_numbers(answer) == [10, 9, 8, 7, 6, 5, 4, 3]
    answer = await cleo.press(answer.shown, "Forward")
    assert match_numbers(answer) == [2, 1]
    for number in (1, 2):
        [menu] = answer.shown.selects
        answer = await cleo.select(answer.shown, menu.custom_id, [str(number)])
    assert match_numbers(answer) == [10, 9, 8, 7, 6, 5, 4, 3]
    assert not answer.shown.buttons


async def test_matches_that_can_be_watched_are_suggested(table: Table) -> None:
    server_match, cleo = await start_match(table.playground), cleo_of(table)
    there = await cleo.autocomplete("watch", "match", "", channel=server_match.place)
    assert [(choice.name, choice.value) for choice in there] == [("#1 · Ada – Bob · watch", "1")]
    assert not await server_match.orange.autocomplete(
        "watch", "match", "", channel=server_match.place
    )
    await watch(table, cleo, match="1")
    general = table.playground.channel("general")
    [choice] = await cleo.autocomplete("watch", "match", "#1", channel=general)
    assert choice.name == "#1 · Ada – Bob · stop watching"


async def test_a_spectator_with_closed_direct_messages_is_warned_but_not_notified(
    table: Table,
) -> None:
    server_match, cleo = await start_match(table.playground), cleo_of(table)
    dora = table.playground.add_person("dora", table.playground.server())
    for person in (cleo, dora):
        await server_match.press_behind_more(person, "Watch")
    cleo.close_direct_messages()
    await resign(table, server_match)
    await table.playground.until(lambda: watch_notifications(dora))
    await wait_until_unwatched(table, cleo)
    await start_match(table.playground)
    warned = await watch(table, cleo, match="2")
    assert "I couldn't send you a direct message last time" in private_text(warned)
    cleo.open_direct_messages()
    await table.pass_time(2 * DAY)
    assert not watch_notifications(cleo)
    assert not any(
        f"<@{cleo.id}>" in seen.text for seen in server_match.orange.look(server_match.place)
    )


async def test_a_spectator_who_has_left_the_server_is_not_notified(table: Table) -> None:
    server_match, cleo = await start_match(table.playground), cleo_of(table)
    there = await add_server(table, "Knitting Circle")
    assert cleo.user.id in there.members
    await server_match.press_behind_more(cleo, "Watch")
    cleo.leave(table.playground.server())
    await resign(table, server_match)
    await wait_until_unwatched(table, cleo)
    assert not watch_notifications(cleo)


async def test_a_failed_notification_is_sent_when_discord_has_recovered(
    table: Table,
) -> None:
    server_match, cleo = await start_match(table.playground), cleo_of(table)
    await server_match.press_behind_more(cleo, "Watch")
    faults = table.playground.faults
    faults.break_down("POST", "/users/@me/channels", status=503)
    await resign(table, server_match)
    await until(lambda: not faults.pending, within=60)
    await wait_until_unwatched(table, cleo)
    assert len(watch_notifications(cleo)) == 1


@pytest.mark.long
async def test_many_spectators_are_notified_without_blocking_the_match(table: Table) -> None:
    playground = table.playground
    server_match = await start_match(table.playground)
    people = [playground.add_person(f"fan{number}", playground.server()) for number in range(25)]
    for person in people:
        await table.services.spectators.watch(UserId(person.id), MatchId(1))
    await resign(table, server_match)
    answer = await server_match.orange.command("board", channel=server_match.place)
    assert "wins" in answer.text
    await playground.until(lambda: all(watch_notifications(person) for person in people), within=60)
    for person in people:
        await wait_until_unwatched(table, person)
    assert {len(watch_notifications(person)) for person in people} == {1}


def match_numbers(answer: Answer) -> list[int]:
    return [
        int(number)
        for number in re.findall(r"\*\*\[#(\d+)\]\([^)]*\)\*\* <@", private_text(answer))
    ]
