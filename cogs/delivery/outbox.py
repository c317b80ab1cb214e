"""Deliver the outbox: claim a due entry, render it, post or edit its message, and record that.

A cog registers one renderer for each kind of message; this module does the rest. It records a
message before it posts the message. So after a crash, the bot looks for it before it posts another.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Self

import discord
import structlog

from bot.app import BoopBot, Interaction
from bot.errors import NotStored
from bot.features.outbox.entries import KINDS, OutboxEntry, OutboxKind, Upkeep
from bot.match.identity import ChannelId, Direct, InServer, MessageId, Place, Revision
from bot.match.terms import server_of
from bot.ratelimits import RateLimitWait
from bot.text import ENGLISH, Message, speaking
from cogs.core.errors import FAILURES, Code, is_final, is_final_in_person, is_gone, is_passing
from cogs.core.outgoing import Outgoing
from cogs.delivery.availability import is_down, is_unavailable
from cogs.delivery.permissions import may_read_history
from cogs.delivery.posting import (
    AT_ONCE,
    a_while_ago,
    delete,
    edit,
    post_once_or_settle,
    report_lost_post,
    sent_as_recorded,
)
from cogs.wording.translating import public_language

MOST_LOOKS: Final = 8
"""Attempts to look for a lost message whose channel cannot be read: about twenty minutes."""

_log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Rendering:
    """The message of a subject at a revision; `outgoing` is None if the message need not change.

    `otherwise` is shown if Discord refuses the message at `place`. If `may_be_posted` is false, the
    message is only edited and never posted. If `is_removed`, the message is deleted.
    """

    revision: Revision
    place: Place
    outgoing: Outgoing | None
    may_be_posted: bool = True
    is_removed: bool = False
    otherwise: Self | None = None


Renderer = Callable[[BoopBot, OutboxEntry], Awaitable[Rendering | None]]
"""Returns the rendering of an entry's subject, or None to cancel the entry."""

Deliver = Callable[[BoopBot, OutboxEntry], Awaitable[None]]
"""Delivers a claimed entry, and records the delivery."""
DeliverTogether = Callable[[BoopBot, Sequence[OutboxEntry]], Awaitable[None]]
"""Claims due entries and delivers them."""


class NotYet(Exception):
    """The entry cannot be delivered yet: another must come first, or the entry has changed."""


@dataclass(frozen=True, slots=True)
class _GroupDelivery:
    deliver: DeliverTogether
    about: Callable[[OutboxEntry], Hashable]


_DELIVERIES: Final[dict[str, Deliver]] = {}
_TOGETHER: Final[dict[str, _GroupDelivery]] = {}


def renders(kind: OutboxKind, lost: Message | None = None) -> Callable[[Renderer], Renderer]:
    """Register a function as the renderer of a kind of message.

    `lost` is the report for a server's log channel. It is sent when Discord refuses an entry for
    the first time. Its gaps are `channel` and `why`.
    """

    def mark(render: Renderer) -> Renderer:
        async def deliver(bot: BoopBot, entry: OutboxEntry) -> None:
            await _show(bot, entry, render, lost)

        delivers(kind)(deliver)
        return render

    return mark


def delivers(*kinds: OutboxKind) -> Callable[[Deliver], Deliver]:
    """Register a function that delivers entries of kinds that need more than a renderer."""

    def mark(deliver: Deliver) -> Deliver:
        for kind in kinds:
            if kind.name in _DELIVERIES:
                raise ValueError(f"two functions deliver messages of the kind {kind.name!r}")
            _DELIVERIES[kind.name] = deliver
        return deliver

    return mark


def delivers_together(
    *kinds: OutboxKind, about: Callable[[OutboxEntry], Hashable]
) -> Callable[[DeliverTogether], DeliverTogether]:
    """Register a function that delivers all due entries of some kinds together.

    `about` returns the key of the task that delivers an entry.
    """

    def mark(deliver: DeliverTogether) -> DeliverTogether:
        _TOGETHER.update((kind.name, _GroupDelivery(deliver, about)) for kind in kinds)
        return deliver

    return mark


def about_subject(kind: OutboxKind, subject: int) -> Hashable:
    """Return the key of the task that delivers the entry of a subject."""
    return "entry", kind.name, subject, 0


def about_entry(entry: OutboxEntry) -> Hashable:
    """Return the key of the task that delivers an entry."""
    group = _TOGETHER.get(entry.kind)
    return ("entry", *entry.key) if group is None else group.about(entry)


async def deliver_due(bot: BoopBot, most: int) -> int:
    """Deliver due entries, a few at a time. Return their number.

    An entry that fails or waits does not stop the others.
    """
    room = asyncio.Semaphore(AT_ONCE)

    async def one(entry: OutboxEntry) -> None:
        async with room:
            await deliver(bot, entry)

    due = await _due(bot, most)
    alone, groups = list[OutboxEntry](), defaultdict[_GroupDelivery, list[OutboxEntry]](list)
    for entry in due:
        group = _TOGETHER.get(entry.kind)
        (alone if group is None else groups[group]).append(entry)
    # Both run at once: after a crash, a search for many unrecorded messages must not delay boards.
    await asyncio.gather(
        *map(one, alone), *(group.deliver(bot, entries) for group, entries in groups.items())
    )
    return len(due)


async def _due(bot: BoopBot, most: int) -> list[OutboxEntry]:
    """List due entries for at least `most` tasks, or all due entries if they need fewer tasks.

    Omit entries that are being delivered, because they may wait for minutes. A task may have many
    entries, such as all the old boards of a match that it deletes.
    """
    room = most + len(bot.underway)
    while True:
        entries = await bot.services.outbox.due(room)
        due = [entry for entry in entries if about_entry(entry) not in bot.underway]
        if len(entries) < room or len(set(map(about_entry, due))) >= most:
            return due
        room *= 2


async def deliver(bot: BoopBot, entry: OutboxEntry) -> RateLimitWait | None:
    """Deliver an entry, and wait for any other task that delivers it.

    A request that Discord delays continues in the background.
    """
    about = about_entry(entry)
    held_up = await bot.underway.run(partial(_deliver, bot, entry), about)
    return held_up or await bot.underway.wait_about(about)


async def deliver_subject(bot: BoopBot, kind: OutboxKind, subject: int) -> RateLimitWait | None:
    """Deliver the entry of a subject, if there is one."""
    entry = await bot.services.outbox.find(kind, subject)
    return None if entry is None or not entry.is_pending else await deliver(bot, entry)


async def edit_clicked(
    interaction: Interaction, kind: OutboxKind, subject: int, revision: Revision, **message: Any
) -> None:
    """Answer a click by editing the clicked message to show a subject at a revision."""
    bot, about = interaction.client, about_subject(kind, subject)
    is_alone = about not in bot.underway
    await interaction.response.edit_message(**message)
    is_alone = is_alone and about not in bot.underway
    if interaction.message is not None:
        clicked = MessageId(interaction.message.id)
        with suppress(NotStored):  # If this is not stored, a job edits the message once more.
            await bot.services.outbox.answered(kind, subject, clicked, revision, is_alone=is_alone)


async def _deliver(bot: BoopBot, entry: OutboxEntry) -> None:
    """Claim an entry, which postpones its next attempt, and deliver it."""
    async with bot.working():
        try:
            claimed = await bot.services.outbox.claim(entry)
            if claimed is None:
                return
            # An entry of a server with an outage stays claimed. It is due at once after the outage.
            guild = server_of(claimed.home)
            if guild is None or not is_down(bot, guild):
                await _DELIVERIES[claimed.kind](bot, claimed)
        except (NotYet, *FAILURES) as error:
            _log.warning(
                "not delivered yet", kind=entry.kind, subject=entry.subject, reason=repr(error)
            )
        except Exception:
            _log.exception("delivery failed", kind=entry.kind, subject=entry.subject)


async def _show(bot: BoopBot, entry: OutboxEntry, render: Renderer, lost: Message | None) -> None:
    """Show an entry. Put it off if its server is unavailable."""
    guild = server_of(entry.home)
    if guild is None:
        # For direct messages, the renderer chooses the languages.
        language = ENGLISH
    elif is_unavailable(bot, guild):
        await bot.services.outbox.put_off(entry)
        return
    else:
        language = await public_language(bot, guild)
    with speaking(language):
        await _show_rendered(bot, entry, render, lost)


async def _show_rendered(
    bot: BoopBot, entry: OutboxEntry, render: Renderer, lost: Message | None
) -> None:
    outbox = bot.services.outbox
    rendered = await render(bot, entry)
    if rendered is None:
        await outbox.cancel(entry)
        return
    try:
        await _show_where_possible(bot, entry, rendered)
    except discord.HTTPException as error:
        if not _is_refused(error, rendered.place):
            raise
        _log.info("message refused", kind=entry.kind, subject=entry.subject, code=error.code)
        is_news = await outbox.refused(entry, is_gone=is_gone(error))
        place = rendered.place
        if is_news and lost is not None and isinstance(place, InServer):
            await report_lost_post(bot, place.guild, place.channel, lost, error)


async def _show_where_possible(bot: BoopBot, entry: OutboxEntry, rendered: Rendering) -> None:
    """Show an entry in the first place where Discord accepts it, and record the message."""
    try:
        recorded, message = await _bring_up_to_date(bot, entry, rendered)
    except discord.HTTPException as error:
        if rendered.otherwise is None or not _is_refused(error, rendered.place):
            raise
        await _show_where_possible(bot, entry, rendered.otherwise)
        return
    outbox, channel, revision = bot.services.outbox, rendered.place.channel, recorded.revision
    await bot.until_stored(lambda: outbox.shown(recorded, revision, channel, message))


def _is_refused(error: discord.HTTPException, place: Place) -> bool:
    """Return whether the bot must expect another attempt to fail as well."""
    is_lost = is_final_in_person(error) if isinstance(place, Direct) else is_final(error)
    return is_lost or is_gone(error)


async def _bring_up_to_date(
    bot: BoopBot, entry: OutboxEntry, rendered: Rendering
) -> tuple[OutboxEntry, MessageId | None]:
    """Edit, post or delete the message of an entry.

    Return the entry as it is now recorded, but with the revision that Discord now shows, and the ID
    of the message.
    """
    upkeep, outgoing = KINDS[entry.kind].upkeep, rendered.outgoing
    recorded = replace(entry, revision=rendered.revision)
    if outgoing is None:
        return recorded, entry.message
    if entry.after is not None and entry.channel is not None:
        entry = await _look_for_lost(bot, entry, entry.channel)
        if entry.message is not None and upkeep is Upkeep.POST:
            return replace(recorded, revision=entry.revision), entry.message
    if rendered.is_removed:
        if entry.message is not None and entry.channel is not None:
            await _delete_elsewhere(bot, entry.channel, entry.message)
        return recorded, None
    if entry.message is not None and upkeep is not Upkeep.POST:
        channel = entry.channel or rendered.place.channel
        if upkeep is Upkeep.EDIT or channel == rendered.place.channel:
            try:
                await edit(bot, channel, entry.message, outgoing)
            except discord.HTTPException as error:
                if upkeep is Upkeep.EDIT or error.code != Code.UNKNOWN_MESSAGE:
                    raise
            else:
                return recorded, entry.message
        else:
            await _delete_elsewhere(bot, channel, entry.message)
    if not rendered.may_be_posted:
        return recorded, None
    return await _post(bot, entry, rendered, outgoing)


async def _look_for_lost(bot: BoopBot, entry: OutboxEntry, channel: ChannelId) -> OutboxEntry:
    """Return an entry with its unrecorded message, if the message was posted before a crash.

    While the bot may not read the channel, raise `NotYet`. After `MOST_LOOKS` attempts, return the
    entry without a message, so that another is posted: two messages are better than none.
    """
    found: list[discord.Message] | None = None
    if may_read_history(bot.get_channel(channel)):
        place = bot.get_partial_messageable(channel)
        try:
            found = await sent_as_recorded(bot, place, entry)
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            if is_gone(error):
                found = []
    if found is None:
        if entry.attempts < MOST_LOOKS:
            raise NotYet("the message may exist, but the history cannot be read")
        found = []
    for message in found[1:]:
        with suppress(discord.NotFound):
            await message.delete()
    if found:
        _log.info("lost message found", kind=entry.kind, subject=entry.subject)
    return replace(entry, message=MessageId(found[0].id) if found else None)


async def _delete_elsewhere(bot: BoopBot, channel: ChannelId, message: MessageId) -> None:
    """Delete a message from a channel where it no longer belongs, unless Discord refuses that."""
    try:
        await delete(bot, channel, message)
    except discord.HTTPException as error:
        if not is_final(error) and not is_gone(error):
            raise


async def _post(
    bot: BoopBot, entry: OutboxEntry, rendered: Rendering, outgoing: Outgoing
) -> tuple[OutboxEntry, MessageId]:
    outbox = bot.services.outbox
    # The nonce is made from this subject, so Discord recognises a message that is posted again
    # soon.
    subject = f"{entry.kind} {entry.subject} {rendered.place.channel} {entry.shown_revision}"
    outgoing = replace(outgoing, subject=subject)
    posting = replace(
        entry,
        channel=rendered.place.channel,
        message=None,
        revision=rendered.revision,
        after=a_while_ago(),
        digest=outgoing.digest(),
    )
    try:
        is_claimed = await outbox.begin(posting, claimed=entry)
    except NotStored:
        # The row may be stored all the same. Correct it, or the entry waits for a message that does
        # not exist.
        await bot.until_stored(lambda: outbox.not_there(posting))
        raise
    if not is_claimed:
        raise NotYet("it has changed since it was claimed")
    message = await post_once_or_settle(
        bot,
        bot.get_partial_messageable(rendered.place.channel),
        outgoing,
        lambda: outbox.unanswered(posting),
        lambda: outbox.not_there(posting),
    )
    return posting, message
