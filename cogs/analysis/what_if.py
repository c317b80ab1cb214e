"""The private panel of What if: the user plays on from any position of a finished match.

The custom ids hold all turns that were tried: nothing is stored, and a panel outlives a restart.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, Final, Self

import discord

from bot.engine.analysis import Look
from bot.engine.tree import WIN
from bot.errors import Refusal
from bot.features.analysis.what_if import LONGEST_LINE, WhatIf, WrittenLine
from bot.features.matches.fair_play import LikeLiveMatch
from bot.game import Seat, Step, Turn
from bot.match.identity import MatchId, Ply
from bot.match.turn_builder import NOTHING_CHOSEN, TurnBuilder, TurnChoices, leaves_kind_open
from bot.text import N_, gettext, ngettext, translate
from cogs.analysis.phrases import chances_line
from cogs.board.turn_controls import BelowSquares, Style, TurnControls, rows_of
from cogs.board.turn_panels import has_no_room_for_text, scene_of_turn, turn_rows
from cogs.board.turn_questions import question_text
from cogs.core.codecs import register
from cogs.core.components import ActionButton, Row, View, button
from cogs.core.outgoing import Picture, gallery
from cogs.core.panels import ACCENTS
from cogs.wording.narration import narrated
from cogs.wording.phrases import SEAT_MARKS
from cogs.wording.refusals import sentence
from render.scene import Scene, Status

_LINE: Final = re.compile(r"\+[A-Za-z0-9._]+", re.ASCII)


def _line(text: str) -> str:
    if len(text) > LONGEST_LINE or _LINE.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not a line of turns")
    return text


register(WrittenLine, _line, _line, example="+B")


@dataclass(frozen=True, slots=True)
class WhatIfPlace:
    """A position of a match, the turns tried from it and the current choices, as in custom ids."""

    match: MatchId
    ply: Ply
    line: WrittenLine
    choices: TurnChoices = NOTHING_CHOSEN


@dataclass(frozen=True, slots=True)
class WhatIfPosition:
    """A position in which a user tries turns, and the choices for the next turn."""

    what_if: WhatIf
    choices: TurnChoices = NOTHING_CHOSEN

    @property
    def builder(self) -> TurnBuilder:
        """The turn that is being chosen; it begins with the kind that was placed last."""
        position, choices, played = self.what_if.position, self.choices, self.what_if.played
        if len(played) > 1 and leaves_kind_open(position, choices):
            choices = choices.with_kind(played[-2].turn.placement.kind)
        return TurnBuilder(position, choices)

    @property
    def place(self) -> WhatIfPlace:
        """The position and the choices, as a custom id holds them."""
        what_if = self.what_if
        return WhatIfPlace(what_if.record.match.id, what_if.ply, what_if.line, self.choices)

    @property
    def controls(self) -> TurnControls:
        """The actions of the buttons of a turn."""

        def choose(label: str, style: Style, choices: TurnChoices) -> ActionButton:
            return button(label, style, "try", place=replace(self, choices=choices).place)

        def complete(label: str, style: Style, turn: Turn) -> ActionButton:
            return button(label, style, "try", place=self.playing(turn).place)

        return TurnControls(choose, complete, gettext("Confirm"), BelowSquares.NOTHING)

    def playing(self, turn: Turn) -> Self:
        """Return the position with one more turn tried, and nothing chosen."""
        return replace(self, what_if=self.what_if.playing(turn), choices=NOTHING_CHOSEN)

    @property
    def scene(self) -> Scene:
        """The picture's scene: the bed, with the choices of the current turn."""
        last = self.what_if.last
        win = None if last is None else last.win
        scene = Scene(self.what_if.position, recent=last, win=win)
        if self.what_if.tried:
            scene = scene.with_status(Status.TRIED)
        return scene if win is not None else scene_of_turn(self.builder, scene)


def picture_name(trying: WhatIfPosition) -> str:
    """Return the name of the picture of the bed."""
    what_if = trying.what_if
    return f"what-if-{what_if.record.match.id}-{what_if.ply}-{len(what_if.tried)}.png"


def trying_panel(trying: WhatIfPosition, look: Look | Refusal | None, picture: Picture) -> View:
    """Lay out the bed, its score or why it has none, and buttons to play and to go back."""
    what_if = trying.what_if
    to_move = what_if.position.to_move
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENTS[to_move])
    number = what_if.record.match.id
    title = gettext("What if · #{match}", match=number)
    above = [f"### {title}", f"-# {_where(what_if)}", *_last(what_if), *_score(what_if, look)]
    below = _question(trying)
    if not what_if.is_won and has_no_room_for_text(trying.builder):
        above, below = [*above, below], ""
    container.add_item(discord.ui.TextDisplay("\n".join(above)))
    container.add_item(gallery(picture))
    if below:
        container.add_item(discord.ui.TextDisplay(below))
    view = View()
    view.add_item(container)
    for row in _rows(trying, look):
        view.add_item(row)
    return view


def _where(what_if: WhatIf) -> str:
    """Say which position of the match it is, and how many turns were tried there."""
    where = gettext("From turn {ply} of the match", ply=what_if.ply)
    if not what_if.ply:
        where = gettext("From the start of the match")
    if not what_if.tried:
        return f"{where} · {translate(_FOR_BOTH)}"
    tried = ngettext("{count} turn tried", "{count} turns tried", len(what_if.tried))
    return f"{where} · {tried}"


_FOR_BOTH: Final = N_("play for both sides; nothing is kept")


def _last(what_if: WhatIf) -> list[str]:
    last = what_if.last
    if last is None:
        return []
    return [f"{SEAT_MARKS[last.before.to_move]} {narrated(last.events)}"]


def _score(what_if: WhatIf, look: Look | Refusal | None) -> list[str]:
    """Return who won, the engine's evaluation, or why there is none; empty if not known yet."""
    if isinstance(look, Refusal):
        return [f"-# {sentence(look)}"]
    seat = what_if.position.to_move
    score = -WIN if what_if.is_won else None if look is None else look.score
    if score is None:
        return []
    return [chances_line(score if seat is Seat.ORANGE else -score)]


def _question(trying: WhatIfPosition) -> str:
    what_if = trying.what_if
    if what_if.is_won:
        return ""
    if not what_if.has_room:
        return translate(_FULL)
    return f"{SEAT_MARKS[what_if.position.to_move]} {question_text(trying.builder)}"


_FULL: Final = N_("That's as many turns as I can keep here. Undo some, or go back to the replay.")


def _rows(trying: WhatIfPosition, look: Look | Refusal | None) -> list[Row]:
    what_if = trying.what_if
    ways = _navigation_buttons(what_if, look)
    if what_if.is_won or not what_if.has_room:
        return rows_of(ways)
    beside = ways if trying.choices == NOTHING_CHOSEN else []
    return turn_rows(trying.builder, trying.controls, beside)


def _navigation_buttons(what_if: WhatIf, look: Look | Refusal | None) -> list[ActionButton]:
    """Return the buttons that undo, let the bot reply, and lead to the replay."""
    secondary = discord.ButtonStyle.secondary
    undo = button(
        gettext("Undo"),
        secondary,
        "try",
        key="undo",
        place=WhatIfPosition(what_if.undone or what_if).place,
    )
    undo.item.disabled = what_if.undone is None
    reply = button(
        # Translators: On a button: the bot, which is a cat, plays the next turn.
        gettext("Let the cat reply"),
        discord.ButtonStyle.success,
        "try-reply",
        place=WhatIfPosition(what_if).place,
    )
    reply.item.disabled = isinstance(look, LikeLiveMatch)
    replay = button(
        gettext("Replay"),
        secondary,
        "replay-turn",
        key="tried",
        match=what_if.record.match.id,
        ply=what_if.ply,
    )
    replies = [] if what_if.is_won or not what_if.has_room else [reply]
    return [undo, *replies, replay]


def whole_turn(trying: WhatIfPosition) -> Step | None:
    """Return the turn that is chosen, if nothing is left to choose and it can be played."""
    if trying.what_if.is_won or not trying.what_if.has_room:
        return None
    chosen = trying.builder.question
    return chosen if isinstance(chosen, Step) else None
