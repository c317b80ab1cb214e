"""The layout of a board: players, picture, pools, last turn and buttons."""

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, assert_never

import discord

from bot.app import BoopBot
from bot.game import Landing, Position, Seat, Step, Win, Won, write_turn
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.terms import Stakes
from bot.match.turn_builder import AskOption, AskPlacement, AskRecall, AskSeam
from bot.text import N_, NC_, Message, gettext, translate
from cogs.core.alt_text import alt_text
from cogs.core.board_buttons import (
    board_buttons,
    move_rows,
    next_button,
    over_rows,
    plan_button,
)
from cogs.core.names import both_players
from cogs.core.narration import narrated
from cogs.core.offers import offer_items
from cogs.core.phrases import (
    SEAT_MARKS,
    outcome_name,
    player_name,
    pool_name,
    ruleset_named,
    ruleset_note,
    seam_name,
)
from cogs.core.practice_text import bot_to_move, closing_line, thinking
from cogs.core.rating_changes import Brought, rated_lines
from cogs.core.times import also_of_time, until_when
from render.scene import Ending, Scene

HintsUsed = Mapping[UserId, int]
"""How many each had; nobody without one is named."""

NO_HINTS: Final[HintsUsed] = {}


def hints_line(match: Match, used: HintsUsed) -> list[str]:
    """Return how many hints each had in a match, in small print; nothing where nobody had one."""
    people = [seat for seat in Seat if match.bot is None or seat is not match.bot.seat]
    had = [f"{SEAT_MARKS[seat]} {used.get(match.seats.user_of(seat), 0)}" for seat in people]
    return [f"-# {gettext('💡 Hints: {players}', players=' · '.join(had))}"] if used else []


async def hints_of(bot: BoopBot, match: Match) -> HintsUsed:
    """Return how many hints each had in a match that is over; nothing while it goes on."""
    if match.outcome is None or match.stakes is Stakes.RATED:
        return NO_HINTS
    return await bot.services.hints.used(match.id)


LONGEST: Final = 1800
"""Characters of all turns together; a message takes 4 000 in all."""

Narrator = Callable[[Step], str]


def turn_lines(match: Match) -> list[str]:
    """Return what was played last, a line for each turn; the oldest in notation if it is much."""
    first = match.ply - len(match.together)

    def line(index: int, step: Step, narrate: Narrator) -> str:
        number, words = first + index, narrate(step)
        if not index:
            return gettext("Turn {number}: {turn}", number=number, turn=words)
        player = player_name(match, step.before.to_move)
        return gettext(
            "♟️ Turn {number}, as {player} had planned: {turn}",
            number=number,
            player=player,
            turn=words,
        )

    return _within(match.recent, line)


def _within(steps: Sequence[Step], line: Callable[[int, Step, Narrator], str]) -> list[str]:
    """Say each turn in words as far as there is room, the last one always."""
    for shortened in range(max(len(steps), 1)):
        lines = [
            line(number, step, _notation if number < shortened else _words)
            for number, step in enumerate(steps)
        ]
        if sum(map(len, lines)) <= LONGEST:
            break
    return lines


def _words(step: Step) -> str:
    """Tell a turn, but for a win: how the match ended is said by itself."""
    return narrated([event for event in step.events if not isinstance(event, Won)])


def _notation(step: Step) -> str:
    return f"`{write_turn(step.turn)}`"


View = discord.ui.LayoutView
Row = discord.ui.ActionRow[Any]

ACCENTS: Final = {Seat.ORANGE: 0xF0913A, Seat.GRAY: 0x8A93A0}
DRAWN_ACCENT: Final = 0x7D6BA8
_CLAIMABLE: Final = {
    3: N_(
        "This position has come up for the third time, so either player may claim a draw. The "
        "fifth time, the match is drawn."
    ),
    4: N_(
        "This position has come up for the fourth time, so either player may claim a draw. The "
        "fifth time, the match is drawn."
    ),
}
_RECALLS: Final = N_("{player} has nothing left in hand: pick a piece to recall first")
_PLACES: Final = N_("{player} is to move: pick a column")
_WAITS: Final = NC_("on a board", "{player} is to move")
_CHOOSES: Final = N_("{player} chooses what leaves the bed")
_LAYS: Final = N_("{player} lays the seam piece or keeps it in hand")
_IN_HAND: Final = {
    Seat.ORANGE: N_("Orange has {pieces} in hand"),
    Seat.GRAY: N_("Gray has {pieces} in hand"),
}
_IN_HAND_AND_SEAM: Final = {
    Seat.ORANGE: N_("Orange has {pieces} in hand; seam piece {seam}"),
    Seat.GRAY: N_("Gray has {pieces} in hand; seam piece {seam}"),
}


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn scene, ready to be attached as often as it takes."""

    image: bytes
    name: str
    words: str

    def file(self) -> discord.File:
        """Return the picture as an attachment, a new one each time: sending uses it up."""
        return discord.File(io.BytesIO(self.image), self.name, description=self.words)


def scene_of(match: Match) -> Scene:
    """Return what a bed shows: a draft as it would be, else the last turn."""
    question = match.question
    match question:
        case AskOption(landing):
            return Scene(landing.position, recent=landing, options=landing.options)
        case AskSeam(step, _):
            # Where it may be laid is asked on a private panel.
            position = replace(step.after, to_move=match.position.to_move)
            return Scene(position, recent=step)
        case AskPlacement() | AskRecall() | None:
            return Scene(
                match.position, recent=match.recent, win=_win(match), ending=ending_of(match)
            )
        case _:
            assert_never(question)


def _win(match: Match) -> Win | None:
    """Return the win on the bed that ended the match, if one did."""
    return match.last.win if match.outcome and match.last else None


def ending_of(match: Match) -> Ending | None:
    """Return how a match has ended, as a picture shows it; nothing while it goes on."""
    if match.outcome is None:
        return None
    winner = match.outcome.winner
    return Ending.won_by(winner) if winner else Ending.DRAWN


def picture_of(match: Match, scene: Scene, png: bytes) -> Picture:
    """Name a drawn scene of a match and say it in words."""
    return Picture(png, f"boop-{match.id}-{match.revision}.png", alt_text(scene))


def board_layout(
    match: Match,
    picture: Picture,
    rated: Brought | None = None,
    hints: HintsUsed = NO_HINTS,
    notification: str = "",
    reader: UserId | None = None,
) -> View:
    """Lay out the bed as it is, with everything that can be pressed.

    `reader` is the player who alone reads it, in direct messages: while the other is to move, they
    are asked for nothing, and can plan. `rated` is what a match that is over made of its players'
    ratings, `hints` are how many they had in it, and `notification` is what the board notifies
    somebody of; it is first, where a phone shows it. The words are above the picture, so that it is
    in view with its buttons, but for whose turn it is, which stands between them; nearest to the
    picture is how the match ended. What one player asks of the other is below the columns.
    A new view each time: discord.py must not be given the same one twice.
    """
    view = View(timeout=None)
    if notification:
        view.add_item(discord.ui.TextDisplay(notification))
    if match.outcome is None:
        view.add_item(_bed_with_text(match, picture, reader=reader))
        plans = _waits(match, reader) and match.bot is None
        moves = [Row(plan_button(match))] if plans else move_rows(match)
        for row in [*moves, *offer_items(match), Row(*board_buttons(match))]:
            view.add_item(row)
    else:
        words = _at_the_end(match, rated, hints)
        view.add_item(_container(match, _title(match), words, gallery(picture)))
        for row in over_rows(match):
            view.add_item(row)
    return view


def _waits(match: Match, reader: UserId | None) -> bool:
    """Return whether the one who alone reads a board is not to move; false where all read it."""
    return reader is not None and reader != match.to_move


def _bed_with_text(
    match: Match, picture: Picture, note: str = "", reader: UserId | None = None
) -> discord.ui.Container[Any]:
    """Lay out the bed with who plays, what holds and what is asked; `note` is said above it."""
    heading = "\n".join(filter(None, [note, _title(match), _time_of(match)]))
    return _container(match, heading, _status(match), gallery(picture), _state(match, reader))


def _container(match: Match, *parts: str | discord.ui.Item[Any]) -> discord.ui.Container[Any]:
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=_accent(match))
    for part in parts:
        container.add_item(discord.ui.TextDisplay(part) if isinstance(part, str) else part)
    return container


def _at_the_end(match: Match, rated: Brought | None, hints: HintsUsed) -> str:
    """Say what the last turn did, then how the match ended and what it brought.

    What is left in hand is in the picture.
    """
    parting = closing_line(match)
    lines = [
        *turn_lines(match),
        *_ruleset(match),
        *hints_line(match, hints),
        *([parting] if parting else []),
        _state(match),
        *rated_lines(match, rated),
    ]
    return "\n".join(lines)


def _accent(match: Match) -> int:
    """Return the colour of whose turn it is or of who has won; nobody's when it was drawn."""
    if match.outcome is None:
        return ACCENTS[match.position.to_move]
    return ACCENTS[match.outcome.winner] if match.outcome.winner else DRAWN_ACCENT


def private_board(
    match: Match, user: UserId, picture: Picture, link: str | None, note: str = ""
) -> View:
    """Lay out the board for one person alone, with what they can do and the way to the match.

    `note` is said above it.
    """
    view = board_view(match, picture, note, user)
    for row in [*private_rows(match, user, link), *offer_items(match, user)]:
        view.add_item(row)
    return view


def board_view(
    match: Match, picture: Picture, note: str = "", reader: UserId | None = None
) -> View:
    """Lay out the board without any button; `note` is said above it."""
    view = View(timeout=None)
    view.add_item(_bed_with_text(match, picture, note, reader))
    return view


def private_rows(match: Match, user: UserId, link: str | None) -> list[discord.ui.ActionRow[Any]]:
    """Return what one person can do about a match: their move, or a plan, and the ways on."""
    ways: list[discord.ui.Item[Any]] = []
    if link is not None:
        ways.append(discord.ui.Button(label=gettext("Go to the match"), url=link))
    is_own_turn = match.to_move == user
    if match.seat_of(user) is not None:
        if match.outcome is None and not is_own_turn:
            ways.append(plan_button(match))
        ways.append(next_button(match))
    rows = move_rows(match) if is_own_turn else []
    return [*rows, discord.ui.ActionRow(*ways)] if ways else rows


def gallery(picture: Picture) -> discord.ui.MediaGallery[Any]:
    """Return the picture its place among a message's components."""
    shown: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    shown.add_item(media=f"attachment://{picture.name}", description=picture.words)
    return shown


def heading_of(match: Match) -> str:
    """Say who plays, and the state of the match."""
    return "\n".join(filter(None, [_title(match), _state(match), _time_of(match)]))


def _title(match: Match) -> str:
    return f"### #{match.id} · {both_players(match)}"


def _state(match: Match, reader: UserId | None = None) -> str:
    if match.outcome is not None:
        return f"**{outcome_name(match, match.outcome)}**"
    seat = match.position.to_move
    player = f"{SEAT_MARKS[seat]} {player_name(match, seat)}"
    if match.bot is not None and bot_to_move(match):
        return thinking(player, match.bot.practice.pace)
    requested = _requested_of(match)
    if requested in (_PLACES, _RECALLS) and _waits(match, reader):
        requested = _WAITS
    return translate(requested, player=player)


def _time_of(match: Match) -> str:
    """Say until when the player to move has; nothing of a bot that thinks, or of the end."""
    if match.outcome is not None or bot_to_move(match):
        return ""
    return until_when(match)


def _requested_of(match: Match) -> Message:
    """Return what the player to move is asked for."""
    question = match.question
    match question:
        case AskRecall():
            return _RECALLS
        case AskPlacement() | None:
            return _PLACES
        case AskOption():
            return _CHOOSES
        case AskSeam():
            return _LAYS
        case _:
            assert_never(question)


def _status(match: Match) -> str:
    """Say what is in hand, what a draft would do or the last turn did, and what else holds."""
    question = match.question
    position, lines = match.position, []
    match question:
        case AskOption(landing):
            position = landing.position
            lines.append(_undecided(landing))
        case AskSeam(step, _):
            position = step.after
            lines.append(_undecided(step))
        case AskPlacement() | AskRecall() | None:
            lines += turn_lines(match)
        case _:
            assert_never(question)
    lines += also_of_time(match)
    if match.may_claim_draw:
        lines.append(translate(_CLAIMABLE[match.repetitions]))
    lines += _ruleset(match)
    return "\n".join([*(hand_of(position, seat) for seat in Seat), *lines])


EXPLAINED_PLIES: Final = 4
"""Turns after which a board only names the ruleset: by then both have read what it is."""


def _ruleset(match: Match) -> list[str]:
    ruleset = match.position.ruleset
    return ruleset_note(ruleset) if match.ply < EXPLAINED_PLIES else ruleset_named(ruleset)


def _undecided(so_far: Landing | Step) -> str:
    return gettext("Not decided yet: {turn}", turn=narrated(so_far.events))


def hand_of(position: Position, seat: Seat) -> str:
    """Say what a seat has in hand, and where its seam piece is."""
    pieces = pool_name(position.pool_of(seat))
    if position.ruleset.seams:
        seam = seam_name(position.seam_of(seat))
        said = translate(_IN_HAND_AND_SEAM[seat], pieces=pieces, seam=seam)
    else:
        said = translate(_IN_HAND[seat], pieces=pieces)
    return f"{SEAT_MARKS[seat]} {said}"
