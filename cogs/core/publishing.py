"""The one place that brings what is shown up to date with what is stored.

It may be called at any time and as often as one likes: it does what the outbox says is still to be
done, each piece claimed first and noted after, and leaves to the sweeper what Discord would not
take. It uses the bot's own token, so it works long after an interaction is over.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Coroutine, Hashable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar

import discord
import structlog

from bot.app import BoopBot
from bot.features.boards.queries import BedMessage, BedState
from bot.features.boards.service import MatchWork
from bot.features.notifications.policy import Sound
from bot.features.notifications.service import Word
from bot.game import Seat
from bot.match.identity import ChallengeId, ChannelId, MatchId, MessageId, Revision, UserId
from bot.match.match import Match
from bot.ratelimits import HeldUp
from bot.text import speaking
from cogs.core.board import (
    Picture,
    live_bed,
    picture_of,
    scene_of,
)
from cogs.core.delivery import Outgoing, post_recorded
from cogs.core.discord_codes import FAILURES, Code, is_final, is_gone, is_passing
from cogs.core.membership import waits_for_server
from cogs.core.notification_text import place_of
from cogs.core.notifications import (
    AT_ONCE,
    look_for_players,
    mentions_of,
    say_in_place,
    send_notifications,
    told_by_board,
    without_waiting,
)
from cogs.core.themes import for_person, public_theme
from cogs.core.translating import public_language
from cogs.core.venues import direct_channel, has_place_to_go, relocate, settled, wake
from cogs.hints.used import hints_of
from cogs.standings.rated import rated_of

MOST_SHOWN: Final = 8
"""Boards of a match changed in one go at most; a match that moves venue gets new ones."""
GLITCHES: Final = 6
"""Attempts after which an old board is given up whose channel Discord does not know."""

MOST_BELOW: Final = 4
"""Messages of others that may stand below the bed: about as many as a phone shows with it."""
FRESH: Final = 60.0
"""Seconds for which a bed that was just posted is taken to be in sight."""

Number = TypeVar("Number", ChallengeId, MatchId)
Shown = TypeVar("Shown")

_log: Final = structlog.get_logger(__name__)


def about_match(number: MatchId) -> Hashable:
    """Return what showing a match is called while it is under way."""
    return "match", number


def speaking_on_board(
    bot: BoopBot, match: Match, owner: UserId | None
) -> AbstractContextManager[None]:
    """Speak the server's language for a board that all can see.

    A player's own is in the language that is spoken already.
    """
    if owner is not None:
        return nullcontext()
    return speaking(public_language(bot, match.venue.guild))


async def draw(bot: BoopBot, match: Match, user: UserId | None = None) -> Picture:
    """Draw the bed of a match as it stands, for all to see or in a player's own messages."""
    scene = scene_of(match)
    if user is None:
        scene = replace(scene, theme=await public_theme(bot, match.venue.guild))
    else:
        scene = await for_person(bot, user, match.venue.guild, scene)
    return picture_of(match, scene, await bot.studio.picture(scene))


async def publish_match(bot: BoopBot, number: MatchId) -> HeldUp | None:
    """Show a match as it stands, delete boards that were replaced, send what is owed of it.

    What Discord holds up goes on by itself, and so does what somebody else is showing.
    """
    about = about_match(number)
    held_up = await bot.underway.run(lambda: _publish_match(bot, number), about)
    return held_up or await bot.underway.wait_about(about)


async def _publish_match(bot: BoopBot, number: MatchId) -> None:
    async with bot.working():
        shown = await publish_beds(bot, number)
        if shown is None:
            return
        try:
            await send_notifications(bot, {number: shown})
        except FAILURES as error:
            _log.warning("notices not taken on yet", match=number, reason=repr(error))


async def publish_beds(bot: BoopBot, number: MatchId) -> Revision | None:
    """Show a match as it stands and delete boards that were replaced.

    Return the revision that its boards show by now; none where that failed.
    """
    async with bot.working():
        try:
            work = await _publish_beds(bot, number)
        except FAILURES as error:
            _log.warning("match not published yet", match=number, reason=repr(error))
            return None
    if work.match.answer_at is not None:
        bot.wake_opponent(work.match)
    live = [bed.shown_revision for bed in work.beds if bed.state is BedState.LIVE]
    return min(live, default=work.match.revision)


async def _publish_beds(bot: BoopBot, number: MatchId) -> MatchWork:
    """Bring each board up to date; one that fails holds up no other, but is raised after."""
    outbox, left, failures = bot.services.outbox, set[int](), list[Exception]()
    work, shown = await outbox.work_of(number), 0
    mine = {bed.id for bed in work.beds if bed.lags}
    while shown < MOST_SHOWN and (bed := _lagging(work, mine - left)) is not None:
        with outbox.changing(bed.id) as change:
            if not change.is_alone:
                # A board that is being posted may turn out to be one that was to be deleted.
                break
            if not await outbox.claim_bed(bed):
                left.add(bed.id)
                continue
            try:
                with speaking(public_language(bot, work.match.venue.guild)):
                    await _bring_up_to_date(bot, bed, work)
            except FAILURES as error:
                failures.append(error)
                left.add(bed.id)
        work, shown = await outbox.work_of(number), shown + 1
        if not change.is_wanted_again:
            left.add(bed.id)
        # What lags besides is somebody else's to answer, but for what comes of posting anew.
        mine |= {each.id for each in work.beds if each.message is None}
        mine |= {each.id for each in work.beds if each.state is BedState.OLD}
    for failure in failures:
        raise failure
    return await _keep_in_sight(bot, work)


def _lagging(work: MatchWork, among: Collection[int]) -> BedMessage | None:
    """Return one of these boards that lags behind: a live one before those that were replaced."""
    lagging = [bed for bed in work.beds if bed.lags and bed.id in among]
    return min(lagging, key=lambda bed: bed.state is BedState.OLD, default=None)


async def _bring_up_to_date(bot: BoopBot, bed: BedMessage, work: MatchWork) -> None:
    if bed.state is BedState.OLD:
        await _delete(bot, bed, work.match)
    else:
        await _publish_bed(bot, bed)


async def _keep_in_sight(bot: BoopBot, work: MatchWork) -> MatchWork:
    """Post the live bed anew where it has scrolled away."""
    bed = bed_to_look_for(bot, work)
    if bed is None or bed.channel is None:
        return work
    with bot.services.outbox.changing(bed.id) as change:
        if not change.is_alone or not await has_scrolled_away(bot, work, bed):
            return work
        with speaking_on_board(bot, work.match, bed.user):
            await post_anew(bot, work, bed, bed.channel, await draw(bot, work.match))
    return await _publish_beds(bot, work.match.id)


async def _publish_bed(bot: BoopBot, bed: BedMessage, words: Sequence[Word] = ()) -> None:
    """Show a live board, posted anew where that is to tell somebody something."""
    match = await bot.services.matches.find(bed.match)
    if waits_for_server(bot, match):
        await _put_back(bot, words)
        return
    try:
        if bed.user is None:
            await _show_at_venue(bot, match, bed, words)
        else:
            await _show_in_person(bot, match, bed, bed.user)
    except discord.HTTPException as error:
        if not is_final(error) or waits_for_server(bot, match):
            raise
        _log.warning("bed cannot be delivered", match=match.id, code=error.code)
        await bot.services.outbox.bed_lost(bed)


async def tell_on_boards(bot: BoopBot, words: Sequence[Word]) -> None:
    """Post boards anew to tell what was taken on; one that fails holds up no other."""
    matches = defaultdict[MatchId, list[Word]](list)
    for word in await without_waiting(bot, words):
        if word.notification.match is not None:
            matches[word.notification.match].append(word)
    room = asyncio.Semaphore(AT_ONCE)

    async def one(number: MatchId, told: Sequence[Word]) -> None:
        async with room:
            await bot.underway.run(partial(_tell_on_board, bot, number, told), about_match(number))

    await asyncio.gather(*(one(number, told) for number, told in matches.items()))


async def _tell_on_board(bot: BoopBot, number: MatchId, words: Sequence[Word]) -> None:
    async with bot.working():
        try:
            work = await bot.services.outbox.work_of(number)
            with speaking(public_language(bot, work.match.venue.guild)):
                await _tell_on(bot, work, words)
        except FAILURES as error:
            _log.warning("not told on the board yet", match=number, reason=repr(error))
            await _put_back(bot, words)
        except Exception:
            _log.exception("not told on the board", match=number)
            await _put_back(bot, words)
    await publish_beds(bot, number)


async def _tell_on(bot: BoopBot, work: MatchWork, words: Sequence[Word]) -> None:
    bed = next((bed for bed in work.beds if bed.state is BedState.LIVE), None)
    if bed is None or bed.message is None:
        # It cannot be shown, or is to be posted in any case.
        await say_in_place(bot, place_of(work.match).channel, words)
        return
    with bot.services.outbox.changing(bed.id) as change:
        if change.is_alone:
            await _publish_bed(bot, bed, words)
        else:
            await _put_back(bot, words)


async def _put_back(bot: BoopBot, words: Sequence[Word]) -> None:
    if words:
        await bot.services.notifications.put_back([word.notification for word in words])


async def _show_at_venue(
    bot: BoopBot, match: Match, bed: BedMessage, words: Sequence[Word]
) -> None:
    match, venue = await settled(bot, match)
    words = words or await bot.services.notifications.take_for_board(match.id)
    is_shown = False
    try:
        is_shown = await _show_in_venue(bot, match, venue, bed, words)
    finally:
        if not is_shown:
            await _put_back(bot, words)
    await look_for_players(bot, words)


async def _show_in_venue(
    bot: BoopBot, match: Match, venue: ChannelId, bed: BedMessage, words: Sequence[Word]
) -> bool:
    """Show a board where its match lives; false where the match moves elsewhere instead."""
    try:
        await _show(bot, match, venue, bed, words)
    except discord.HTTPException as error:
        was_elsewhere = bed.message is not None and bed.channel != venue
        is_gone_from_there = error.code == Code.UNKNOWN_CHANNEL and not was_elsewhere
        if is_gone_from_there and await relocate(bot, match, venue):
            # Its new beds are due now, and shown by whoever goes on with this match's.
            return False
        if was_elsewhere and error.code == Code.UNKNOWN_CHANNEL:
            await _show(bot, match, venue, replace(bed, message=None), words)
            return True
        origin = match.venue.origin
        if venue == origin or bed.message is not None or not is_final(error):
            raise
        # The thread could be begun and cannot be written in, so the match lives where it came from.
        await bot.services.outbox.settle_venue(match.id, origin, match.venue.kind)
        await _show(bot, match, origin, replace(bed, message=None), words)
    return True


async def _show_in_person(bot: BoopBot, match: Match, bed: BedMessage, user: UserId) -> None:
    """Show a player their own bed; where that cannot be, the match leaves direct messages."""
    try:
        await _show(bot, match, bed.channel or await direct_channel(bot, user), bed)
    except discord.HTTPException as error:
        if not is_final(error) or not await has_place_to_go(bot, match):
            raise
        _log.info("match leaves direct messages", match=match.id, code=error.code)
        await bot.services.outbox.leave_direct(match.id)


async def _show(
    bot: BoopBot, match: Match, venue: ChannelId, bed: BedMessage, words: Sequence[Word] = ()
) -> None:
    """Edit a live board; post it anew where that is to tell somebody, or where it has no message.

    Where nothing new may be posted it may still be edited, and who waits is told by a message.
    """
    picture = await draw(bot, match, bed.user)
    if bed.message is not None and not words and await _edited(bot, match, bed, picture):
        return
    try:
        await _post(bot, match, venue, bed, picture, words)
    except discord.HTTPException as error:
        is_there = bed.message is not None and error.code != Code.UNKNOWN_CHANNEL
        if not words or not is_there or not is_final(error):
            raise
        await say_in_place(bot, venue, words)
        if not await _edited(bot, match, bed, picture):
            raise


async def _edited(bot: BoopBot, match: Match, bed: BedMessage, picture: Picture) -> bool:
    """Edit the live board. False where it can be edited no more, but posted anew."""
    if bed.message is None or bed.channel is None:
        raise AssertionError(f"bed {bed.id} has no message to edit")
    try:
        await _message_of(bot, match, bed.channel, bed.message).edit(
            view=live_bed(match, picture, await rated_of(bot, match), await hints_of(bot, match)),
            attachments=[picture.file()],
            allowed_mentions=discord.AllowedMentions.none(),
        )
    except discord.HTTPException as error:
        # A deleted message, or a thread that was archived: a new message heals both.
        if error.code not in (Code.UNKNOWN_MESSAGE, Code.THREAD_ARCHIVED):
            raise
        return False
    await bot.services.outbox.bed_shown(bed, bed.channel, bed.message, match.revision)
    return True


async def _post(
    bot: BoopBot,
    match: Match,
    venue: ChannelId,
    bed: BedMessage,
    picture: Picture,
    words: Sequence[Word],
) -> None:
    """Post the live board as a new message in place of the one it had, if it had one."""
    mentions, is_ringing = mentions_of(words)
    silent = bool(words) and not is_ringing
    if not words and _begins_practice(match, bed):
        silent = True
        people = [discord.Object(user) for user in match.people]
        mentions = discord.AllowedMentions(users=people, everyone=False, roles=False)
    if bed.user is not None:
        silent = await _sound(bot, match, bed.user) is Sound.SILENT
    rated, hints = await rated_of(bot, match), await hints_of(bot, match)
    outgoing = Outgoing(
        nonce=f"bed{bed.id}-{venue % 10**9}" if bed.message is None else f"new{bed.message}",
        view=lambda: live_bed(match, picture, rated, hints, told_by_board(words)),
        picture=picture,
        silent=silent,
        mentions=mentions,
    )
    message, post = await post_recorded(bot, venue, match.venue.guild, outgoing, match.id)
    follow = bot.services.notifications.settle([word.notification for word in words])
    await bot.services.outbox.bed_shown(
        bed, venue, message, match.revision, posted=match.ply, post=post, follow=follow
    )


def _begins_practice(match: Match, bed: BedMessage) -> bool:
    """Return whether this is the first bed of a thread in which one plays against the bot.

    No word is sent of its beginning, and a mention is what brings people into a thread.
    """
    is_new = bed.message is None and match.ply < len(Seat)
    return match.bot is not None and match.venue.is_thread and is_new


async def _sound(bot: BoopBot, match: Match, user: UserId) -> Sound:
    """Return whether a player's own bed rings for their turn: not while they are on vacation."""
    seat = match.seat_of(user)
    if seat is not None and match.clock.away.of(seat) is not None:
        return Sound.SILENT
    return await bot.services.notifications.sound_of_beds(user)


def _message_of(
    bot: BoopBot, match: Match, channel: ChannelId, message: MessageId
) -> discord.PartialMessage:
    place = bot.get_partial_messageable(channel, guild_id=match.venue.guild)
    return place.get_partial_message(message)


async def _delete(bot: BoopBot, bed: BedMessage, match: Match) -> None:
    """Delete a board that was replaced."""
    if bed.channel is None or bed.message is None:
        await bot.services.outbox.bed_deleted(bed)
        return
    if waits_for_server(bot, match):
        return
    message = _message_of(bot, match, bed.channel, bed.message)
    try:
        try:
            await message.delete()
        except discord.HTTPException as error:
            if error.code != Code.THREAD_ARCHIVED:
                raise
            await wake(bot, bed.channel)
            await message.delete()
    except discord.HTTPException as error:
        if not _stands_no_more(bot, bed, error):
            if not is_final(error) or waits_for_server(bot, match):
                raise
            await bot.services.outbox.delete_later(bed)
            return
    await bot.services.outbox.bed_deleted(bed)


def _stands_no_more(bot: BoopBot, bed: BedMessage, error: discord.HTTPException) -> bool:
    """Return whether an old board is gone.

    A channel that is cached and yet unknown to Discord may come back, and the board with it.
    """
    if error.code == Code.UNKNOWN_CHANNEL and bed.channel is not None:
        return bot.get_channel(bed.channel) is None or bed.attempts >= GLITCHES
    return is_gone(error)


def bed_to_look_for(bot: BoopBot, work: MatchWork) -> BedMessage | None:
    """Return the bed that everybody sees, if it may have scrolled away since the turn before."""
    match = work.match
    if match.last is None or match.draft is not None:
        return None
    for bed in work.beds:
        is_shown = bed.state is BedState.LIVE and not bed.lags and bed.user is None
        if is_shown and bed.message is not None and _is_old(bed.message):
            return bed if bot.services.looks.is_first(match) else None
    return None


async def has_scrolled_away(bot: BoopBot, work: MatchWork, bed: BedMessage) -> bool:
    """Ask Discord whether too many messages of others stand below a bed."""
    if bed.channel is None or bed.message is None:
        return False
    place = bot.get_partial_messageable(bed.channel, guild_id=work.match.venue.guild)
    others = 0
    try:
        async for message in place.history(limit=2 * MOST_BELOW, after=discord.Object(bed.message)):
            others += bot.user is None or message.author.id != bot.user.id
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        return False
    return others > MOST_BELOW


async def post_anew(
    bot: BoopBot, work: MatchWork, bed: BedMessage, channel: ChannelId, picture: Picture
) -> None:
    """Post a bed at the end of its thread or channel; the one before it is old then."""
    match = work.match
    rated, hints = await rated_of(bot, match), await hints_of(bot, match)
    outgoing = Outgoing(
        nonce=f"anew{bed.message}",
        view=lambda: live_bed(match, picture, rated, hints),
        picture=picture,
    )
    try:
        message, post = await post_recorded(bot, channel, match.venue.guild, outgoing, match.id)
    except discord.HTTPException as error:
        if is_passing(error):
            raise
        # The bed stands where it stands, and is shown there.
        _log.info("bed not posted anew", match=match.id, code=error.code)
        return
    await bot.services.outbox.bed_posted(match.id, channel, message, match.revision, post=post)


def _is_old(message: MessageId) -> bool:
    return time.time() - discord.utils.snowflake_time(message).timestamp() > FRESH


async def publish_matches(bot: BoopBot, numbers: Iterable[MatchId]) -> None:
    """Show some matches as they stand, and then tell what is owed of them."""
    async with bot.working():
        shown = await publish_each(bot, numbers, partial(publish_beds, bot), about_match)
        try:
            await send_notifications(
                bot, {number: at for number, at in shown.items() if at is not None}
            )
        except Exception:
            _log.exception("notices not taken on", matches=len(shown))


async def publish_each(
    bot: BoopBot,
    numbers: Iterable[Number],
    show: Callable[[Number], Coroutine[Any, Any, Shown]],
    about: Callable[[Number], Hashable],
) -> dict[Number, Shown]:
    """Show each, a few at a time; one that fails or waits holds up no other.

    Of those that failed or wait nothing is returned.
    """
    room, shown = asyncio.Semaphore(AT_ONCE), dict[Number, Shown]()

    async def one(number: Number) -> None:
        async with room:
            try:
                done = await bot.underway.run(partial(show, number), about(number))
                if not isinstance(done, HeldUp):
                    shown[number] = done
            except Exception:
                _log.exception("not published", number=number)

    async with asyncio.TaskGroup() as group:
        for number in dict.fromkeys(numbers):
            group.create_task(one(number))
    return shown
