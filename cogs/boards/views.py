"""The bed in letters and words: `/board text:true`."""

from enum import Enum
from typing import Final

import discord

from bot.app import BoopBot
from bot.game import Kind, Piece, Position, Seat, Square
from bot.game.squares import COLUMNS, ROWS, SIZE
from bot.match.identity import UserId
from bot.match.match import Match
from bot.text import gettext
from cogs.core.alt_text import in_words
from cogs.core.answering import lives_here
from cogs.core.board import heading_of, private_rows, scene_of
from cogs.core.board_buttons import move_rows
from cogs.core.themes import for_one
from cogs.core.times import also_of_time
from cogs.core.venues import link_to
from cogs.core.words import piece_name
from render.scene import Scene


class BoardManner(Enum):
    """How a board is shown. The values are written into custom ids."""

    PICTURE = "picture"
    TEXT = "text"


LONGEST: Final = 2500
"""Characters of words below the letters; a message takes 4 000."""

EMPTY: Final = "·"
_SEATS: Final = {Seat.ORANGE: "o", Seat.GRAY: "g"}

Interaction = discord.Interaction[BoopBot]
View = discord.ui.LayoutView


def letters_of(position: Position) -> str:
    """Draw the bed, a line for each row between lines that name the columns.

    A piece is two letters: its seat's, which a screen reader tells apart as it does not tell
    capital letters, and its kind's.
    """
    columns = "  " + "".join(f"  {name}" for name in COLUMNS)
    lines = [columns]
    for row, name in enumerate(ROWS):
        squares = (Square(row * SIZE + column) for column in range(SIZE))
        cells = "".join(_cell(position.bed.piece_at(square)) for square in squares)
        lines.append(f"{name} {cells} {name}")
    return "\n".join([*lines, columns])


def legend_of(position: Position) -> str:
    """Return what the letters mean that this match may have."""
    kinds = tuple(Kind) if position.ruleset.has_cats else (Kind.KITTEN,)
    pieces = [Piece(seat, kind) for seat in Seat for kind in kinds]
    named = ", ".join(f"`{_letters(piece)}` {piece_name(piece)}" for piece in pieces)
    legend = gettext("{pieces}, `{sign}` empty", pieces=named, sign=EMPTY)
    return f"-# {legend}"


def board_text(match: Match, scene: Scene) -> str:
    """Write the whole board message: who plays, the bed in letters, what is where in words."""
    drawn = f"```\n{letters_of(scene.position)}\n```"
    words = in_words(scene, LONGEST)
    lines = [heading_of(match), *also_of_time(match), drawn, legend_of(scene.position), *words]
    return "\n".join(lines)


def text_board(match: Match, scene: Scene) -> View:
    """Lay the bed out in letters, for all to read, with the buttons of a turn."""
    view = _letters_view(match, scene)
    for row in move_rows(match):
        view.add_item(row)
    return view


def own_text_board(match: Match, scene: Scene, user: UserId, link: str) -> View:
    """Lay the bed out in letters for one person, with what they can do."""
    view = _letters_view(match, scene)
    for row in private_rows(match, user, link):
        view.add_item(row)
    return view


def _letters_view(match: Match, scene: Scene) -> View:
    view = View(timeout=None)
    view.add_item(discord.ui.TextDisplay(board_text(match, scene)))
    return view


async def answer_with_text(interaction: Interaction, match: Match) -> None:
    """Show the bed in letters: to all if a player asks in the match's venue, else to who asks."""
    user = UserId(interaction.user.id)
    is_command = interaction.type is discord.InteractionType.application_command
    to_all = is_command and match.seat_of(user) is not None and lives_here(interaction, match)
    if to_all:
        view = text_board(match, scene_of(match))
    else:
        scene = await for_one(interaction, scene_of(match))
        view = own_text_board(match, scene, user, await link_to(interaction.client, match, user))
    await interaction.response.send_message(
        view=view, ephemeral=not to_all, allowed_mentions=discord.AllowedMentions.none()
    )


def _cell(piece: Piece | None) -> str:
    return f" {_letters(piece)}" if piece else f"  {EMPTY}"


def _letters(piece: Piece) -> str:
    return _SEATS[piece.seat] + piece.kind.value
