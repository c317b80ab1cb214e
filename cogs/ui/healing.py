"""Whether the bed is still there to which somebody is led, and having it posted anew if not."""

from collections.abc import Sequence
from typing import Final

import discord
import structlog

from bot.app import BoopBot
from bot.host.notices import Word
from bot.match.identity import UserId
from bot.match.match import Match
from bot.store.beds import BedState
from bot.store.challenges import PostedChallenge
from bot.store.notices import NoticeKind
from cogs.ui.discord_codes import FAILURES, Code, is_gone
from cogs.ui.reach import is_out_of_reach, waits_for_server

_log: Final = structlog.get_logger(__name__)


async def waits(bot: BoopBot, word: Word) -> bool:
    """Tell whether a notice is to wait: for its server, or for a bed that is to be posted anew."""
    match word.about:
        case Match():
            if waits_for_server(bot, word.about):
                return True
            match word.notice.kind:
                case NoticeKind.REMINDER:
                    return await is_posted_anew(bot, word.about)
                case NoticeKind.MOVED:
                    return await _is_to_be_posted(bot, word.about, word.notice.user)
                case _:
                    return False
        case PostedChallenge():
            challenge = word.about.challenge
            return not challenge.is_asked_in_person and is_out_of_reach(bot, challenge.place.guild)
        case _:
            return False


async def _is_to_be_posted(bot: BoopBot, match: Match, user: UserId) -> bool:
    """Tell whether there is no bed yet to which somebody could be led."""
    work = await bot.host.outbox.work_of(match.id)
    return any(
        bed.state is BedState.LIVE and bed.message is None and bed.user in (None, user)
        for bed in work.beds
    )


async def is_place_doubted(
    bot: BoopBot, error: discord.HTTPException, words: Sequence[Word]
) -> bool:
    """Have live matches go on elsewhere whose place was found to be gone; their words wait."""
    if error.code != Code.UNKNOWN_CHANNEL:
        return False
    live = [
        word.about for word in words if isinstance(word.about, Match) and word.about.outcome is None
    ]
    for match in live:
        await bot.host.outbox.show_again(match.id)
    return bool(live)


async def is_posted_anew(bot: BoopBot, match: Match) -> bool:
    """Look whether the live bed of a match was deleted; then it is due to be posted anew.

    Discord tells nobody of a deleted message who does not hear of every message.
    """
    work = await bot.host.outbox.work_of(match.id)
    for bed in work.beds:
        if bed.state is not BedState.LIVE or bed.channel is None or bed.message is None:
            continue
        try:
            await bot.get_partial_messageable(bed.channel).fetch_message(bed.message)
        except FAILURES as error:
            if isinstance(error, discord.HTTPException) and is_gone(error):
                _log.info("bed was deleted", match=match.id)
                await bot.host.outbox.show_again(match.id)
                return True
    return False
