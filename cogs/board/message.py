"""The board message: makes the message to post from a match and a reader."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import assert_never

import discord

from bot.app import BoopBot, Interaction
from bot.features.notifications.service import ClaimedNotification
from bot.features.settings.preferences import BoardFormat, Preferences, Threats
from bot.game import Seat
from bot.match.identity import GuildId, InServer, MatchId, Place, Revision, UserId
from bot.match.match import Match
from bot.text import Language, Languages, speaking
from cogs.board.layout import (
    board_layout,
    hints_of,
    name_of_picture,
    picture_of,
    scene_of,
    text_board,
)
from cogs.core.access import place_of
from cogs.core.actions import ActionRequest, Control, read_call
from cogs.core.codecs import DecodeError
from cogs.core.components import View
from cogs.core.outgoing import Outgoing, Picture, custom_ids_of, texts_of
from cogs.wording.alt_text import alt_text
from cogs.wording.notification_text import mentions_of, text_on_board
from cogs.wording.rating_changes import rated_of
from cogs.wording.translating import personal_languages, public_language
from cogs.wording.written_board import shows_letters, written_board
from render.outlines import threats_of
from render.scene import Scene
from render.theme import DAY_QUILT, THEMES, Theme


async def public_theme(bot: BoopBot, guild: GuildId) -> Theme:
    """Return the theme of public boards in a server."""
    return _find_theme((await bot.services.settings.of(guild)).theme) or DAY_QUILT


async def private_theme(interaction: Interaction) -> Theme:
    """Return the theme of private boards: the user's own, or else the server's."""
    user = UserId(interaction.user.id)
    return await theme_for(interaction.client, user, place_of(interaction))


async def theme_for(bot: BoopBot, user: UserId, place: Place) -> Theme:
    """Return the theme for a user at a place: the user's own, or else the server's."""
    return await _theme_of(bot, await bot.services.preferences.of(user), place)


async def draw_for_one(interaction: Interaction, scene: Scene, name: str) -> Picture:
    """Return a scene as the user of an interaction prefers it: drawn, or written in words."""
    bot, user = interaction.client, UserId(interaction.user.id)
    preferred = await bot.services.preferences.of(user)
    seen = await _seen_by(bot, preferred, place_of(interaction), scene)
    return await _draw(bot, seen, name, _format_for(interaction, preferred))


async def draw_exercise(interaction: Interaction, scene: Scene, name: str) -> Picture:
    """Return a scene like `draw_for_one`, but without threats: they would reveal the solution."""
    bot, user = interaction.client, UserId(interaction.user.id)
    preferred = await bot.services.preferences.of(user)
    seen = replace(scene, theme=await _theme_of(bot, preferred, place_of(interaction)))
    return await _draw(bot, seen, name, _format_for(interaction, preferred))


def _format_for(interaction: Interaction, preferred: Preferences) -> BoardFormat:
    """Return the format of boards for a user. A private board in words stays in words."""
    clicked = interaction.message
    is_own = clicked is not None and clicked.flags.ephemeral
    return BoardFormat.WORDS if is_own and is_written(clicked) else preferred.boards


async def reads_words(interaction: Interaction) -> bool:
    """Return whether the user of an interaction prefers boards in words."""
    preferred = await interaction.client.services.preferences.of(UserId(interaction.user.id))
    return preferred.boards is BoardFormat.WORDS


def is_written(message: discord.Message | None) -> bool:
    """Return whether a message has a board in words."""
    return message is not None and any(map(shows_letters, texts_of(message)))


async def _draw(bot: BoopBot, seen: Scene, name: str, board_format: BoardFormat) -> Picture:
    words = alt_text(seen)
    match board_format:
        case BoardFormat.PICTURE:
            return Picture(await bot.studio.picture(seen), name, words)
        case BoardFormat.WORDS:
            return Picture(b"", name, words, written_board(seen))
        case _:
            assert_never(board_format)


async def _seen_by(bot: BoopBot, preferred: Preferences, place: Place, scene: Scene) -> Scene:
    """Return a scene in the preferred theme, with threats if they are preferred."""
    seen = replace(scene, theme=await _theme_of(bot, preferred, place))
    # The scene still shows the pieces that an option would remove, so its threats would be wrong.
    if preferred.threats is Threats.HIDDEN or scene.ending is not None or scene.options:
        return seen
    return replace(seen, threats=tuple(chain(*(threats_of(scene.position, seat) for seat in Seat))))


async def _theme_of(bot: BoopBot, preferred: Preferences, place: Place) -> Theme:
    """Return the user's preferred theme, or else the server's."""
    theme = _find_theme(preferred.theme)
    if theme is None and isinstance(place, InServer):
        return await public_theme(bot, place.guild)
    return theme or DAY_QUILT


def _find_theme(name: str | None) -> Theme | None:
    """Return the theme with a stored name; None if this version does not have it."""
    return None if name is None else THEMES.get(name)


async def board_message(
    bot: BoopBot,
    match: Match,
    owner: UserId | None = None,
    notifications: Sequence[ClaimedNotification] = (),
) -> Outgoing:
    """Return the current board message of a match.

    `owner` is the player who gets the board in direct messages, or None for a public board. The
    text that notifies players comes first, because a phone shows the beginning. A board in direct
    messages is silent unless it notifies its owner.
    """
    language = await _language_for(bot, match, owner)
    with speaking(language):
        scene, board_format = await _scene_for(bot, match, owner)
        rated, hints = await rated_of(bot, match), await hints_of(bot, match)
        departed = await bot.services.departures.departed_seats(match)
        competition = await bot.services.competitions.of(match)
        written = written_board(scene) if board_format is BoardFormat.WORDS else ""
        undrawn = replace(picture_of(match, scene, b""), written=written)
    mentions, is_ringing = mentions_of(notifications)

    def lay_out() -> View:
        with speaking(language):
            notification = text_on_board(notifications, owner)
            return board_layout(
                match, undrawn, rated, hints, notification, owner, departed, competition
            )

    # Lay out the first view while the picture is being drawn.
    ready = [lay_out()]
    picture = undrawn
    if not undrawn.written:
        picture = replace(undrawn, image=await bot.studio.picture(scene))

    def view() -> View:
        return ready.pop() if ready else lay_out()

    is_quiet = bool(notifications) or owner is not None
    silent = is_quiet and not is_ringing
    return Outgoing(view=view, picture=picture, silent=silent, mentions=mentions)


async def _language_for(bot: BoopBot, match: Match, owner: UserId | None) -> Language | Languages:
    """Return the languages of `owner`, or the public language of a match's server."""
    if owner is None:
        return await public_language(bot, match.venue.guild)
    return await personal_languages(bot, owner)


async def draw(bot: BoopBot, match: Match) -> Picture:
    """Draw the current board of a match for the public."""
    scene, board_format = await _scene_for(bot, match, None)
    return await _draw(bot, scene, name_of_picture(match), board_format)


async def draw_board(
    interaction: Interaction,
    match: Match,
    board_format: BoardFormat | None = None,
) -> Picture:
    """Return the current board of a match as the user of an interaction prefers it.

    `board_format` is the format that the user asked for, if any.
    """
    bot, user = interaction.client, UserId(interaction.user.id)
    preferred = await bot.services.preferences.of(user)
    seen = await _seen_by(bot, preferred, match.venue.offered_in, scene_of(match))
    shown = board_format or _format_for(interaction, preferred)
    return await _draw(bot, seen, name_of_picture(match), shown)


def write(match: Match) -> Picture:
    """Return the current board of a match in words, for the public."""
    scene = scene_of(match)
    return replace(picture_of(match, scene, b""), written=written_board(scene))


async def text_message(bot: BoopBot, match: Match, owner: UserId | None = None) -> Outgoing:
    """Return the current text board of a match.

    `owner` is the player who gets the board in direct messages, or None for a public board.
    """
    departed = await bot.services.departures.departed_seats(match)
    language = await _language_for(bot, match, owner)

    def view() -> View:
        with speaking(language):
            return text_board(match, write(match), departed)

    return Outgoing(view=view)


def begin_drawing(bot: BoopBot, match: Match, owner: UserId | None = None) -> None:
    """Start drawing the board of a match, so that the picture is ready sooner.

    Ignore errors here. The same error is raised when the board is shown.
    """

    async def draw_ahead() -> None:
        scene, board_format = await _scene_for(bot, match, owner)
        if board_format is BoardFormat.PICTURE:
            await bot.studio.picture(scene)

    asyncio.create_task(draw_ahead()).add_done_callback(_ignore_failure)


def _ignore_failure(drawing: asyncio.Task[None]) -> None:
    if not drawing.cancelled():
        drawing.exception()


async def _scene_for(bot: BoopBot, match: Match, owner: UserId | None) -> tuple[Scene, BoardFormat]:
    """Return the scene and the format of a board for `owner`, or for the public."""
    scene = scene_of(match)
    if owner is not None:
        preferred = await bot.services.preferences.of(owner)
        return await _seen_by(bot, preferred, match.venue.offered_in, scene), preferred.boards
    return replace(scene, theme=await public_theme(bot, match.venue.guild)), BoardFormat.PICTURE


def board_shown_by(message: discord.Message) -> tuple[MatchId, Revision] | None:
    """Return the match and revision of a board message, or None for any other message.

    The custom ID of the **Next match** button contains both.
    """
    for custom_id in custom_ids_of(message):
        try:
            call = read_call(ActionRequest(custom_id, Control.BUTTON))
        except DecodeError:
            continue
        if call.action.name == "next-from-board":
            return MatchId(call.values["left"]), Revision(call.values["shown"])
    return None
