"""Matches in direct messages, where each player has a bed of their own."""

from bot.app import BoopBot
from bot.host.judging import Sound
from bot.host.notices import Word
from bot.match.match import Match
from bot.match.terms import HomeKind
from bot.store.beds import BedState
from bot.store.notices import NoticeKind
from cogs.ui.rehoming import has_place_to_go
from cogs.ui.takebacks import word_of_going_back


async def is_told_by_bed(bot: BoopBot, word: Word) -> bool:
    """Tell whether a player's bed was posted for the turn, which notifies them by itself.

    An edit notifies nobody; so each turn brings exactly one notification. A turn that is played
    anew came to a bed that was posted for it the first time.
    """
    match, notice = word.about, word.notice
    if not isinstance(match, Match) or match.home.kind is not HomeKind.DIRECT:
        return False
    if notice.kind is not NoticeKind.TURN or word_of_going_back(match) is not None:
        return False
    if await bot.host.notices.sound_of_beds(notice.user) is Sound.SILENT:
        return False
    work = await bot.host.outbox.work_of(match.id)
    return any(
        bed.user == notice.user and bed.state is BedState.LIVE and bed.posted_ply == notice.ply
        for bed in work.beds
    )


async def leave_direct(bot: BoopBot, word: Word) -> bool:
    """Let a match leave direct messages that somebody has closed; the notice follows it there.

    False where it does not live in them, or has nowhere else to go.
    """
    match = word.about
    if not isinstance(match, Match) or match.home.kind is not HomeKind.DIRECT:
        return False
    if word.notice.kind is NoticeKind.BED_LOST or not await has_place_to_go(bot, match):
        return False
    await bot.host.outbox.leave_direct(match.id)
    return True
