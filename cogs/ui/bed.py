"""The bed message: who plays, the picture, the pools, the last turn, and what can be pressed."""

import io
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.game import Seat, Step, name_of
from bot.match.match import Match
from bot.match.outcome import Why
from cogs.ui.alt_text import alt_text
from cogs.ui.presses import Deed, PressButton, button
from cogs.ui.words import (
    SEAT_MARKS,
    mention,
    narrated,
    outcome_name,
    pool_name,
    seat_name,
    squares_name,
)
from render.scene import Scene, letter_of

View = discord.ui.LayoutView

ACCENTS: Final = {Seat.ORANGE: 0xF0913A, Seat.GRAY: 0x8A93A0}
DRAWN_ACCENT: Final = 0x7D6BA8
OPTIONS_IN_ROW: Final = 5


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn scene, ready to be attached as often as it takes."""

    png: bytes
    name: str
    words: str

    def file(self) -> discord.File:
        """Give the picture as an attachment, a new one each time: sending uses it up."""
        return discord.File(io.BytesIO(self.png), self.name, description=self.words)


def scene_of(match: Match) -> Scene:
    """Give what a bed of the match shows: a draft as it would be, else the last turn."""
    landing = match.landing
    if landing is not None:
        return Scene(landing.position, told=landing, options=landing.options)
    won = match.outcome is not None and match.outcome.why is not Why.RESIGNATION
    win = match.last.win if match.last and won else None
    return Scene(match.position, told=match.last, win=win)


def picture_of(match: Match, scene: Scene, png: bytes) -> Picture:
    """Name a drawn scene of a match and say it in words."""
    return Picture(png, f"boop-{match.id}-{match.revision}.png", alt_text(scene))


def live_bed(match: Match, picture: Picture) -> View:
    """Lay out the bed as it stands, with everything that can be pressed.

    A new view each time: discord.py must not be given the same one twice.
    """
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=_accent(match))
    container.add_item(discord.ui.TextDisplay(_heading(match)))
    container.add_item(gallery(picture))
    container.add_item(discord.ui.TextDisplay(_standing(match)))
    for row in choice_rows(match):
        container.add_item(row)
    view = View(timeout=None)
    view.add_item(container)
    if match.outcome is None:
        resign = button("Resign", discord.ButtonStyle.secondary, Deed.RESIGN, match.id)
        explain = button("How to play", discord.ButtonStyle.secondary, Deed.EXPLAIN)
        view.add_item(discord.ui.ActionRow(place_button(match), resign, explain))
    else:
        rematch = button("Rematch", discord.ButtonStyle.primary, Deed.REMATCH, match.id)
        view.add_item(discord.ui.ActionRow(rematch))
    return view


def _accent(match: Match) -> int:
    """Give the colour of whose turn it is or of who has won; nobody's when it was drawn."""
    if match.outcome is None:
        return ACCENTS[match.position.to_move]
    return ACCENTS[match.outcome.winner] if match.outcome.winner else DRAWN_ACCENT


def place_button(match: Match) -> PressButton:
    """Give the button that opens the picker of squares for the bed as it stands."""
    return button("Place", discord.ButtonStyle.primary, Deed.PICK, match.id, match.revision)


def past_bed(match: Match, step: Step | None, picture: Picture, link: str) -> View:
    """Lay out a bed that was replaced: what it showed, no button but the way to the live one."""
    told = narrated(step.events) if step else "the match begins"
    container: discord.ui.Container[Any] = discord.ui.Container()
    container.add_item(discord.ui.TextDisplay(f"**#{match.id}** · {told}"))
    container.add_item(gallery(picture))
    container.add_item(discord.ui.TextDisplay(f"-# Past. [The match goes on here]({link})."))
    view = View(timeout=None)
    view.add_item(container)
    return view


def looked_at_bed(match: Match, picture: Picture, link: str | None) -> View:
    """Lay out the bed for one person to look at, elsewhere than where the match lives."""
    container: discord.ui.Container[Any] = discord.ui.Container()
    container.add_item(discord.ui.TextDisplay(_heading(match)))
    container.add_item(gallery(picture))
    container.add_item(discord.ui.TextDisplay(_standing(match)))
    view = View(timeout=None)
    view.add_item(container)
    if link is not None:
        view.add_item(discord.ui.ActionRow(discord.ui.Button(label="Go to the match", url=link)))
    return view


def choice_rows(match: Match) -> list[discord.ui.ActionRow[Any]]:
    """Give a button for each option of the draft, lettered as in the picture, named by squares."""
    landing = match.landing
    if landing is None:
        return []
    choices = [
        button(
            f"{letter_of(index)} · {squares_name(squares)}",
            discord.ButtonStyle.primary,
            Deed.CHOOSE,
            match.id,
            match.revision,
            "".join(map(name_of, squares)),
        )
        for index, squares in enumerate(landing.options)
    ]
    return [
        discord.ui.ActionRow(*choices[start : start + OPTIONS_IN_ROW])
        for start in range(0, len(choices), OPTIONS_IN_ROW)
    ]


def gallery(picture: Picture) -> discord.ui.MediaGallery[Any]:
    """Give the picture its place among a message's components."""
    shown: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    shown.add_item(media=f"attachment://{picture.name}", description=picture.words)
    return shown


def _heading(match: Match) -> str:
    orange, gray = match.seats
    title = (
        f"### #{match.id} · {SEAT_MARKS[Seat.ORANGE]} {mention(orange)} "
        f"against {SEAT_MARKS[Seat.GRAY]} {mention(gray)}"
    )
    return f"{title}\n{_state(match)}"


def _state(match: Match) -> str:
    if match.outcome is not None:
        return f"**{outcome_name(match, match.outcome)}**"
    seat = match.position.to_move
    player = f"{SEAT_MARKS[seat]} {mention(match.seats.user_of(seat))}"
    if match.draft is not None:
        return f"{player} chooses what leaves the bed, or places elsewhere"
    return f"{player} is to move: press **Place**, or use `/place`"


def _standing(match: Match) -> str:
    landing = match.landing
    position = landing.position if landing else match.position
    pools = [
        f"{SEAT_MARKS[seat]} {seat_name(seat)} has {pool_name(position.pool_of(seat))} in hand"
        for seat in Seat
    ]
    lines = list(pools)
    if landing is not None:
        lines.append(f"Not decided yet: {narrated(landing.events)}")
    elif match.last is not None:
        lines.append(f"Turn {match.ply}: {narrated(match.last.events)}")
    return "\n".join(lines)
