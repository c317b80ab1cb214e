"""Start matches against the bot on the playground, and read the messages that players see."""

import re
from dataclasses import dataclass
from typing import Any

from bot.match.match import Match
from playground import Answer, Person, Playground, SeenMessage, TextChannel, Thread
from tests.kit.server_matches import public_messages
from tests.kit.tables import Table

Room = Thread | TextChannel


@dataclass(slots=True)
class BotMatch:
    """A person in the place of their match against the bot."""

    table: Table
    person: Person
    challenge: SeenMessage
    place: Room
    number: int

    def board(self) -> SeenMessage:
        """Return the newest board of the match."""
        return boards_of(self.person, self.place, self.number)[-1]

    async def match(self) -> Match:
        """Return the match in its present state."""
        return await self.table.match(self.number)

    async def press_behind_more(self, label: str) -> Answer:
        """Press a button behind **More** below the board."""
        opened = await self.person.press(self.board(), "More")
        return await self.person.press(opened.shown, label)

    async def offer_draw(self) -> None:
        """Offer a draw behind **More**, and confirm it."""
        question = await self.press_behind_more("Offer draw")
        await self.person.press(question.shown, "Offer draw")

    async def ended(self) -> SeenMessage:
        """Call the match off, or resign if both have moved; return the board after that."""
        label = "Resign" if (await self.match()).ply > 1 else "Call off the match"
        question = await self.press_behind_more(label)
        await self.person.press(question.shown, label)
        await self.table.playground.until(lambda: "Rematch" in self.board().labels)
        return self.board()


def boards_of(person: Person, place: Room, number: int) -> list[SeenMessage]:
    """List the boards of a match in a place."""
    heading = re.compile(rf"#{number}\b")
    seen = [each for each in public_messages(person.look(place)) if each.pictures]
    return [each for each in seen if heading.search(each.text)]


def challenges_in(person: Person, channel: Room) -> list[SeenMessage]:
    """List the challenges to the bot that a channel shows."""
    return [seen for seen in public_messages(person.look(channel)) if "### 🐾" in seen.text]


async def wait_for_challenges(table: Table, person: Person, count: int) -> list[SeenMessage]:
    """Wait for `count` challenges to the bot in the public channel, and return them."""
    games = table.playground.channel("games")
    await table.playground.until(lambda: len(challenges_in(person, games)) == count)
    return challenges_in(person, games)


async def go_to_match(table: Table, person: Person, challenge: SeenMessage) -> BotMatch:
    """Go to the place of a match that the bot has accepted."""
    playground = table.playground
    parsed = re.search(r"\*\*#(\d+)\*\*", challenge.text)
    assert parsed is not None, challenge.text
    number = int(parsed[1])
    await playground.until(lambda: _place_of(playground, person, challenge, number))
    place = _place_of(playground, person, challenge, number)
    assert place is not None
    return BotMatch(table, person, challenge, place, number)


async def practise(table: Table, person: Person, **options: Any) -> BotMatch:
    """Play the bot by the command; by default in a thread, with a bot that takes its time."""
    options = {"level": 3, "first": "me", "pace": "unhurried", "where": "thread", **options}
    games = table.playground.channel("games")
    begun = await person.command("practice", channel=games, **options)
    return await go_to_match(table, person, begun.shown)


def _place_of(
    playground: Playground, person: Person, challenge: SeenMessage, number: int
) -> Room | None:
    """Return where the match's board is: the thread of its challenge, or the channel."""
    places: list[Room] = [playground.channel("games")]
    if challenge.id in playground.world.places:
        places.insert(0, playground.thread(challenge.id))
    return next((place for place in places if boards_of(person, place, number)), None)
