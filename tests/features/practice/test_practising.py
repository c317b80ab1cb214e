"""Beginning a match against the bot, and playing it again."""

import asyncio
import contextlib
from dataclasses import replace
from pathlib import Path

import pytest

from bot.features.challenges.errors import (
    LevelNotOffered,
    NeedsRoleToPlay,
    RematchBegun,
    TooManyMatches,
    TooManyPractices,
)
from bot.features.matches.errors import MayNotPlay
from bot.features.moderation.log import Moderator
from bot.features.practice import service as practice_service
from bot.features.practice.service import MOST_LIVE, levels_offered
from bot.game import Seat
from bot.match.challenge import ChallengeState, Particulars
from bot.match.errors import MatchGoesOn, NotAPlayer
from bot.match.identity import GuildId, InServer, MessageId, RoleId
from bot.match.match import Match
from bot.match.terms import BotPlayer, Measurement, Pace, Stakes, Starts, VenueKind
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.matches import CHANNEL, GUILD, MESSAGE, ORANGE, PLACE, STRANGER
from tests.kit.member_looks import begin_member_looks
from tests.kit.practice import BOT, practice_terms, practise
from tests.kit.raw_database import connect
from tests.kit.service_matches import begin, pending_kinds, record_challenge_shown

ROLE = RoleId(31)


async def test_the_bot_accepts_at_once_and_the_match_begins(services: Services) -> None:
    begun = await services.practising.begin(ORANGE, BOT, PLACE, practice_terms(level=3))
    challenge, match = begun.challenge, begun.match
    assert (challenge.state, challenge.friend) == (ChallengeState.ACCEPTED, BOT)
    assert challenge.match == match.id
    assert match.stakes is Stakes.CASUAL
    assert match.bot is not None
    assert (match.bot.seat, match.bot.practice.level) == (Seat.GRAY, 3)
    assert match.people == (ORANGE,)
    assert (await services.challenges.find(challenge.id)).challenge == challenge
    assert await services.matches.find(match.id) == match


async def test_a_player_may_leave_the_first_move_to_the_bot(services: Services) -> None:
    match = await practise(services, practice_terms(Starts.THEM))
    assert match.to_move == BOT
    assert match.answer_at == match.changed_at


async def test_a_thread_begins_from_the_message_that_first_shows_the_challenge(
    services: Services,
) -> None:
    begun = await services.practising.begin(ORANGE, BOT, PLACE, practice_terms())
    assert begun.match.venue.message is None
    challenge = begun.challenge
    await record_challenge_shown(services, challenge.id, MESSAGE, challenge.revision)
    assert (await services.matches.find(begun.match.id)).venue.message == MESSAGE
    await record_challenge_shown(services, challenge.id, MessageId(MESSAGE + 1), challenge.revision)
    assert (await services.matches.find(begun.match.id)).venue.message == MESSAGE


async def test_what_the_commands_response_says_needs_no_notification(
    services: Services,
) -> None:
    for starts in (Starts.ME, Starts.THEM):
        match = await practise(services, practice_terms(starts))
        assert await pending_kinds(services, match.id) == []
        pending = await services.notifications.of_match(match.id)
        assert [each.user for each in pending] == ([ORANGE] if starts is Starts.ME else [])


async def test_only_the_person_has_a_board_in_direct_messages(services: Services) -> None:
    particulars = Particulars(venue=VenueKind.DIRECT)
    begun = await services.practising.begin(ORANGE, BOT, PLACE, practice_terms(), particulars)
    work = await services.boards.work_of(begun.match.id)
    assert [board.user for board in work.boards] == [ORANGE]


async def test_the_bots_own_membership_is_not_checked(
    services: Services, clock: StandingClock
) -> None:
    await practise(services)
    clock.advance(3 * 24 * 3600)
    assert [member.user for member in await begin_member_looks(services)] == [ORANGE]


async def test_terms_without_a_level_are_not_practice(services: Services) -> None:
    terms = replace(practice_terms(), practice=None)
    with pytest.raises(ValueError, match="nothing was agreed on"):
        await services.practising.begin(ORANGE, BOT, PLACE, terms)


async def test_a_level_that_this_machine_does_not_play_is_refused(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice_service, "find_spec", lambda _: None)
    assert 8 not in levels_offered()
    for level in (0, 8, 99):
        with pytest.raises(LevelNotOffered) as caught:
            await practise(services, practice_terms(level=level))
        assert (caught.value.level, caught.value.offered[-1]) == (level, 7)


async def test_the_highest_level_is_played_if_the_extra_is_installed(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice_service, "find_spec", lambda _: object())
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    match = await practise(services, practice_terms(level=8))
    assert match.bot is not None


def test_the_highest_level_is_not_offered_if_numba_may_not_compile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(practice_service, "find_spec", lambda _: object())
    for setting, offered in (("1", False), ("0", True), ("", True)):
        monkeypatch.setenv("NUMBA_DISABLE_JIT", setting)
        assert (8 in levels_offered()) is offered
    monkeypatch.delenv("NUMBA_DISABLE_JIT")
    assert 8 in levels_offered()


async def test_a_banned_user_cannot_practise_either(services: Services) -> None:
    await services.bans.ban(Moderator(GUILD, STRANGER), ORANGE, None)
    with pytest.raises(MayNotPlay):
        await practise(services)


async def test_the_servers_role_for_playing_is_required(services: Services) -> None:
    settings = await services.settings.of(GUILD)
    await services.settings.change(GUILD, lambda _: replace(settings, players=ROLE))
    with pytest.raises(NeedsRoleToPlay):
        await practise(services)
    begun = await services.practising.begin(
        ORANGE, BOT, PLACE, practice_terms(), roles=frozenset({ROLE})
    )
    assert begun.match.outcome is None


async def test_the_limit_of_practice_does_not_count_matches_with_people(services: Services) -> None:
    await begin(services)
    for _ in range(MOST_LIVE):
        last = await practise(services)
    with pytest.raises(TooManyPractices) as caught:
        await practise(services)
    assert caught.value.most == MOST_LIVE
    await practise(services, place=InServer(GuildId(GUILD + 1), CHANNEL))
    await practise(services, user=STRANGER)
    await services.matches.resign(ORANGE, last.id)
    await practise(services)


async def test_the_limit_of_matches_does_not_count_practice(services: Services) -> None:
    settings = await services.settings.of(GUILD)
    await services.settings.change(GUILD, lambda _: replace(settings, most_matches=1))
    await practise(services)
    await begin(services)
    with pytest.raises(TooManyMatches):
        await begin(services)
    await practise(services)


async def play_and_resign(services: Services, level: int = 2) -> Match:
    match = await practise(services, practice_terms(level=level, pace=Pace.UNHURRIED))
    return await services.matches.resign(ORANGE, match.id)


async def test_a_rematch_begins_at_once_with_swapped_seats(services: Services) -> None:
    match = await play_and_resign(services)
    done = await services.rematches.rematch(ORANGE, match.id, PLACE)
    assert done.match is not None
    assert match.bot is not None
    assert (done.match.seats.orange, done.match.seats.gray) == (BOT, ORANGE)
    assert done.match.bot == BotPlayer(Seat.ORANGE, match.bot.practice)
    assert done.challenge.state is ChallengeState.ACCEPTED
    assert done.challenge.rematch_of == match.id
    with pytest.raises(RematchBegun) as caught:
        await services.rematches.rematch(ORANGE, match.id, PLACE)
    assert caught.value.challenge.id == done.challenge.id


async def test_simultaneous_presses_begin_one_rematch(services: Services) -> None:
    match = await play_and_resign(services)
    both = [services.rematches.rematch(ORANGE, match.id, PLACE) for _ in range(2)]
    first, second = await asyncio.gather(*both, return_exceptions=True)
    refused = [each for each in (first, second) if isinstance(each, BaseException)]
    assert [type(each) for each in refused] == [RematchBegun]


async def test_a_rematch_is_measured_again_after_help_in_the_previous_match(
    services: Services, path: Path
) -> None:
    match = await play_and_resign(services)
    with contextlib.closing(connect(path)) as connection, connection:
        connection.execute("UPDATE matches SET measured = 'no'")
    done = await services.rematches.rematch(ORANGE, match.id, PLACE)
    assert done.match is not None
    assert done.match.bot is not None
    assert done.match.bot.practice.measured is Measurement.YES


async def test_a_rematch_against_the_bot_counts_toward_the_limit_of_practice(
    services: Services,
) -> None:
    match = await play_and_resign(services)
    for _ in range(MOST_LIVE):
        await practise(services)
    with pytest.raises(TooManyPractices):
        await services.rematches.rematch(ORANGE, match.id, PLACE)


async def test_a_rematch_against_the_bot_is_refused_to_others(services: Services) -> None:
    match = await practise(services)
    with pytest.raises(MatchGoesOn):
        await services.rematches.rematch(ORANGE, match.id, PLACE)
    await services.matches.resign(ORANGE, match.id)
    with pytest.raises(NotAPlayer):
        await services.rematches.rematch(STRANGER, match.id, PLACE)
