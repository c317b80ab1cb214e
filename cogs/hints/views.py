"""A hint as it is shown: the turn on a picture, in words, and why."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from bot.engine.reasons import ForcesWin, Reason, Wins
from bot.features.hints.hinting import MOST_HINTS, is_measured
from bot.features.hints.service import Given
from bot.game import Position, Turn, play, write_turn
from bot.match.identity import UserId
from bot.match.match import Match
from bot.match.terms import Stakes
from bot.text import N_, gettext, ngettext
from cogs.core.alt_text import alt_text
from cogs.core.board import Picture, gallery
from cogs.core.items import ActionButton, button
from cogs.core.panels import View, asking
from cogs.core.reasons import because
from cogs.core.words import capital, turn_words
from render.scene import Scene, Status

ACCENT: Final = 0xFFC83D
THINKING: Final = N_("💡 Thinking of a hint")
FAILED: Final = N_("The hint couldn't be shown. Try again; this one wasn't counted.")


def hint_buttons(match: Match, user: UserId) -> list[ActionButton]:
    """Return the button that asks for a hint, where one may be had now."""
    if match.to_move != user or match.stakes is Stakes.RATED:
        return []
    return [button(gettext("Hint"), discord.ButtonStyle.secondary, "hint", match=match.id)]


def measured_panel(match: Match) -> View:
    """Ask whether a match against the bot may stop counting for the practice rating."""
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
        button(
            gettext("Show me the hint"), discord.ButtonStyle.primary, "hint-anyway", match=match.id
        ),
        button(
            gettext("Keep playing"), discord.ButtonStyle.secondary, "keep-playing", match=match.id
        ),
    )
    return asking(
        gettext(
            "**#{match}** counts for your practice rating. With a hint, it's just for fun.",
            match=match.id,
        ),
        row,
    )


def hint_scene(match: Match, turn: Turn) -> Scene:
    """Return what the picture of a hint shows: how the bed would be, and whose turn it still is."""
    step = play(match.position, turn)
    standing = replace(step.after, to_move=match.position.to_move)
    return Scene(standing, recent=step, win=step.win, status=Status.HINTED)


def hint_picture(match: Match, scene: Scene, png: bytes) -> Picture:
    """Return the picture of a hint with its name and its words."""
    return Picture(png, f"hint-{match.id}-{match.ply}.png", alt_text(scene))


def hint_panel(given: Given, reasons: Sequence[Reason], picture: Picture) -> View:
    """Lay out a hint for the one who has asked, with the way to play it."""
    match, hint = given.match, given.hint
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=ACCENT)
    title = gettext("💡 A hint in #{match}", match=match.id)
    container.add_item(discord.ui.TextDisplay(f"### {title}"))
    container.add_item(gallery(picture))
    lines = [
        f"**{_recommended(match.position, hint.turn)}** (`{write_turn(hint.turn)}`).",
        gettext("It {reasons}.", reasons=because(reasons)),
        *_foreseen(hint.wins_in, reasons),
        *_small_print(given),
    ]
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    view = View(timeout=None)
    view.add_item(container)
    play_it = button(
        gettext("Play it"),
        discord.ButtonStyle.primary,
        "play",
        match=match.id,
        revision=match.revision,
        turn=hint.turn,
    )
    view.add_item(discord.ui.ActionRow(play_it))
    return view


def _recommended(position: Position, turn: Turn) -> str:
    words = turn_words(replace(turn, wins=False))
    may_lay = position.ruleset.seams and position.seam_of(position.to_move) is None
    if may_lay and not turn.wins and not turn.seam:
        words = gettext("{turn}, and keep the seam piece", turn=words)
    return capital(words)


def _foreseen(wins_in: int | None, reasons: Sequence[Reason]) -> list[str]:
    """Return that the match is won from here, where the reasons do not say so already."""
    is_said = any(isinstance(reason, Wins | ForcesWin) for reason in reasons)
    if wins_in is None or is_said:
        return []
    return [
        ngettext(
            "With good play, it wins in {count} turn of yours, whatever they reply.",
            "With good play, it wins in {count} turns of yours, whatever they reply.",
            wins_in,
        )
    ]


def _small_print(given: Given) -> list[str]:
    lines = []
    if given.match.draft is not None:
        lines.append(f"-# {gettext('It replaces the turn that you have begun.')}")
    if is_measured(given.match):
        lines.append(f"-# {gettext('This match is just for fun now.')}")
    if given.left:
        left = ngettext(
            "{left} of {count} hint left in this match.",
            "{left} of {count} hints left in this match.",
            MOST_HINTS,
            left=given.left,
        )
    else:
        left = gettext("That was your last hint in this match.")
    return [*lines, f"-# {left}"]
