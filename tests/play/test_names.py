"""Names of people and servers are plain text: none makes a mention, link, date or command.

Discord escapes no name. The bot writes a name instead of a mention where a person has left. So a
person with markup in their name leaves, and the test requests everything that it can.
"""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from bot.match.clock import DAY
from cogs.wording.names import NAMES
from playground import Answer, CannotDo, Person, SeenMessage
from tests.kit.forged_requests import ForgedRequest, actions_of_run
from tests.kit.rated_matches import beat
from tests.kit.server_matches import ServerMatch, start_match_between
from tests.kit.tables import Table, open_table
from tests.kit.thoroughness import quick_or_thorough
from tests.play.test_hostile import commands, honest_value

STRANGER: Final = "123456789012345678"
NAMED: Final = {
    "ada": f"<@{STRANGER}> @everyone",
    "bob": "[bob](https://boop.example/)",
    "cleo": f"</place:{STRANGER}> _c_",
    "dov": "<t:1000000000:R> ||dov|| `dov`",
}
SERVER: Final = f"# ||<#{STRANGER}>|| https://boop.example discord.gg/boop"

_ESCAPED: Final = re.compile(r"\\[!-/:-@\[-`{-~]")
_ACTS: Final = re.compile(
    rf"<[@#]&?{STRANGER}>|</\w+:{STRANGER}>|<t:1000000000|://boop\.example|discord\.gg/|@everyone"
    r"|\|\|<|_c_|\|\|dov|`dov`|^# \|",
    re.MULTILINE,
)
"""The effects of such a name if it is not escaped."""
_MEETS: Final = re.compile(rf"{STRANGER}|1000000000|boop\\\.example")


class Crowd:
    """A server of people with markup in their names, in which users can request much."""

    def __init__(self, table: Table, server_match: ServerMatch) -> None:
        self.table = table
        self.server_match = server_match
        self.places_met = set[str]()

    def check(self, where: str, text: str) -> None:
        """Raise `AssertionError` if a name has an effect in text that Discord formats."""
        parsed = _ACTS.search(_ESCAPED.sub("", text))
        assert parsed is None, f"{where}: {parsed[0]!r} in {text}"
        if _MEETS.search(text):
            self.places_met.add(where)

    def check_answer(self, where: str, answer: Answer) -> None:
        """Read an answer, which may be a form."""
        if answer.message is not None:
            self.check(where, answer.text)
        if answer.modal is not None:
            self.check(where, answer.modal.text)

    def check_all(self) -> None:
        """Read every message as each person sees it."""
        for person in self.people():
            for place in self.table.playground.world.places.values():
                for seen in person.look(place):
                    self.check(f"a message in {place.id}", seen.text)

    def people(self) -> Iterator[Person]:
        """Yield the people with markup in their names."""
        return map(self.table.playground.person, NAMED)

    def board(self) -> SeenMessage:
        """Return the board of the match that is played."""
        return self.server_match.board()


@pytest.fixture
async def crowd(tmp_path: Path) -> AsyncIterator[Crowd]:
    async with open_table(tmp_path) as table:
        playground = table.playground
        server, world = playground.server(), playground.world
        for username, name in NAMED.items():
            world.users[playground.person(username).id].display_name = name
        ada, bob, cleo, dov = map(playground.person, NAMED)
        for person in map(playground.person, NAMED):
            NAMES.remember(await table.bot.fetch_user(person.id))
        for winner, loser in ((ada, dov), (dov, bob), (cleo, dov), (dov, ada)):
            await beat(table, winner, loser)
        server_match = await start_match_between(playground, ada, bob, playground.channel("games"))
        await server_match.play(["Kc3", "Kd4"])
        await server_match.wait_until_shown()
        world.rename(server, SERVER)
        dov.leave(server)
        await table.pass_time(DAY)
        yield Crowd(table, server_match)


@pytest.mark.whole
async def test_names_are_escaped_in_every_answer(crowd: Crowd) -> None:
    table, server_match = crowd.table, crowd.server_match
    games = table.playground.channel("games", table.playground.server(SERVER))
    for person in quick_or_thorough(
        [server_match.orange], [server_match.orange, server_match.gray]
    ):
        for place in (
            games,
            server_match.place,
            table.playground.world.direct_channel(person.user),
        ):
            for command in commands(table.bot.tree):
                if command.qualified_name == "resign":
                    continue
                needed = {
                    each.display_name: (int(each.type.value), honest_value(each))
                    for each in command.parameters
                    if each.required
                }
                with suppress(CannotDo):  # The client offers the command elsewhere.
                    answer = await person.forge_command(command.qualified_name, place, needed)
                    crowd.check_answer(f"/{command.qualified_name}", answer)
        for action in actions_of_run(3):
            if action.name == "unshare-link":
                continue  # It writes over the message on which it is requested: the board.
            revision = (await table.match(server_match.number)).revision
            answer = await ForgedRequest.of(action, server_match.number, revision).send(
                person, crowd.board()
            )
            crowd.check_answer(action.name, answer)
    await table.pass_time(DAY)
    crowd.check_all()
    assert {"/games", "/leaderboard show", "/moderate void"} <= crowd.places_met
