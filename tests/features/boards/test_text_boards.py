"""Text boards: which message shows a match in words, and at which revision."""

from bot.features.boards.queries import TEXT_BOARD
from bot.features.outbox.entries import OutboxEntry
from bot.match.identity import MatchId, MessageId, Revision
from bot.match.match import Match
from bot.services import Services
from tests.kit.matches import CHANNEL
from tests.kit.service_matches import begin, play

FIRST, SECOND = MessageId(801), MessageId(802)


async def entry_of(services: Services, number: MatchId) -> OutboxEntry:
    entry = await services.outbox.find(TEXT_BOARD, number)
    assert entry is not None
    return entry


async def record_click(
    services: Services, message: MessageId, match: Match, *, is_alone: bool = True
) -> None:
    """Record that a click has brought a text board up to date."""
    await services.outbox.answered(TEXT_BOARD, match.id, message, match.revision, is_alone=is_alone)


async def test_the_next_text_board_is_due_if_it_shows_an_earlier_revision(
    services: Services,
) -> None:
    match = await begin(services)
    await services.boards.text_board_posted(match.id, CHANNEL, FIRST, match.revision)
    played = await play(services, match.id, "Kc3")
    await record_click(services, FIRST, played)
    await services.boards.text_board_posted(match.id, CHANNEL, SECOND, match.revision)
    entry = await entry_of(services, match.id)
    assert (entry.message, entry.shown_revision) == (SECOND, match.revision)
    assert entry.is_pending


async def test_a_text_board_that_a_click_updated_is_not_edited_again(services: Services) -> None:
    match = await begin(services)
    await services.boards.text_board_posted(match.id, CHANNEL, FIRST, match.revision)
    played = await play(services, match.id, "Kc3")
    assert (await entry_of(services, match.id)).is_pending
    await record_click(services, SECOND, played)
    assert (await entry_of(services, match.id)).is_pending
    await record_click(services, FIRST, played)
    assert not (await entry_of(services, match.id)).is_pending


async def test_a_deleted_text_board_is_not_due_until_another_is_posted(services: Services) -> None:
    match = await begin(services)
    await services.boards.text_board_posted(match.id, CHANNEL, FIRST, Revision(0))
    await services.outbox.refused(await entry_of(services, match.id), is_gone=True)
    played = await play(services, match.id, "Kc3")
    assert not (await entry_of(services, match.id)).is_pending
    await services.boards.text_board_posted(match.id, CHANNEL, SECOND, played.revision)
    await play(services, match.id, "Kd4")
    assert (await entry_of(services, match.id)).is_pending


async def test_editing_a_replaced_text_board_does_not_restore_it(
    services: Services,
) -> None:
    match = await begin(services)
    await services.boards.text_board_posted(match.id, CHANNEL, FIRST, match.revision)
    played = await play(services, match.id, "Kc3")
    claimed = await services.outbox.claim(await entry_of(services, match.id))
    assert claimed is not None
    await services.boards.text_board_posted(match.id, CHANNEL, SECOND, match.revision)
    again = await services.outbox.claim(await entry_of(services, match.id))
    assert again is not None
    await services.outbox.shown(claimed, played.revision, CHANNEL, FIRST)
    await services.outbox.refused(claimed, is_gone=True)
    entry = await entry_of(services, match.id)
    assert (entry.message, entry.shown_revision, entry.lost_at) == (SECOND, match.revision, None)
    assert entry.is_pending
    await services.outbox.shown(again, played.revision, CHANNEL, SECOND)
    assert not (await entry_of(services, match.id)).is_pending


async def test_a_text_board_that_a_task_and_a_click_edited_at_once_is_edited_again(
    services: Services,
) -> None:
    match = await begin(services)
    await services.boards.text_board_posted(match.id, CHANNEL, FIRST, match.revision)
    played = await play(services, match.id, "Kc3")
    await record_click(services, FIRST, played, is_alone=False)
    assert (await entry_of(services, match.id)).is_pending
    later = await play(services, match.id, "Kd4")
    claimed = await services.outbox.claim(await entry_of(services, match.id))
    assert claimed is not None
    await services.outbox.shown(claimed, later.revision, CHANNEL, FIRST)
    await record_click(services, FIRST, played)
    assert (await entry_of(services, match.id)).is_pending, "the earlier one may have come last"
