"""Start a match of two people in a server on the playground, and play it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.features.matches.service import Matches
from bot.features.settings.preferences import (
    DayMinute,
    QuietHours,
)
from bot.game import Turn, name_of, read_turn
from bot.match.clock import HOUR
from bot.match.identity import MatchId, UserId
from playground import Answer, Person, Playground, Role, SeenMessage, TextChannel, Thread
from tests.kit.tables import Table

_PLAYTHROUGHS = Path(__file__).parents[1] / "game" / "playthroughs"

ANSWERS = ["Accept", "Decline", "Other terms…", "Withdraw"]
"""The buttons of a challenge to a friend, in their order."""

A_TURN_EACH = ["Kc3", "Kd5"]

TO_BOTH_KINDS = ["Ke6", "Kc3", "Kc5", "Kf6", "Kb4=b4c5d6", "Ka6"]
"""Turns after which orange is to move with kittens and cats in hand."""

TO_A_CHOICE = ["Ke5", "Kd3", "Ka4", "Kb4", "Kf5", "Ke3", "Kf4"]
"""Turns after which a gray kitten on e1 leaves gray the choice between two lines."""

SHORT_MATCH = [
    *("Kd3", "Ka4", "Kd2", "Kd5", "Kd1", "Kd3", "Cd1", "Kf4"),
    *("Cc1", "Kd2", "Cb1", "Kd3=d2d3d4", "Kd2", "Ca1", "Kb1"),
]
"""The shortest known match in which a player must choose what leaves the bed."""

TO_EIGHT_ON_THE_BED = [
    *("Ka1", "Kd6", "Kc1", "Kf3", "Kc3", "Kf2", "Kf3", "Kb5"),
    *("Kc4", "Kd3", "Kd2", "Kb3", "Ka4", "Kc1", "Kf6", "Kd2"),
]
"""Turns after which an orange kitten on d1 is orange's eighth on the bed, in no line."""


@dataclass(slots=True)
class ServerMatch:
    """A match of two people in a thread or channel; the challenger plays orange."""

    playground: Playground
    orange: Person
    gray: Person
    place: Thread | TextChannel
    number: int

    def board(self) -> SeenMessage:
        """Return the newest board in the thread, as orange sees it."""
        return self.boards()[-1]

    def board_of(self, person: Person) -> SeenMessage:
        """Return the newest board in the thread, as a person sees it."""
        return [seen for seen in public_messages(person.look(self.place)) if seen.pictures][-1]

    def boards(self) -> list[SeenMessage]:
        """List the boards in the thread, the newest last."""
        return [
            message for message in public_messages(self.orange.look(self.place)) if message.pictures
        ]

    def notifications(self, person: Person, words: str) -> list[SeenMessage]:
        """List the messages with these words that a person sees in the thread, except boards."""
        seen = public_messages(person.look(self.place))
        return [each for each in seen if words in each.text and not each.pictures]

    def opponent_of(self, person: Person) -> Person:
        """Return the opponent."""
        return self.gray if person is self.orange else self.orange

    async def press_behind_more(
        self, person: Person, label: str, board: SeenMessage | None = None
    ) -> Answer:
        """Press a button behind **More** below the newest board, or below the one given."""
        opened = await person.press(board or self.board(), "More")
        return await person.press(opened.shown, label)

    async def offer_draw(self, person: Person, board: SeenMessage | None = None) -> Answer:
        """Offer a draw behind **More**, and confirm it."""
        question = await self.press_behind_more(person, "Offer draw", board)
        return await person.press(question.shown, "Offer draw")

    async def give_day(self, person: Person) -> None:
        """Give the opponent a day for their turn; a separate message tells them."""
        answer = await self.press_behind_more(person, "Give them a day")
        assert not answer.failed
        await self.playground.until(lambda: "gave" in self.board().text)

    async def play(self, turns: list[str]) -> Answer:
        """Play these turns from the start, each choice by its button."""
        answer = None
        for ply, text in enumerate(turns):
            answer = await self.play_one(self.mover_after(ply), text)
        if answer is None:
            raise ValueError("there are no turns to play")
        return answer

    async def advance(self, matches: Matches, turns: list[str]) -> None:
        """Play these turns from the start; the board is shown once, after the last."""
        for ply, text in enumerate(turns):
            user = UserId(self.mover_after(ply).id)
            await matches.play(user, MatchId(self.number), read_turn(text))

    async def begin_after(self, matches: Matches, turns: list[str]) -> None:
        """Play these turns from the start in one go, and wait until the board shows the last."""
        await self.wait_until_shown()
        await self.advance(matches, turns)
        await self.playground.until(lambda: f"Turn {len(turns)}:" in self.board().text)
        await self.wait_until_shown()

    async def play_next(self, turns: list[str]) -> Answer:
        """Play the last of these turns; those before it were played already."""
        return await self.play_one(self.mover_after(len(turns) - 1), turns[-1])

    def mover_after(self, ply: int) -> Person:
        """Return the person who is to move after `ply` turns."""
        return [self.orange, self.gray][ply % 2]

    async def wait_until_shown(self) -> None:
        """Wait until there is only one board: then everything is recorded."""
        await self.playground.until(lambda: len(self.boards()) == 1)

    async def play_one(self, person: Person, text: str) -> Answer:
        """Play one turn as people do: `/place`, then the answers to the board's questions."""
        turn = read_turn(text)
        piece = turn.placement.kind.value
        is_whole = turn.recall is not None or turn.seam is not None
        written = text if is_whole else square_text(turn)
        answer = await person.command("place", channel=self.place, square=written, piece=piece)
        assert not answer.failed
        assert answer.message is not None
        if answer.message.ephemeral:
            # On a busy machine, a bot in a separate process posts the board after its answer.
            assert answer.text.startswith("Done: "), answer.text
        if has_options(answer.message):
            answer = await person.press(answer.message, custom_id=choice_of(answer.message, turn))
        if "Keep in hand" in answer.shown.labels:
            answer = await person.press(answer.shown, "Keep in hand")
        return answer


async def start_match_in_channel(
    playground: Playground, orange: Person, gray: Person, ruleset: str = "classic"
) -> ServerMatch:
    """Begin a match that is played in the channel itself."""
    games = playground.channel("games")
    offered = await orange.command(
        "challenge", channel=games, opponent=gray, first="me", where="channel", ruleset=ruleset
    )
    await gray.press(offered.shown, "Accept")
    server_match = ServerMatch(playground, orange, gray, games, 1)
    await playground.until(server_match.boards)
    return server_match


async def start_match_between(
    playground: Playground,
    orange: Person,
    gray: Person,
    channel: TextChannel,
    ruleset: str = "classic",
    stakes: str = "rated",
    first: str = "me",
    **terms: str,
) -> ServerMatch:
    """Challenge and accept; return the match in its thread."""
    terms = {"ruleset": ruleset, "stakes": stakes, "first": first, **terms}
    offered = await orange.command("challenge", channel=channel, opponent=gray, **terms)
    accepted = await gray.press(offered.shown, "Accept")
    parsed = re.search(r"match \*\*#(\d+)\*\*", accepted.text)
    assert parsed is not None, accepted.text
    thread_id = offered.shown.id
    await playground.until(lambda: thread_id in playground.world.places)
    thread = playground.thread(thread_id)
    server_match = ServerMatch(playground, orange, gray, thread, int(parsed[1]))
    await playground.until(lambda: any(seen.pictures for seen in orange.look(thread)))
    return server_match


async def start_match(
    playground: Playground,
    orange: str = "ada",
    gray: str = "bob",
    *,
    turns: Sequence[str] = (),
    **terms: str,
) -> ServerMatch:
    """Start a match of two people, by their names, in a thread of #games, and play these turns."""
    one, other = playground.person(orange), playground.person(gray)
    server_match = await start_match_between(
        playground, one, other, playground.channel("games"), **terms
    )
    if turns:
        await server_match.play(list(turns))
        await server_match.wait_until_shown()
    return server_match


async def challenge_friend(table: Table, **terms: str) -> tuple[Person, Person, Answer]:
    """Let ada challenge bob in #games; return both, and the answer with the challenge."""
    ada, bob, _ = table.members()
    games = table.playground.channel("games")
    return ada, bob, await ada.command("challenge", channel=games, opponent=bob, **terms)


async def decline(person: Person, challenge: SeenMessage, reason: str = "") -> Answer:
    """Decline a challenge by the form, with or without a reason."""
    question = await person.press(challenge, "Decline")
    return await person.submit(question.form, {"reason": reason} if reason else {})


def public_messages(messages: list[SeenMessage]) -> list[SeenMessage]:
    """Leave out ephemeral messages, such as the rules that the bot sends by itself."""
    return [message for message in messages if not message.ephemeral]


def square_text(turn: Turn) -> str:
    """Return the square of a turn as people type it."""
    return "abcdef"[turn.placement.square % 6] + "123456"[turn.placement.square // 6]


def has_options(board: SeenMessage) -> bool:
    """Return whether a board asks what leaves the bed."""
    return any(button.label.startswith("A ") for button in board.buttons)


def choice_of(board: SeenMessage, turn: Turn) -> str:
    """Return the custom id of the button that names the squares to leave the bed."""
    squares = " ".join(map(name_of, turn.leaves))
    for button in board.buttons:
        # A single square must not match a line that begins with it.
        if button.custom_id and re.search(
            rf"^[A-Z] (?:· )?{squares}(?! [a-f][1-6])\b", button.label or ""
        ):
            return button.custom_id
    raise AssertionError(f"no button names {squares}: {board.labels}")


def turns_of(playthrough: str) -> list[str]:
    """List the turns of a recorded match by their notation."""
    text = (_PLAYTHROUGHS / f"{playthrough}.txt").read_text(encoding="utf-8")
    return re.findall(r"^\d+\. (?:orange|gray) (\S+)$", text, re.MULTILINE)


def bot_role(playground: Playground) -> Role:
    """Return the bot's own role, which gives it its permissions."""
    return next(role for role in playground.server().roles.values() if role.is_managed)


async def ask_takeback(server_match: ServerMatch, person: Person) -> Answer:
    """Ask to take back the person's last turn, and wait until the board shows the request."""
    opened = await server_match.press_behind_more(person, "Take back my turn")
    answer = await person.press(opened.shown, "Ask to take it back")
    await server_match.playground.until(lambda: "asks to take back" in server_match.board().text)
    return answer


async def accept_takeback(server_match: ServerMatch, person: Person) -> Answer:
    """Agree to a takeback, and wait until the board shows the earlier position."""
    answer = await person.press(server_match.board(), "Accept takeback")
    await server_match.playground.until(lambda: " again." in server_match.board().text)
    return answer


async def play_to_choice(table: Table) -> tuple[ServerMatch, Answer]:
    """Play until gray's kitten on e1 leaves a choice."""
    server_match = await start_match(table.playground)
    await server_match.begin_after(table.services.matches, TO_A_CHOICE)
    return server_match, await server_match.gray.command(
        "place", channel=server_match.place, square="e1"
    )


def option_labels(board: SeenMessage) -> list[str]:
    return [button.label for button in board.buttons if "·" in button.label]


async def place(server_match: ServerMatch, person: Person, square: str, **options: str) -> Answer:
    return await person.command("place", channel=server_match.place, square=square, **options)


NINE = DayMinute(9 * 60)


async def set_quiet_hours(table: Table, person: Person, begin: float, hours: float) -> None:
    """Set a person's quiet hours: they begin in `begin` hours, and last for `hours`."""
    now = table.services.clock.now()
    ends = [datetime.fromtimestamp(now + HOUR * each, UTC) for each in (begin, begin + hours)]
    first, last = (DayMinute(each.hour * 60 + each.minute) for each in ends)
    await table.services.preferences.prefer_hours(
        UserId(person.id), "UTC", QuietHours(first, last), NINE
    )
