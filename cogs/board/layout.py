"""The layout of a board: players, picture, pools, last turn and buttons."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, assert_never

import discord

from bot.app import BoopBot
from bot.features.matches.competitions import FirstOfTwo, PartOf, ScoreOfTwo
from bot.game import Landing, Position, Seat, Step, Win, Won, write_turn
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.terms import Stakes, ruleset_name
from bot.match.turn_builder import AskOption, AskPlacement, AskRecall, AskSeam
from bot.text import N_, NC_, Message, gettext, translate
from cogs.board.buttons import (
    board_buttons,
    departure_items,
    move_rows,
    next_button,
    offer_items,
    over_rows,
    plan_button,
    type_button,
)
from cogs.core.components import Row, View
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENTS
from cogs.wording.alt_text import alt_text
from cogs.wording.names import both_players
from cogs.wording.narration import narrated
from cogs.wording.phrases import (
    SEAT_MARKS,
    mention,
    outcome_name,
    player_name,
    pool_name,
    score_name,
    seam_name,
)
from cogs.wording.practice_text import bot_to_move, closing_line, thinking
from cogs.wording.quoting import escaped
from cogs.wording.rating_changes import RatingResult, rated_lines
from cogs.wording.rulesets import ruleset_named, ruleset_note
from cogs.wording.times import clock_lines, more_time_lines, until_when
from render.scene import Ending, Scene

HintsUsed = Mapping[UserId, int]
"""The number of hints of each player. A player without hints is not in it."""

NO_HINTS: Final[HintsUsed] = {}


def hints_line(match: Match, used: HintsUsed) -> list[str]:
    """Return a small line with the number of hints of each player; nothing without hints."""
    people = [seat for seat in Seat if match.bot is None or seat is not match.bot.seat]
    had = [f"{SEAT_MARKS[seat]} {used.get(match.seats.user_of(seat), 0)}" for seat in people]
    return [f"-# {gettext('💡 Hints: {players}', players=' · '.join(had))}"] if used else []


_SECOND_MATCH: Final = {
    FirstOfTwo.UNDER_WAY: N_(
        "The first of two matches: the second follows, with the seats swapped."
    ),
    FirstOfTwo.FOLLOWED: N_("The second match follows in a moment, with the seats swapped."),
    FirstOfTwo.NOT_PLAYED_OUT: N_(
        "The second match doesn't follow, as this one wasn't played to its end."
    ),
    FirstOfTwo.REFUSED: N_(
        "The second match can't begin: a player has left the server, was banned or has blocked the "
        "other."
    ),
}


def competition_line(competition: PartOf | None) -> str:
    """Return the line about the competition or the pair of a match; empty if it has none."""
    if competition is None:
        return ""
    if isinstance(competition, FirstOfTwo):
        return f"-# ⚖️ {translate(_SECOND_MATCH[competition])}"
    if isinstance(competition, ScoreOfTwo):
        score = " · ".join(
            f"{mention(user)} {score_name(points)}" for user, points in competition.points.items()
        )
        return f"-# ⚖️ {gettext('Both matches: {score}', score=score)}"
    if competition.ladder_of is not None:
        ladder = gettext("Ladder: {ruleset}", ruleset=ruleset_name(competition.ladder_of))
        return f"-# 🪜 {ladder}"
    name = escaped(competition.name)
    if competition.season is not None:
        name = gettext("{name} · season {number}", name=name, number=competition.season)
    return f"-# 🏆 {name}"


async def hints_of(bot: BoopBot, match: Match) -> HintsUsed:
    """Return the number of hints of each player if a match is over; until then, nothing."""
    if match.outcome is None or match.stakes is Stakes.RATED:
        return NO_HINTS
    return await bot.services.hints.used(match.id)


LONGEST: Final = 1800
"""Characters for all turns together. A message can have 4 000."""

Narrator = Callable[[Step], str]


def turn_lines(match: Match) -> list[str]:
    """Return a line for each of the last turns. Write older turns in notation if space is short.

    If the match is over, write all turns in notation.
    """
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

    if match.outcome is not None:
        return [line(number, step, _notation) for number, step in enumerate(match.recent)]
    return _lines_within(match.recent, line)


def _lines_within(steps: Sequence[Step], line: Callable[[int, Step, Narrator], str]) -> list[str]:
    """Describe the last turn in words, and as many before it as fit; the others in notation."""
    for shortened in range(max(len(steps), 1)):
        lines = [
            line(number, step, _notation if number < shortened else _describe_turn)
            for number, step in enumerate(steps)
        ]
        if sum(map(len, lines)) <= LONGEST:
            break
    return lines


def _describe_turn(step: Step) -> str:
    """Describe a turn without its win. Another line says how the match ended."""
    return narrated([event for event in step.events if not isinstance(event, Won)])


def _notation(step: Step) -> str:
    return f"`{write_turn(step.turn)}`"


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
_GETS_READY: Final = N_("Press **Ready**, both of you, and the clocks run")
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


def scene_of(match: Match) -> Scene:
    """Return the scene of a board: the chosen part of the draft, or the last turn."""
    question = match.question
    match question:
        case AskOption(landing):
            return Scene(landing.position, recent=landing, options=landing.options)
        case AskSeam(step, _):
            # A private panel asks where to lay the seam piece.
            position = replace(step.after, to_move=match.position.to_move)
            return Scene(position, recent=step)
        case AskPlacement() | AskRecall() | None:
            return Scene(
                match.position, recent=match.recent, win=_win(match), ending=ending_of(match)
            )
        case _:
            assert_never(question)


def _win(match: Match) -> Win | None:
    """Return the win on the bed that ended the match, if any."""
    return match.last.win if match.outcome and match.last else None


def ending_of(match: Match) -> Ending | None:
    """Return how a match ended, for the picture; None while it is live."""
    if match.outcome is None:
        return None
    winner = match.outcome.winner
    return Ending.won_by(winner) if winner else Ending.DRAWN


def picture_of(match: Match, scene: Scene, png: bytes) -> Picture:
    """Return a drawn scene of a match as a picture with its name and alt text."""
    return Picture(png, name_of_picture(match), alt_text(scene))


def name_of_picture(match: Match) -> str:
    """Return the name of the picture of a match as it is now."""
    return f"boop-{match.id}-{match.revision}.png"


def board_layout(
    match: Match,
    picture: Picture,
    rated: RatingResult | None = None,
    hints: HintsUsed = NO_HINTS,
    notification: str = "",
    reader: UserId | None = None,
    departed: Sequence[Seat] = (),
    competition: PartOf | None = None,
) -> View:
    """Lay out a board with all its buttons.

    `reader` is the only player who reads it, in direct messages. While the opponent is to move, the
    board asks the reader for nothing and offers a plan. `rated` says how a finished match changed
    ratings, and `hints` has the number of hints of each player. `notification` is the text that
    notifies players. It comes first, because a phone shows the beginning. The players of `departed`
    seats have left the server. The match is a part of the `competition`.

    The text is above the picture, so that the picture and the buttons are in view together. Only
    the line that says whose turn it is stands between them. Offers are below the columns. After the
    end of a match, only the result is above the picture; the last turn and the players are in small
    print below it. Return a new view at each call: discord.py must not get the same view twice.
    """
    view = View()
    if notification:
        view.add_item(discord.ui.TextDisplay(notification))
    if match.outcome is None:
        part_of = competition_line(competition)
        view.add_item(_bed_with_text(match, picture, reader=reader, part_of=part_of))
        plans = _waits(match, reader) and match.bot is None
        moves = [Row(plan_button(match))] if plans else _turn_rows(picture, match)
        below = [*departure_items(match, departed), *offer_items(match)]
        for row in [*moves, *below, Row(*board_buttons(match, match.revision))]:
            view.add_item(row)
    else:
        result, details = _result(match, rated), _details(match, hints, competition)
        view.add_item(_container(match, result, gallery(picture), details))
        for row in over_rows(match, match.revision):
            view.add_item(row)
    return view


def text_board(match: Match, written: Picture, departed: Sequence[Seat] = ()) -> View:
    """Lay out the public board in words that stands beside the board message.

    It has the same buttons.
    """
    view = board_view(match, written)
    below = [*departure_items(match, departed), *offer_items(match)]
    live = [*move_rows(match), *below, Row(*board_buttons(match))]
    for row in over_rows(match) if match.outcome is not None else live:
        view.add_item(row)
    return view


def _turn_rows(picture: Picture, match: Match) -> list[Row]:
    """Return the buttons of a turn. On a board in words, one of them opens a form to type it."""
    rows = move_rows(match)
    types = picture.written and rows and not match.clock.awaits_ready
    return [Row(type_button(match)), *rows] if types else rows


def _waits(match: Match, reader: UserId | None) -> bool:
    """Return whether a board has one reader only, who waits for the opponent."""
    return reader is not None and reader != match.to_move and not match.clock.awaits_ready


def _bed_with_text(
    match: Match,
    picture: Picture,
    note: str = "",
    reader: UserId | None = None,
    part_of: str = "",
) -> discord.ui.Container[Any]:
    """Lay out the bed with the players, the state and the question. `note` is above them."""
    if picture.written:
        lines = [note, _title(match), part_of, _state(match, reader), _time_of(match)]
        facts = "\n".join(_facts(match))
        return _container(match, "\n".join(filter(None, lines)), gallery(picture), facts)
    heading = "\n".join(filter(None, [note, _title(match), part_of, _time_of(match)]))
    return _container(match, heading, _status(match), gallery(picture), _state(match, reader))


def _container(match: Match, *parts: str | discord.ui.Item[Any]) -> discord.ui.Container[Any]:
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=_accent(match))
    for part in parts:
        if part != "":
            container.add_item(discord.ui.TextDisplay(part) if isinstance(part, str) else part)
    return container


def _result(match: Match, rated: RatingResult | None) -> str:
    """Return a heading that says how the match ended, and how the match changed ratings."""
    heading = "" if match.outcome is None else f"## {outcome_name(match, match.outcome)}"
    return "\n".join([heading, *map(_small, rated_lines(match, rated))])


def _details(match: Match, hints: HintsUsed, competition: PartOf | None) -> str:
    """Return the details of a finished match in small print.

    The last turn comes last, in notation only: the picture shows its effects, and the pools.
    """
    parting = closing_line(match)
    lines = [
        *([parting] if parting else []),
        *_ruleset(match),
        *hints_line(match, hints),
        *filter(None, [competition_line(competition)]),
        " · ".join([f"#{match.id}", both_players(match), *turn_lines(match)]),
    ]
    return "\n".join(map(_small, lines))


def _small(line: str) -> str:
    return line if line.startswith("-# ") else f"-# {line}"


def _accent(match: Match) -> int:
    """Return the colour of the player to move or the winner, or the colour of a draw."""
    if match.outcome is None:
        return ACCENTS[match.position.to_move]
    return ACCENTS[match.outcome.winner] if match.outcome.winner else DRAWN_ACCENT


def private_board(
    match: Match,
    user: UserId,
    picture: Picture,
    link: str | None,
    note: str = "",
    departed: Sequence[Seat] = (),
    competition: PartOf | None = None,
) -> View:
    """Lay out the board for one user, with the buttons that they can use and a link to the match.

    `note` is above the board. The players of `departed` seats have left the server. The match is a
    part of the `competition`.
    """
    view = View()
    part_of = competition_line(competition)
    view.add_item(_bed_with_text(match, picture, note, user, part_of))
    below = [*departure_items(match, departed, user), *offer_items(match, user)]
    for row in [*_private_rows(match, user, picture, link), *below]:
        view.add_item(row)
    return view


def board_view(match: Match, picture: Picture) -> View:
    """Lay out the board without buttons."""
    view = View()
    view.add_item(_bed_with_text(match, picture))
    return view


def _private_rows(match: Match, user: UserId, picture: Picture, link: str | None) -> list[Row]:
    """Return the buttons of a user in a match: for their turn or a plan, and links.

    A board in words keeps its typing button while the opponent is to move.
    """
    links_and_buttons: list[discord.ui.Item[Any]] = []
    if link is not None:
        links_and_buttons.append(discord.ui.Button(label=gettext("Go to the match"), url=link))
    awaits = match.outcome is None and match.clock.awaits_ready
    is_own_turn = match.to_move == user or (awaits and match.seat_of(user) is not None)
    if match.seat_of(user) is not None:
        if match.outcome is None and not is_own_turn:
            links_and_buttons.append(plan_button(match))
        links_and_buttons.append(next_button(match))
    rows = move_rows(match) if is_own_turn else []
    types = picture.written and match.outcome is None and not awaits
    if types and match.seat_of(user) is not None:
        rows.insert(0, Row(type_button(match)))
    return [*rows, Row(*links_and_buttons)] if links_and_buttons else rows


def _title(match: Match) -> str:
    return f"### #{match.id} · {both_players(match)}"


def _state(match: Match, reader: UserId | None = None) -> str:
    if match.outcome is not None:
        return f"**{outcome_name(match, match.outcome)}**"
    seat = match.position.to_move
    player = f"{SEAT_MARKS[seat]} {player_name(match, seat)}"
    if match.bot is not None and bot_to_move(match):
        return thinking(player, match.bot.practice.pace)
    requested = _instruction(match)
    if requested in (_PLACES, _RECALLS) and _waits(match, reader):
        requested = _WAITS
    return "\n".join([translate(requested, player=player), *clock_lines(match)])


def _time_of(match: Match) -> str:
    """Return the deadline of the player to move; empty for the bot, or if the match is over."""
    if match.outcome is not None or bot_to_move(match):
        return ""
    return until_when(match)


def _instruction(match: Match) -> Message:
    """Return the sentence that asks the player to move, or both players, for something."""
    if match.clock.awaits_ready:
        return _GETS_READY
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
    """Return the pieces in hand, the effects of the draft or of the last turn, and other facts."""
    question = match.question
    position, lines = match.position, []
    match question:
        case AskOption(landing):
            position = landing.position
            lines.append(_undecided_line(landing))
        case AskSeam(step, _):
            position = step.after
            lines.append(_undecided_line(step))
        case AskPlacement() | AskRecall() | None:
            lines += turn_lines(match)
        case _:
            assert_never(question)
    return "\n".join([*(hand_of(position, seat) for seat in Seat), *lines, *_facts(match)])


def _facts(match: Match) -> list[str]:
    """Return the facts that no picture shows: time, a draw to claim, the ruleset."""
    lines = more_time_lines(match)
    if match.may_claim_draw:
        lines.append(translate(_CLAIMABLE[match.repetitions]))
    return [*lines, *_ruleset(match)]


EXPLAINED_PLIES: Final = 4
"""Turns after which a board only names the ruleset, because both players know it by then."""


def _ruleset(match: Match) -> list[str]:
    ruleset = match.position.ruleset
    return ruleset_note(ruleset) if match.ply < EXPLAINED_PLIES else ruleset_named(ruleset)


def _undecided_line(so_far: Landing | Step) -> str:
    return gettext("Not decided yet: {turn}", turn=narrated(so_far.events))


def hand_of(position: Position, seat: Seat) -> str:
    """Return the pieces that a seat has in hand, and the place of its seam piece."""
    pieces = pool_name(position.pool_of(seat))
    if position.ruleset.seams:
        seam = seam_name(position.seam_of(seat))
        text = translate(_IN_HAND_AND_SEAM[seat], pieces=pieces, seam=seam)
    else:
        text = translate(_IN_HAND[seat], pieces=pieces)
    return f"{SEAT_MARKS[seat]} {text}"
