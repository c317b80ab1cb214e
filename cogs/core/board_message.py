"""The board message: from a match and who sees it to what is posted, or takes a board's place."""

from collections.abc import Sequence
from dataclasses import replace

from bot.app import BoopBot
from bot.features.notifications.service import Claimed
from bot.match.identity import UserId
from bot.match.match import Match
from bot.text import speaking
from cogs.core.board import Picture, View, board_layout, picture_of, scene_of
from cogs.core.delivery import Outgoing
from cogs.core.notifications import board_text, mentions_of
from cogs.core.themes import for_person, public_theme
from cogs.core.translating import personal_language, public_language
from cogs.hints.used import hints_of
from cogs.standings.rated import rated_of


async def board_message(
    bot: BoopBot, match: Match, owner: UserId | None = None, notifications: Sequence[Claimed] = ()
) -> Outgoing:
    """Return the board message of a match as it is.

    `owner` is the player in whose direct messages it is, `None` if all can see it. What it notifies
    people of is first, where a phone shows it. A board in direct messages is silent unless it
    notifies its owner.
    """
    if owner is None:
        language = await public_language(bot, match.venue.guild)
    else:
        language = await personal_language(bot, owner)
    with speaking(language):
        picture = await draw(bot, match, owner)
        rated, hints = await rated_of(bot, match), await hints_of(bot, match)
    mentions, is_ringing = mentions_of(notifications)

    def view() -> View:
        with speaking(language):
            notification = board_text(notifications, owner)
            return board_layout(match, picture, rated, hints, notification)

    is_quiet = bool(notifications) or owner is not None
    silent = is_quiet and not is_ringing
    return Outgoing(view=view, picture=picture, silent=silent, mentions=mentions)


async def draw(bot: BoopBot, match: Match, owner: UserId | None = None) -> Picture:
    """Draw the board of a match as it is, for all to see or in a player's own messages."""
    scene = scene_of(match)
    if owner is None:
        scene = replace(scene, theme=await public_theme(bot, match.venue.guild))
    else:
        scene = await for_person(bot, owner, match.venue.guild, scene)
    return picture_of(match, scene, await bot.studio.picture(scene))
