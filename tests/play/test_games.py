"""`/games`: a user's matches page by page, filtered, and by the servers where they are played."""

import re

from bot.match.identity import MatchId, UserId
from playground import Answer, Person
from tests.kit.many_matches import add_server, begin, live_board_of, wait_until_posted
from tests.kit.tables import Table

SERVERS = ["Knitting Circle", "Cats & Co", "*Stars*", "The Fifth"]


def lines(answer: Answer) -> list[str]:
    assert answer.shown.ephemeral
    return answer.text.splitlines()


def match_numbers(answer: Answer) -> list[int]:
    """List the matches in the order in which they are shown."""
    return [
        int(number) for number in re.findall(r"\*\*\[#(\d+)\]\([^)]*\)\*\* against", answer.text)
    ]


async def games(table: Table, person: Person, **options: object) -> Answer:
    return await person.command("games", channel=table.playground.channel("general"), **options)


async def begin_thirty(table: Table) -> None:
    """Begin thirty matches of ada's in five servers; bob is to move in every third one."""
    ada, bob, _ = table.members()
    servers = [table.playground.server(), *[await add_server(table, name) for name in SERVERS]]
    for number in range(30):
        seats = (bob, ada) if number % 3 == 2 else (ada, bob)
        await begin(table, *seats, servers[number % 5], hours=24 + number)


async def test_thirty_matches_in_five_servers_are_paged_under_their_servers(table: Table) -> None:
    await begin_thirty(table)
    answer = await games(table, table.members()[0])
    assert lines(answer)[:2] == [
        "### Your matches",
        "-# In all servers · 20 of 30 waiting for you",
    ]
    assert len(match_numbers(answer)) == 8
    assert not answer.shown.button("Forward").disabled
    assert answer.shown.button("Back").disabled
    headings = [line for line in lines(answer) if line.startswith("**")]
    assert len(headings) == len(set(headings)) == 5
    assert r"**\*Stars\***" in headings
    assert len(answer.text) < 2000

    seen = match_numbers(answer)
    ada = table.members()[0]
    for _ in range(3):
        answer = await ada.press(answer.shown, "Forward")
        seen += match_numbers(answer)
    assert sorted(seen) == list(range(1, 31))
    assert answer.shown.button("Forward").disabled
    mine = [number for number in range(1, 31) if number % 3]
    assert sorted(seen[:20]) == mine
    back = await ada.press(answer.shown, "Back")
    assert match_numbers(back) == seen[16:24]
    assert back.shown.id == answer.shown.id


async def test_lists_are_chosen_by_options_menu_and_button(table: Table) -> None:
    ada, bob, cleo = table.members()
    there = await add_server(table, "Knitting Circle")
    await begin(table, ada, bob)
    await begin(table, cleo, ada)
    await begin(table, ada, cleo, there)
    await begin(table, bob, ada, there)
    answer = await games(table, ada)
    assert match_numbers(answer) == [1, 3, 2, 4]

    for label, expected in (("My turn", [1, 3]), ("Their turn", [2, 4]), ("Finished", [])):
        [menu] = answer.shown.selects
        answer = await ada.select(answer.shown, menu.custom_id, [label])
        assert match_numbers(answer) == expected
        assert match_numbers(await games(table, ada, show=label)) == expected
        [menu] = answer.shown.selects
        assert [option.label for option in menu.options if option.is_default] == [label]
    assert "No match is over yet." in answer.text

    answer = await games(table, ada, show="My turn")
    answer = await ada.press(answer.shown, "This server")
    assert match_numbers(answer) == [1]
    assert lines(answer)[1].startswith("-# In this server")
    assert "Knitting Circle" not in answer.text
    answer = await ada.press(answer.shown, "All servers")
    assert match_numbers(answer) == [1, 3]
    assert "**Knitting Circle**" in lines(answer)

    answer = await games(table, ada, where="This server")
    assert match_numbers(answer) == [1, 2]
    answer = await games(table, ada, opponent=cleo)
    assert match_numbers(answer) == [3, 2]
    assert f"against <@{cleo.id}> · 1 of 2 waiting for you" in lines(answer)[1]
    answer = await ada.press(answer.shown, "This server")
    assert match_numbers(answer) == [2]
    assert match_numbers(await games(table, ada, opponent=ada)) == []


async def test_finished_matches_show_their_result(table: Table) -> None:
    ada, bob, _ = table.members()
    for _ in range(3):
        await begin(table, ada, bob)
    ada_id, bob_id = UserId(ada.id), UserId(bob.id)
    matches = table.services.matches
    await matches.resign(ada_id, MatchId(1))
    await matches.resign(bob_id, MatchId(2))
    await table.pass_time(80 * 3600)
    answer = await games(table, ada, show="Finished")
    assert match_numbers(answer) == [3, 2, 1]
    assert ["called off" in line for line in lines(answer)[2:]] == [True, False, False]
    assert "🏆" in lines(answer)[3]
    assert "you won" in lines(answer)[3]
    assert "you lost" in lines(answer)[4]
    assert match_numbers(await games(table, ada)) == []


async def test_lines_show_the_deadline_or_the_beginning_the_ruleset_and_a_link(
    table: Table,
) -> None:
    playground = table.playground
    ada, bob, _ = table.members()
    none = await games(table, ada)
    assert "You have no live match. Start one with `/challenge`." in lines(none)
    assert none.shown.labels == ["This server"]
    match = await begin(table, ada, bob, hours=24)
    await wait_until_posted(table, match)
    games_channel = playground.channel("games")
    terms = {"ruleset": "scarce", "time": "no time limit", "first": "me"}
    offered = await ada.command("challenge", channel=games_channel, opponent=bob, **terms)
    await bob.press(offered.shown, "Accept")
    answer = await games(table, ada)
    first, second = lines(answer)[2:]
    deadline = int(match.clock.deadline or 0)
    assert f"**your turn**, time runs out <t:{deadline}:R>" in first
    board = await live_board_of(table, match.id)
    link = f"https://discord.com/channels/{match.venue.guild}/{match.venue.origin}/{board}"
    assert f"**[#{match.id}]({link})** against" in first
    assert "scarce" not in first
    unlimited = await table.match(2)
    began = f"**your turn**, began <t:{int(unlimited.started_at)}:R>"
    assert second.endswith(f"· {began} · scarce")
    await ada.command("place", channel=games_channel, square="c3", match="2")
    [line] = lines(await games(table, bob, show="My turn"))[2:]
    assert "**your turn**, last move <t:" in line
