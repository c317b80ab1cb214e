"""**Next match** and `/next`: from one match that waits to the one after it, in any server."""

import pytest

from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from playground import Answer, Person
from tests.kit.answers import private_text
from tests.kit.many_matches import add_server, begin, live_board_of, wait_until_posted
from tests.kit.picking import Placer
from tests.kit.server_matches import ServerMatch
from tests.kit.tables import Table

MESSAGE = "/channels/{channel_id}/messages/{message_id}"


async def ask_next(table: Table, person: Person) -> Answer:
    return await person.command("next", channel=table.playground.channel("general"))


async def begin_in_two_servers(table: Table) -> tuple[Match, Match, Match]:
    """Begin three matches of ada's that wait for her; the last one has the least time left."""
    ada, bob, cleo = table.members()
    there = await add_server(table, "Knitting Circle")
    matches = (
        await begin(table, ada, bob, hours=72),
        await begin(table, ada, bob, there, hours=48),
        await begin(table, ada, cleo, hours=24),
    )
    await wait_until_posted(table, *matches)
    return matches


def shows(answer: Answer, match: Match) -> bool:
    return f"### #{match.id} ·" in private_text(answer) and bool(answer.shown.pictures)


@pytest.mark.long
async def test_next_cycles_through_three_matches_in_two_servers(
    table: Table,
) -> None:
    late, there, soon = await begin_in_two_servers(table)
    ada = table.members()[0]
    answer = await ask_next(table, ada)
    assert shows(answer, soon)
    assert f"until <t:{int(soon.clock.deadline or 0)}:f>" in answer.text
    assert "2 more matches are waiting for you." in answer.text
    panel = answer.shown.id
    for match in (there, late, soon, there):
        answer = await ada.press(answer.shown, "Next match")
        assert shows(answer, match)
        assert answer.shown.id == panel
        link = answer.shown.button("Go to the match").url
        board = await live_board_of(table, match.id)
        venue = match.venue
        assert link == f"https://discord.com/channels/{venue.guild}/{venue.origin}/{board}"
    assert "is played in Knitting Circle" in answer.text


async def test_a_piece_is_placed_from_the_panel_and_next_goes_on(table: Table) -> None:
    late, there, soon = await begin_in_two_servers(table)
    ada = table.members()[0]
    answer = await ask_next(table, ada)
    column = await ada.press(answer.shown, "c")
    assert f"**#{soon.id}** · Place a **kitten**" in private_text(column)
    played = await ada.press(column.shown, "c3")
    assert "Turn 1: orange kitten to c3" in private_text(played)
    answer = await ada.press(played.shown, "Next match")
    assert shows(answer, there)
    assert "1 more match is waiting for you." in answer.text
    assert shows(await ada.press(answer.shown, "Next match"), late)


async def test_next_on_a_board_answers_the_user_without_changing_the_board(
    table: Table, server_match: ServerMatch
) -> None:
    ada, bob, cleo = table.members()
    other = await begin(table, ada, cleo, hours=200)
    answer = await ada.press(server_match.board(), "Next match")
    assert shows(answer, other)
    assert answer.shown.id != server_match.board().id
    assert server_match.board().buttons

    assert "it's your opponent's turn" in private_text(
        await bob.press(server_match.board(), "Next match")
    )
    dora = table.playground.add_person("dora", table.playground.server())
    answer = await dora.press(server_match.board(), "Next match")
    assert "You have no live match. Start one with `/challenge`." in private_text(answer)


async def test_the_only_waiting_match_is_named_as_such(
    table: Table, server_match: ServerMatch
) -> None:
    for answer in (
        await server_match.orange.press(server_match.board(), "Next match"),
        await server_match.orange.command("next", channel=server_match.place),
    ):
        assert private_text(answer).startswith(
            "Only this match is waiting for you. Take your time."
        )
        labels = answer.shown.labels
        assert labels == [*"abcdef", "Go to the match", "Next match"]
    answer = await ask_next(table, server_match.orange)
    assert "No other match is waiting for you." in private_text(answer)
    again = await server_match.orange.press(answer.shown, "Next match")
    assert "Only this match is waiting for you." in private_text(again)
    picking = await Placer(server_match, server_match.orange).open("c")
    assert "in column **c**" in picking.panel.text


async def test_an_offer_is_answered_on_the_panel_too(
    table: Table, server_match: ServerMatch
) -> None:
    ada, bob = server_match.orange, server_match.gray
    offering = await server_match.press_behind_more(bob, "Offer draw")
    await bob.press(offering.shown, "Offer draw")
    panel = await ask_next(table, ada)
    assert "offers a draw" in private_text(panel)
    await ada.press(panel.shown, "Accept draw")
    await table.playground.until(lambda: "both agreed" in server_match.board().text)


async def test_next_is_below_a_finished_board_too(table: Table, server_match: ServerMatch) -> None:
    ada, _, cleo = table.members()
    other = await begin(table, ada, cleo)
    await table.services.matches.resign(UserId(server_match.gray.id), MatchId(server_match.number))
    await table.pass_time(60)
    await table.playground.until(lambda: "wins" in server_match.board().text)
    assert server_match.board().labels == ["Rematch", "Replay", "Next match"]
    assert shows(await ada.press(server_match.board(), "Next match"), other)


@pytest.mark.long
async def test_next_continues_if_discord_does_not_report_the_board(table: Table) -> None:
    match = await begin(table, *table.members()[:2])
    await wait_until_posted(table, match)
    table.playground.faults.delay("GET", MESSAGE, 600)
    assert shows(await ask_next(table, table.members()[0]), match)
