"""Answers with a board, to actions that change a match or ask for its board.

- `answer_with_board` answers a turn, or any other change of a match.
- `answer_with_private_board` shows a board to the user alone if nothing has changed.

`cogs.core.replies` has the sentences and panels that only the user sees.

A change is stored before it is answered, so no answer says "failed". If Discord does not accept an
answer in time, the bot postpones it: a line tells the user that the board follows, `publish_match`
posts the board with the bot's own token, and the line is deleted.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, assert_never

import discord
import structlog

from bot.app import BoopBot, Interaction
from bot.errors import NotStored
from bot.features.boards.posts import ANSWER_LOST_AFTER
from bot.features.boards.queries import NEW_BOARD, TEXT_BOARD, BoardMessage, BoardState
from bot.features.matches.errors import StaleBoard
from bot.features.notifications.service import ClaimedNotification
from bot.features.outbox.entries import OutboxEntry
from bot.features.settings.preferences import BoardFormat
from bot.match.identity import MatchId, MessageId, Place, UserId, owner_of
from bot.match.match import Match
from bot.match.playing import CompleteTurn, DraftedTurn, RanOut, TurnDone
from bot.match.terms import VenueKind
from bot.recent_interactions import PrivateBoard
from bot.text import gettext, speaking
from cogs.board.layout import board_layout, hints_of, private_board
from cogs.board.message import (
    begin_drawing,
    board_message,
    board_shown_by,
    draw_board,
    is_written,
    text_message,
)
from cogs.core.access import place_of
from cogs.core.components import View
from cogs.core.errors import FAILURES
from cogs.core.failures import answer_failure
from cogs.core.outgoing import Picture, files_of, has_control
from cogs.core.replies import (
    acknowledge,
    answer_privately,
    close_panel,
    is_on_private_message,
    opened_by,
)
from cogs.core.router import answers
from cogs.core.taps import custom_id_of, ignore_tap, is_second_tap, record_act
from cogs.delivery.notification_messages import put_back
from cogs.delivery.notification_sending import look_for_players
from cogs.delivery.outbox import edit_clicked
from cogs.delivery.posting import ANSWER_WITHIN, REFUSED_AFTER, fetch_public_answer
from cogs.delivery.publishing import publish_match
from cogs.delivery.venues import has_only_private_boards, link_to
from cogs.wording.phrases import too_late
from cogs.wording.rating_changes import rated_of
from cogs.wording.refusals import sentence
from cogs.wording.translating import personal_languages

POSTPONE_WITHIN: Final = 0.9
"""Seconds in which to postpone an answer, after `ANSWER_WITHIN` has passed."""

_log: Final = structlog.get_logger(__name__)


async def answer_with_board(
    interaction: Interaction,
    done: Match | TurnDone,
    note: str = "",
    post: OutboxEntry | None = None,
) -> None:
    """Answer a turn or another change of a match, and then show the match to all others.

    The answer depends on where the user made the change:

    - by a command in the venue: a new board, which `post` records if it is given;
    - by a click on the board: edit the board in place;
    - by a click on a private panel in the venue: delete the panel, because the board is in view,
      or replace it by a board for the user alone if it is in words or if there is a note;
    - anywhere else: a board for the user alone, which replaces the clicked panel, if any.

    `note` is a sentence about something that no board shows. It stands above the board for the user
    alone. If a turn came too late, a note about that replaces it.
    """
    is_turn = False
    match done:
        case Match():
            after = done
        case RanOut(after):
            note = too_late(after)
        case CompleteTurn() | DraftedTurn():
            after, is_turn = done.match, True
        case _:
            assert_never(done)
    bot, is_postponed, is_click = interaction.client, False, interaction.message is not None
    is_here, is_private = lives_here(interaction, after), is_on_private_message(interaction)
    if is_turn and post is None and after.venue.kind is not VenueKind.DIRECT:
        # Start now: the picture is needed only some round trips later.
        begin_drawing(bot, after)
    record_act(interaction, after, is_gone=is_turn or is_private)
    is_on_board = is_here and is_click and not is_private
    async with bot.working():
        if is_here and not is_click:
            is_postponed = await _answer_with_new_board(interaction, after, post)
        elif is_on_board:
            is_postponed = await _edit_clicked_board(interaction, after)
        elif is_here and not note and not is_written(interaction.message):
            await close_panel(interaction)
        else:
            await _show_privately_or_postpone(interaction, after, note)
        await publish_match(bot, after.id)
        if is_postponed:
            await _delete_postponement(interaction, after)
        elif is_on_board and not interaction.response.is_done():
            await _link_to_board(interaction, after)


async def answer_with_private_board(
    interaction: Interaction,
    match: Match,
    note: str = "",
    board_format: BoardFormat | None = None,
) -> None:
    """Show the board to the user alone. It replaces the private panel that was clicked, if any.

    `board_format` is the format that the user asked for, if any. In a live match against the bot,
    the board is updated when the bot has played its turn.
    """
    view, picture = await _private_board(interaction, match, note, board_format)
    await answer_privately(interaction, view, picture)
    if match.bot is not None and match.outcome is None:
        shown = PrivateBoard(match.id, match.revision, interaction, board_format)
        interaction.client.recent.private_boards[opened_by(interaction)] = shown
        # The bot may have played its turn before this board was remembered.
        await update_private_boards(interaction.client, match.id)


async def _private_board(
    interaction: Interaction, match: Match, note: str, board_format: BoardFormat | None
) -> tuple[View, Picture]:
    """Return the board for one user. Add all the buttons if the match has no other board."""
    bot, user = interaction.client, UserId(interaction.user.id)
    picture = await draw_board(interaction, match, board_format)
    competition = await bot.services.competitions.of(match)
    if await has_only_private_boards(bot, match):
        rated, hints = await rated_of(bot, match), await hints_of(bot, match)
        view = board_layout(match, picture, rated, hints, note, user, competition=competition)
        return view, picture
    link = await link_to(bot, match, user)
    departed = await bot.services.departures.departed_seats(match)
    return private_board(match, user, picture, link, note, departed, competition), picture


async def update_private_boards(bot: BoopBot, number: MatchId) -> None:
    """Update the private boards of a match that the bot may still edit.

    Any other private board stays outdated until its user asks for the match again.
    """
    shown = [(key, each) for key, each in bot.recent.private_boards.items() if each.match == number]
    if not shown:
        return
    try:
        match = await bot.services.matches.find(number)
    except FAILURES as error:
        _log.info("private boards not updated", match=number, reason=repr(error))
        return
    for key, board in shown:
        if board.revision >= match.revision or bot.recent.private_boards.get(key) is not board:
            continue
        bot.recent.private_boards.pop(key)
        if board.interaction.is_expired():
            continue
        try:
            with speaking(await personal_languages(bot, UserId(board.interaction.user.id))):
                await _update_private_board(match, board)
        except FAILURES as error:
            _log.info("private board not updated", match=number, reason=repr(error))
            continue
        if match.outcome is None:
            bot.recent.private_boards.setdefault(key, replace(board, revision=match.revision))


async def _update_private_board(match: Match, board: PrivateBoard) -> None:
    view, picture = await _private_board(board.interaction, match, "", board.board_format)
    await board.interaction.edit_original_response(
        view=view,
        attachments=files_of(picture),
        allowed_mentions=discord.AllowedMentions.none(),
    )


@answers(StaleBoard)
async def answer_stale(interaction: Interaction, stale: StaleBoard) -> None:
    """Say that nothing was played because the clicked board is outdated, and show the current one.

    Ignore the second tap of a double tap, because the user has seen the answer to the first.
    """
    if interaction.response.is_done():
        await answer_failure(interaction, stale)
        return
    bot = interaction.client
    if is_second_tap(interaction, stale.match.id):
        await ignore_tap(interaction)
        return
    is_text_board = _is_on_text_board(interaction)
    try:
        if is_text_board:
            await _edit_text_board(interaction, stale.match)
        else:
            await answer_with_private_board(interaction, stale.match, sentence(stale))
    except FAILURES as error:
        _log.warning("response not accepted", match=stale.match.id, reason=repr(error))
        await _say_unless_answered(interaction, sentence(stale))
    if not is_text_board:
        with suppress(NotStored):
            await bot.underway.run(lambda: _delete_if_unknown(interaction, stale.match))
    await publish_match(bot, stale.match.id)


def lives_here(interaction: Interaction, match: Match) -> bool:
    """Return whether the match is played where an interaction comes from."""
    return match.is_played_in(place_of(interaction))


async def _answer_with_new_board(
    interaction: Interaction, match: Match, post: OutboxEntry | None
) -> bool:
    """Answer with a new board. Return whether the answer was postponed instead."""
    bot, place = interaction.client, place_of(interaction)
    owner = owner_of(place)
    claimed: list[ClaimedNotification] = []
    refused_at = time.monotonic() + REFUSED_AFTER
    try:
        if post is not None:
            claimed = await bot.services.notifications.delivered_by_board(match, owner)
        else:
            # The answer has a higher id than the interaction.
            after = MessageId(interaction.id)
            post = await bot.services.posts.begin(
                NEW_BOARD, place, after, match.id, lost_after=ANSWER_LOST_AFTER
            )
            # Another board that is being posted, or is lost, may deliver the same notifications.
            if not await bot.services.posts.has_other_boards(post):
                claimed = await bot.services.notifications.take_for_board(match, owner)
        async with asyncio.timeout(ANSWER_WITHIN):
            board = await board_message(bot, match, owner, claimed)
            response = await interaction.response.send_message(
                **board.arguments(),
                files=board.files(),
                allowed_mentions=board.mentions,
                silent=bool(claimed) and board.silent,
            )
    except NotStored as error:
        # A public message needs a record first, so the board is shown to the user alone.
        _log.info("board shown to one person", match=match.id, reason=repr(error))
        await _show_privately_or_postpone(interaction, match)
        await put_back(bot, claimed)
        if (unsent := post) is not None:
            # No board was sent, so no one needs to look for it before posting the next.
            await bot.until_stored(lambda: bot.services.posts.settle_boards(unsent, ()))
        return False
    except (TimeoutError, *FAILURES) as error:
        _log.warning("response not accepted", match=match.id, reason=repr(error))
        is_postponed = await _postpone(interaction, match)
        message = None if is_postponed else await fetch_public_answer(interaction, refused_at)
        if post is not None and message is None:
            # Discord also refuses a repeated answer after it accepted the first, so a board may
            # exist.
            with suppress(NotStored):  # If this cannot be stored, a job looks for the board later.
                await bot.services.posts.unanswered(post)
        if is_postponed:
            await put_back(bot, claimed)
            return True
    else:
        message = MessageId(response.message_id) if response.message_id else None
    if message is None:
        await put_back(bot, claimed)
        return False
    await _record(bot, match, place, message, owner, post, claimed)
    await look_for_players(bot, claimed)
    return False


async def _record(
    bot: BoopBot,
    match: Match,
    place: Place,
    message: MessageId,
    owner: UserId | None,
    post: OutboxEntry | None,
    claimed: Sequence[ClaimedNotification],
) -> None:
    """Record a posted board and the notifications that it delivered. Retry until that is stored."""
    boards, revision = bot.services.boards, match.revision
    follow = bot.services.notifications.settle([item.notification for item in claimed])
    await bot.until_stored(
        lambda: boards.board_posted(match.id, place.channel, message, revision, owner, post, follow)
    )


async def _edit_clicked_board(interaction: Interaction, match: Match) -> bool:
    """Edit the clicked board if it is the newest. Return whether the answer was postponed."""
    try:
        board = await _newest_board_clicked(interaction, match)
        if board is not None:
            async with asyncio.timeout(ANSWER_WITHIN):
                await _edit_in_place(interaction, board, match)
        elif _is_on_text_board(interaction):
            async with asyncio.timeout(ANSWER_WITHIN):
                await _edit_text_board(interaction, match)
    except (TimeoutError, *FAILURES) as error:
        _log.warning("response not accepted", match=match.id, reason=repr(error))
        return await _postpone(interaction, match)
    return False


def _is_on_text_board(interaction: Interaction) -> bool:
    """Return whether the user clicked a text board that is not private."""
    message = interaction.message
    if message is None or is_on_private_message(interaction) or not is_written(message):
        return False
    # A board in words in a player's direct messages is a board message.
    return board_shown_by(message) is None and has_control(message, [custom_id_of(interaction)])


async def _edit_text_board(interaction: Interaction, match: Match) -> None:
    """Answer a click on a text board by updating that board."""
    place = place_of(interaction)
    owner = owner_of(place)
    outgoing = await text_message(interaction.client, match, owner)
    shown = outgoing.replacement()
    await edit_clicked(interaction, TEXT_BOARD, match.id, match.revision, **shown)


async def _newest_board_clicked(interaction: Interaction, match: Match) -> BoardMessage | None:
    """Return the board that was clicked, if it is the newest of its match."""
    clicked = interaction.message.id if interaction.message else None
    for board in await interaction.client.services.boards.boards_of(match.id):
        if board.message == clicked and board.state is BoardState.LIVE:
            return board
    return None


async def _edit_in_place(interaction: Interaction, board: BoardMessage, match: Match) -> None:
    """Answer with the current board, even while another task is editing it.

    Do not record a board as shown if it should notify a player: it must be reposted.
    """
    bot = interaction.client
    boards = bot.services.boards
    with boards.changing(board.key) as change:
        is_current = match.revision == board.revision
        current = match if is_current else await bot.services.matches.find(board.match)
        message = await board_message(bot, current, board.user)
        await interaction.response.edit_message(**message.replacement())
        notifies = bool(await bot.services.notifications.delivered_by_board(current, board.user))
        is_shown = change.is_alone and not notifies
        if is_shown and board.channel is not None and board.message is not None:
            await boards.board_shown(board, board.channel, board.message, current.revision)
    if not change.is_alone:
        await boards.show_again(board.match)


async def _link_to_board(interaction: Interaction, match: Match) -> None:
    """Answer a click on an old board with a link to the newest."""
    try:
        link = await link_to(interaction.client, match, UserId(interaction.user.id))
    except FAILURES as error:
        _log.warning("board not found", match=match.id, reason=repr(error))
        await _postpone(interaction, match)
        return
    if _has_open_choice(interaction, match):
        text = gettext("**#{match}** waits for your choice here: {link}", match=match.id, link=link)
    else:
        text = gettext("Done. **#{match}** goes on here: {link}", match=match.id, link=link)
    await acknowledge(interaction, text)


async def _show_privately_or_postpone(
    interaction: Interaction, match: Match, note: str = ""
) -> None:
    try:
        await answer_with_private_board(interaction, match, note)
    except FAILURES as error:
        _log.warning("response not accepted", match=match.id, reason=repr(error))
        if note:
            await _say_unless_answered(interaction, note)
        else:
            await _postpone(interaction, match)


async def _say_unless_answered(interaction: Interaction, text: str) -> None:
    """Send the note of a board that could not be shown, unless the interaction was answered."""
    if not interaction.response.is_done():
        await acknowledge(interaction, text)


async def _postpone(interaction: Interaction, match: Match) -> bool:
    """Tell the user that the board follows. Return False if Discord accepts no answer."""
    if interaction.response.is_done():
        return True
    if _has_open_choice(interaction, match):
        text = gettext(
            "**#{match}** waits for your choice. I'll post the board in a moment.", match=match.id
        )
    else:
        text = gettext("Done: **#{match}**. I'll post the board in a moment.", match=match.id)
    try:
        async with asyncio.timeout(POSTPONE_WITHIN):
            await interaction.response.send_message(text, ephemeral=True)
    except (TimeoutError, *FAILURES) as error:
        _log.info("acknowledgement not accepted", match=match.id, reason=repr(error))
        return False
    return True


def _has_open_choice(interaction: Interaction, match: Match) -> bool:
    """Return whether the user has begun a turn and still has to choose a part of it."""
    return match.draft is not None and match.to_move == interaction.user.id


async def _delete_postponement(interaction: Interaction, match: Match) -> None:
    """Delete the line that says that the board follows, unless the board still lags."""
    try:
        work = await interaction.client.services.boards.work_of(match.id)
        if any(board.lags for board in work.boards):
            return
        message = await interaction.original_response()
        if message.flags.ephemeral:
            await message.delete()
    except (*FAILURES, discord.ClientException) as error:
        _log.info("acknowledgement not deleted", match=match.id, reason=repr(error))


async def _delete_if_unknown(interaction: Interaction, match: Match) -> None:
    """Record the clicked board as old if it has no record, because a crash can lose the record."""
    message = interaction.message
    if message is None or message.flags.ephemeral or interaction.channel_id is None:
        return
    if not has_control(message, [custom_id_of(interaction)]):
        return
    place, boards = place_of(interaction), interaction.client.services.boards
    owner = owner_of(place)
    await boards.board_found(match.id, place.channel, MessageId(message.id), owner)
