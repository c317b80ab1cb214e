"""Play a match of two people in their direct messages with the bot."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from bot.game import read_turn
from playground import Answer, DirectChannel, Person, Playground, SeenMessage
from tests.kit.server_matches import choice_of, has_options, public_messages, square_text


@dataclass(slots=True)
class DirectBoards:
    """The boards of a match between two people, one in the direct messages of each."""

    playground: Playground
    orange: Person
    gray: Person
    number: int

    def place(self, person: Person) -> DirectChannel:
        """Return a person's direct messages with the bot."""
        return self.playground.world.direct_channel(person.user)

    def boards(self, person: Person) -> list[SeenMessage]:
        """List the boards of the match that a person has, the newest last."""
        seen = public_messages(person.look(self.place(person)))
        number = re.compile(rf"#{self.number}\b")
        return [each for each in seen if each.pictures and number.search(each.text)]

    def board(self, person: Person) -> SeenMessage:
        """Return a person's newest board."""
        return self.boards(person)[-1]

    def board_of(self, person: Person) -> SeenMessage:
        """Return a person's newest board."""
        return self.board(person)

    def mover_after(self, ply: int) -> Person:
        """Return the person who is to move after `ply` turns."""
        return [self.orange, self.gray][ply % 2]

    def opponent_of(self, person: Person) -> Person:
        """Return the opponent."""
        return self.gray if person is self.orange else self.orange

    async def place_one(self, person: Person, text: str) -> Answer:
        """Play a turn by the command, in the person's direct messages."""
        turn = read_turn(text)
        answer = await person.command(
            "place",
            channel=self.place(person),
            square=square_text(turn),
            piece=turn.placement.kind.value,
            match=str(self.number),
        )
        assert not answer.shown.ephemeral, answer.text
        if has_options(answer.shown):
            answer = await person.press(answer.shown, custom_id=choice_of(answer.shown, turn))
        return answer

    async def play(self, turns: list[str], since: int = 0) -> None:
        """Play turns, and wait after each until both boards show it."""
        for ply, text in enumerate(turns, since):
            await self.place_one(self.mover_after(ply), text)
            await self.wait_for_same_state(f"Turn {ply + 1}:")

    async def wait_for_same_state(self, text: str) -> None:
        """Wait until both newest boards, and no older ones, show this text and the same state."""
        await self.playground.until(lambda: self.shows_same_state(text) and not self._old_lives())

    def shows_same_state(self, text: str) -> bool:
        """Return whether both newest boards contain this text about the same state of the match.

        Their questions differ, because one player waits and the other is to move.
        """
        boards = [self.boards(person) for person in (self.orange, self.gray)]
        if not all(boards):
            return False
        newest = [each[-1] for each in boards]
        shown = {PurePosixPath(urlsplit(board.pictures[0].url).path).name for board in newest}
        return len(shown) == 1 and all(text in board.text for board in newest)

    async def wait_until_shown(self) -> None:
        """Wait until each player has only one board: then everything is recorded."""
        people = (self.orange, self.gray)
        await self.playground.until(lambda: all(len(self.boards(person)) == 1 for person in people))

    def _old_lives(self) -> bool:
        boards = [self.boards(person)[:-1] for person in (self.orange, self.gray)]
        return any(board.buttons for each in boards for board in each)


@dataclass(slots=True)
class DirectMatch(DirectBoards):
    """A match in direct messages after a challenge; the challenger plays orange."""

    challenge: SeenMessage


async def start_direct_match_between(
    playground: Playground, orange: Person, gray: Person, ruleset: str = "classic"
) -> DirectMatch:
    """Challenge and accept, and wait for the boards in both people's direct messages."""
    offered = await orange.command(
        "challenge",
        channel=playground.channel("games"),
        opponent=gray,
        first="me",
        where="direct",
        ruleset=ruleset,
    )
    accepted = await gray.press(offered.shown, "Accept")
    parsed = re.search(r"match \*\*#(\d+)\*\*", accepted.text)
    assert parsed is not None, accepted.text
    direct_match = DirectMatch(playground, orange, gray, int(parsed[1]), offered.shown)
    await direct_match.wait_for_same_state("is to move")
    return direct_match


async def start_direct_match(
    playground: Playground, orange: str = "ada", gray: str = "bob", *, turns: Sequence[str] = ()
) -> DirectMatch:
    """Start a match in direct messages of two people, by their names, and play these turns."""
    direct_match = await start_direct_match_between(
        playground, playground.person(orange), playground.person(gray)
    )
    await direct_match.play(list(turns))
    return direct_match
