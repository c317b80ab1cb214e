"""Answering with a board. The action is stored by then, so no answer ever says "failed".

Where Discord does not take the answer (it came too late, or the connection broke), the board is
brought up to date with the bot's own token instead.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, assert_never

import discord
import structlog

from bot.app import Act, BoopBot
from bot.errors import NotStored
from bot.features.boards.queries import BoardMessage, BoardState
from bot.features.matches.errors import StaleBoard
from bot.features.notifications.service import Claimed
from bot.match.identity import ChannelId, MatchId, MessageId, Place, PostId, UserId
from bot.match.match import Match
from bot.match.playing import Drafted, Played, RanOut, TurnDone
from bot.match.terms import VenueKind
from bot.text import gettext
from cogs.core.board import Picture, private_board
from cogs.core.board_message import begin_drawing, board_message, draw
from cogs.core.delivery import carries
from cogs.core.errors import FAILURES, Code
from cogs.core.notifications import look_for_players
from cogs.core.options import place_of
from cogs.core.phrases import outcome_name
from cogs.core.publishing import publish_match
from cogs.core.replies import replace_private_answer, say_privately, sentence
from cogs.core.venues import link_to

PUT_OFF_WITHIN: Final = 0.9
"""Seconds to put an answer off in: what is left of Discord's 3."""

_log: Final = structlog.get_logger(__name__)

Interaction = discord.Interaction[BoopBot]


async def put_off(interaction: Interaction, match: Match) -> bool:
    """Acknowledge what cannot be answered in time, and return whether it still could be."""
    if interaction.response.is_done():
        return True
    try:
        async with asyncio.timeout(PUT_OFF_WITHIN):
            await interaction.response.send_message(
                gettext("Done: **#{match}**. I'll post the board in a moment.", match=match.id),
                ephemeral=True,
            )
    except (TimeoutError, *FAILURES) as error:
        _log.info("acknowledgement not accepted", match=match.id, reason=repr(error))
        return False
    return True


async def say_held_up(interaction: Interaction, match: MatchId) -> None:
    """Say that a match has begun whose board Discord holds up."""
    await say_privately(
        interaction,
        gettext(
            "**#{match}** has begun. Discord only lets me open so many threads and "
            "messages at a time, so I'll post the board in a few minutes. You don't need "
            "to do anything.",
            match=match,
        ),
    )


async def take_away(interaction: Interaction, match: Match) -> None:
    """Take an acknowledgement away once the board has followed; as long as it has not, it stays."""
    try:
        work = await interaction.client.services.outbox.work_of(match.id)
        if any(board.lags for board in work.boards):
            return
        message = await interaction.original_response()
        if message.flags.ephemeral:
            await message.delete()
    except (*FAILURES, discord.ClientException) as error:
        _log.info("acknowledgement not deleted", match=match.id, reason=repr(error))


ASK_WITHIN: Final = 5.0
"""Seconds after which a question that Discord does not answer is given up."""


async def message_shown(interaction: discord.Interaction[Any]) -> MessageId | None:
    """Ask Discord which message answers a command for all to see.

    None when there is none, or no word of it. The connection may break after Discord took an
    answer; posting it again would show it twice.
    """
    try:
        async with asyncio.timeout(ASK_WITHIN):
            message = await interaction.original_response()
    except (TimeoutError, *FAILURES, discord.ClientException) as error:
        _log.info("response not shown", reason=repr(error))
        return None
    return None if message.flags.ephemeral else MessageId(message.id)


ANSWER_WITHIN: Final = 2.0
"""Seconds to answer in; Discord gives 3. After that the answer is put off."""


async def answer_with_board(
    interaction: Interaction, match: Match, post: PostId | None = None
) -> None:
    """Answer a command, where the match is played, with a new board; the one before it is old.

    `post` is the record of it, if there is one already.
    """
    bot = interaction.client
    if not lives_here(interaction, match):
        raise AssertionError(f"match {match.id} is not played in {interaction.channel_id}")
    async with bot.working():
        late = not await _posted_in_answer(interaction, match, place_of(interaction), post)
        await publish_match(bot, match.id)
        if late:
            await take_away(interaction, match)


async def _posted_in_answer(
    interaction: Interaction, match: Match, place: Place, post: PostId | None
) -> bool:
    """Answer with a new board; false where the answer was put off, so that the board follows."""
    bot = interaction.client
    owner = UserId(interaction.user.id) if place.guild is None else None
    claimed: list[Claimed] = []
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            claimed = await bot.services.notifications.delivered_by_board(match, owner)
            if post is None:
                # The answer has a higher id than what it answers.
                after = MessageId(interaction.id)
                post = await bot.services.posts.begin(
                    place.channel, after, match.id, guild=place.guild
                )
            board = await board_message(bot, match, owner, claimed)
            response = await interaction.response.send_message(
                **board.said(),
                files=board.files(),
                allowed_mentions=board.mentions,
                silent=bool(claimed) and board.silent,
            )
    except NotStored as error:
        # What everybody sees is recorded first, so nobody else sees it now.
        _log.info("board shown to one person", match=match.id, reason=repr(error))
        await _show_privately_or_put_off(interaction, match)
        return True
    except (TimeoutError, *FAILURES) as error:
        _log.warning("response not accepted", match=match.id, reason=repr(error))
        is_late = await put_off(interaction, match)
        if post is not None:
            # A repetition of one that was taken is refused too, so any may be there.
            with suppress(NotStored):  # It is looked for in any case, if later.
                await bot.services.posts.unanswered(post)
        if is_late:
            return False
        message = await message_shown(interaction)
    else:
        message = MessageId(response.message_id) if response.message_id else None
    if message is None:
        return True
    await _record(bot, match, place, message, owner, post, claimed)
    await look_for_players(bot, claimed)
    return True


async def _record(
    bot: BoopBot,
    match: Match,
    place: Place,
    message: MessageId,
    owner: UserId | None,
    post: PostId | None,
    claimed: Sequence[Claimed],
) -> None:
    """Record a board that is there, and whom it notified, as soon as that can be stored."""
    outbox, revision = bot.services.outbox, match.revision
    follow = bot.services.notifications.settle([item.notification for item in claimed])
    await bot.until_stored(
        lambda: outbox.board_posted(match.id, place.channel, message, revision, owner, post, follow)
    )


async def answer_on_board(interaction: Interaction, match: Match) -> None:
    """Answer a click by editing the board in place, or with a way to the board that is live."""
    bot, late, board = interaction.client, False, None
    try:
        board = await _current_board_clicked(interaction, match)
        if board is not None:
            async with asyncio.timeout(ANSWER_WITHIN):
                await _edit_in_place(interaction, board, match)
    except (TimeoutError, *FAILURES) as error:
        _log.warning("response not accepted", match=match.id, reason=repr(error))
        late = await put_off(interaction, match)
        board = None
    await publish_match(bot, match.id)
    if late:
        await take_away(interaction, match)
    elif board is None and not interaction.response.is_done():
        await _lead_to_board(interaction, match)


async def _lead_to_board(interaction: Interaction, match: Match) -> None:
    try:
        link = await link_to(interaction.client, match, UserId(interaction.user.id))
    except FAILURES as error:
        _log.warning("board not found", match=match.id, reason=repr(error))
        await put_off(interaction, match)
        return
    said = gettext("Done. **#{match}** goes on here: {link}", match=match.id, link=link)
    await say_privately(interaction, said)


async def answer_turn(interaction: Interaction, done: TurnDone) -> None:
    """Answer what became of a turn: by the board in view, or by one for the person alone."""
    match done:
        case RanOut(ended):
            await answer_change(interaction, ended, too_late(ended))
        case Played() | Drafted():
            if done.match.venue.kind is not VenueKind.DIRECT:
                # Whoever publishes the board asks for its picture some trips later.
                begin_drawing(interaction.client, done.match)
            _record_act(interaction, done.match, is_gone=True)
            await _answer_by_board(interaction, done.match)
        case _:
            assert_never(done)


async def answer_change(interaction: Interaction, match: Match, note: str = "") -> None:
    """Answer that somebody has changed a match otherwise than by a turn, by its board.

    Where the board is in view it is the answer, and a private panel goes away; elsewhere the panel
    becomes the board. `note` is what no board says, so it is said to the person.
    """
    _record_act(interaction, match, is_gone=clicked_privately(interaction))
    await _answer_by_board(interaction, match, note)


def _record_act(interaction: Interaction, match: Match, *, is_gone: bool) -> None:
    act = Act(time.monotonic(), _custom_id(interaction), is_gone)
    interaction.client.acts[UserId(interaction.user.id), match.id] = act


async def _answer_by_board(interaction: Interaction, match: Match, note: str = "") -> None:
    is_here, is_private = lives_here(interaction, match), clicked_privately(interaction)
    if is_here and interaction.message is None:
        await answer_with_board(interaction, match)
        return
    if is_here and not is_private:
        await answer_on_board(interaction, match)
        return
    if is_here and not note:
        try:
            await close_panel(interaction)
        except FAILURES as error:
            _log.warning("response not accepted", match=match.id, reason=repr(error))
    else:
        await _show_privately_or_put_off(interaction, match, note)
    await publish_match(interaction.client, match.id)


async def _show_privately_or_put_off(
    interaction: Interaction, match: Match, note: str = ""
) -> None:
    """Show the board to one person, or say at least that what they did is done."""
    try:
        await show_private_board(interaction, match, note)
    except FAILURES as error:
        _log.warning("response not accepted", match=match.id, reason=repr(error))
        if note:
            await _say_unless_answered(interaction, note)
        else:
            await put_off(interaction, match)


async def _say_unless_answered(interaction: Interaction, text: str) -> None:
    """Say to one person what the board that could not be shown would have said above it."""
    if not interaction.response.is_done():
        await say_privately(interaction, text)


async def say_nothing(interaction: Interaction) -> None:
    """Answer a click without a word."""
    with suppress(*FAILURES):
        await interaction.response.defer()


async def close_panel(interaction: Interaction) -> None:
    """Take away the private panel in which something was decided; what all can see stays."""
    await interaction.response.defer()
    if not clicked_privately(interaction):
        return
    with suppress(discord.NotFound):
        # Somebody may have dismissed it, or clicked twice.
        await interaction.delete_original_response()


async def show_private_board(interaction: Interaction, match: Match, note: str = "") -> None:
    """Show the board to one person, in place of the private panel that was clicked if one was."""
    user = UserId(interaction.user.id)
    picture = await draw(interaction.client, match, user)
    link = await link_to(interaction.client, match, user)
    await show_panel(interaction, private_board(match, user, picture, link, note), picture)


def too_late(match: Match) -> str:
    """Say that a match had ended by time before somebody did something in it."""
    outcome = outcome_name(match, match.outcome) if match.outcome else ""
    return gettext("Too late: **#{number}** is over. {outcome}.", number=match.id, outcome=outcome)


SECOND_TAP: Final = 2.0
"""Seconds in which the tap of somebody who changed a match may be the second of a double tap."""


def is_slipped_tap(interaction: Interaction, match: MatchId) -> bool:
    """Return whether a tap may be the second of a double tap, below which the board has slid."""
    act = _last_act(interaction, match)
    return act is not None and act.is_gone


def _is_second_tap(interaction: Interaction, match: MatchId) -> bool:
    """Return whether the same button was tapped just before, which has changed the match."""
    act = _last_act(interaction, match)
    return act is not None and bool(act.button) and act.button == _custom_id(interaction)


def _last_act(interaction: Interaction, match: MatchId) -> Act | None:
    """Return what somebody did in a match last, if it was just now."""
    act = interaction.client.acts.get((UserId(interaction.user.id), match))
    return act if act is not None and time.monotonic() - act.at < SECOND_TAP else None


def _custom_id(interaction: Interaction) -> str:
    return str(dict(interaction.data or {}).get("custom_id", ""))


async def answer_stale(interaction: Interaction, stale: StaleBoard) -> None:
    """Tell who clicked on an outdated board that nothing was played, and show the current one.

    It takes the place of a private panel that was clicked. The second tap of a double tap, which
    says nothing new, is answered by nothing.
    """
    bot = interaction.client
    if _is_second_tap(interaction, stale.match.id):
        await say_nothing(interaction)
        return
    try:
        await show_private_board(interaction, stale.match, sentence(stale))
    except FAILURES as error:
        _log.warning("response not accepted", match=stale.match.id, reason=repr(error))
        await _say_unless_answered(interaction, sentence(stale))
    with suppress(NotStored):
        await bot.underway.run(lambda: _delete_if_unknown(interaction, stale.match))
    await publish_match(bot, stale.match.id)


async def _delete_if_unknown(interaction: Interaction, match: Match) -> None:
    """Have the clicked board deleted if it is not recorded: a crash can leave one behind."""
    message = interaction.message
    if message is None or message.flags.ephemeral or interaction.channel_id is None:
        return
    if not carries(message, [_custom_id(interaction)]):
        return
    user = UserId(interaction.user.id) if interaction.guild_id is None else None
    channel = ChannelId(interaction.channel_id)
    outbox = interaction.client.services.outbox
    await outbox.board_found(match.id, channel, MessageId(message.id), user)


def lives_here(interaction: Interaction, match: Match) -> bool:
    """Return whether the match is played where an interaction comes from."""
    is_player = match.seat_of(UserId(interaction.user.id)) is not None
    place = place_of(interaction)
    return match.venue.is_in(place) and (place.guild is not None or is_player)


async def _current_board_clicked(interaction: Interaction, match: Match) -> BoardMessage | None:
    """Return the board that was clicked, if it is the newest one, of a match that is over too."""
    clicked = interaction.message.id if interaction.message else None
    for board in await interaction.client.services.outbox.boards_of(match.id):
        if board.message == clicked and board.state is BoardState.LIVE:
            return board
    return None


async def _edit_in_place(interaction: Interaction, board: BoardMessage, match: Match) -> None:
    """Answer with the board as it is now; who is changing it already may come after that.

    One that is to notify somebody is not recorded as shown, so that it is posted anew.
    """
    bot = interaction.client
    outbox = bot.services.outbox
    with outbox.changing(board.id) as change:
        is_current = match.revision == board.revision
        current = match if is_current else await bot.services.matches.find(board.match)
        message = await board_message(bot, current, board.user)
        await interaction.response.edit_message(**message.replacement())
        notifies = bool(await bot.services.notifications.delivered_by_board(current, board.user))
        is_shown = change.is_alone and not notifies
        if is_shown and board.channel is not None and board.message is not None:
            await outbox.board_shown(board, board.channel, board.message, current.revision)
    if not change.is_alone:
        await outbox.show_again(board.match)


async def show_panel(
    interaction: Interaction, panel: discord.ui.LayoutView, picture: Picture | None = None
) -> None:
    """Show a private panel: in place of the one that was clicked, else as a new message."""
    if clicked_privately(interaction) and await _replaced(interaction, panel, picture):
        return
    await interaction.response.send_message(
        view=panel,
        files=[] if picture is None else [picture.file()],
        ephemeral=True,
        allowed_mentions=discord.AllowedMentions.none(),
    )
    await replace_private_answer(interaction)


async def _replaced(
    interaction: Interaction, panel: discord.ui.LayoutView, picture: Picture | None
) -> bool:
    """Put a panel in place of the one that was clicked, unless it was dismissed meanwhile."""
    try:
        await interaction.response.edit_message(
            view=panel,
            attachments=[] if picture is None else [picture.file()],
            allowed_mentions=discord.AllowedMentions.none(),
        )
    except discord.HTTPException as error:
        if error.code != Code.UNKNOWN_MESSAGE:
            raise
        return False
    return True


def clicked_privately(interaction: Interaction) -> bool:
    """Return whether something on a private message was clicked."""
    message = interaction.message
    return message is not None and message.flags.ephemeral


async def acknowledge(
    interaction: discord.Interaction[BoopBot], panel: discord.ui.LayoutView
) -> None:
    """Say in private what was done; what is stored stays though Discord takes no word of it."""
    try:
        await show_panel(interaction, panel)
    except FAILURES as error:
        _log.warning("response not accepted", reason=repr(error))


async def acknowledge_late(
    interaction: discord.Interaction[BoopBot], panel: discord.ui.LayoutView
) -> None:
    """Say the same where the answer was put off."""
    try:
        await interaction.edit_original_response(view=panel)
    except FAILURES as error:
        _log.warning("response not accepted", reason=repr(error))
