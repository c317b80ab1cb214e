"""Lists of matches, **Next match** and `/watch`, requested in direct messages with the bot."""

import re

from playground import Answer
from tests.kit.direct_matches import start_direct_match
from tests.kit.many_matches import (
    begin,
    live_board_of,
    wait_until_boards_recorded,
    wait_until_posted,
)
from tests.kit.server_matches import start_match_between
from tests.kit.tables import Table


def board_link(answer: Answer) -> str:
    """Return the address of a list's only link to a board."""
    assert answer.shown.ephemeral
    [address] = re.findall(r"\*\*\[#\d+\]\(([^)]*)\)", answer.text)
    return str(address)


async def test_games_in_direct_messages_lists_all_servers_and_links_to_the_users_board(
    table: Table,
) -> None:
    direct_match = await start_direct_match(table.playground)
    await wait_until_boards_recorded(table, direct_match.number)
    for person in (direct_match.orange, direct_match.gray):
        place = direct_match.place(person)
        answer = await person.command("games", channel=place, where="This server")
        assert "-# In all servers" in answer.text
        assert board_link(answer) == (
            f"https://discord.com/channels/@me/{place.id}/{direct_match.board(person).id}"
        )
        assert "This server" not in answer.shown.labels


async def test_next_leads_from_a_direct_board_to_one_in_a_server_and_back(table: Table) -> None:
    direct_match = await start_direct_match(table.playground)
    ada = direct_match.orange
    other = await begin(table, ada, table.playground.person("cleo"))
    await wait_until_posted(table, other)
    await wait_until_boards_recorded(table, direct_match.number)
    answer = await ada.press(direct_match.board(ada), "Next match")
    assert answer.shown.ephemeral
    assert f"### #{other.id} ·" in answer.text
    url = answer.shown.button("Go to the match").url or ""
    assert url.endswith(f"/{await live_board_of(table, other.id)}")
    answer = await ada.press(answer.shown, "Next match")
    assert f"### #{direct_match.number} ·" in answer.text
    url = answer.shown.button("Go to the match").url or ""
    assert url.endswith(f"@me/{direct_match.place(ada).id}/{direct_match.board(ada).id}")
    answer = await direct_match.gray.command("next", channel=direct_match.place(direct_match.gray))
    assert "Nothing is waiting for you" in answer.text


async def test_watched_matches_are_listed_and_left_in_direct_messages(table: Table) -> None:
    playground = table.playground
    ada, bob, cleo = table.members()
    server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
    await server_match.press_behind_more(cleo, "Watch")
    place = playground.world.direct_channel(cleo.user)
    listed = await cleo.command("watch", channel=place)
    assert "Matches you watch" in listed.text
    left = await cleo.command("watch", channel=place, match="1")
    assert "You no longer watch **#1**." in left.text
