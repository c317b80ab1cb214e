"""Ladders whose players have left the server, and those of servers that the bot has left."""

from dataclasses import replace

from bot.features.competitions.members import ExitReason
from bot.features.ladders.ladder import LadderChallengeState, RestReason
from bot.features.ladders.notices import CHALLENGE_NOTICE, LADDER_CARD
from bot.features.matches.access import Presence
from bot.match.clock import DAY
from bot.match.identity import ChannelId, MessageId
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.ladders import (
    PEOPLE,
    open_ladder,
    run_jobs_and_reload,
    rung_of,
    send_challenge,
    start_challenge_match,
    users_on,
)
from tests.kit.matches import GUILD
from tests.kit.member_looks import begin_member_looks

ADA, BEN, CLEO, DAN = PEOPLE[:4]


async def test_the_membership_of_players_without_a_match_is_checked(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 3)
    clock.advance(DAY)
    await run_jobs_and_reload(services, field)
    assert sorted(each.user for each in await begin_member_looks(services)) == [ADA, BEN, CLEO]
    await services.departures.record(GUILD, BEN, Presence.GONE)
    field = await run_jobs_and_reload(services, field)
    assert users_on(field) == [ADA, CLEO]
    assert field.rung(rung_of(field, BEN)).off_why is ExitReason.LEFT_SERVER


async def test_a_server_with_only_a_ladder_is_in_use(services: Services) -> None:
    assert await services.absences.with_live_matches() == frozenset()
    await open_ladder(services)
    assert await services.absences.with_live_matches() == {GUILD}


async def test_a_ladder_is_closed_if_the_bot_stays_out_of_its_server(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 4)
    match = await start_challenge_match(services, field, DAN, ADA)
    waiting = await send_challenge(services, field, CLEO, BEN)
    await services.absences.begin(GUILD)
    clock.advance(59 * DAY)
    assert (await run_jobs_and_reload(services, field)).ladder.is_open
    clock.advance(2 * DAY)
    field = await run_jobs_and_reload(services, field)
    assert not field.ladder.is_open
    void = field.challenge(waiting.id)
    assert void is None or void.state is not LadderChallengeState.ASKED
    assert field.open == ()
    # A match in direct messages goes on, but changes no place on the ladder.
    await services.matches.resign(ADA, match.id)
    assert users_on(await run_jobs_and_reload(services, field)) == [ADA, BEN, CLEO, DAN]
    assert await services.absences.with_live_matches() == frozenset()


async def test_the_time_of_an_absence_is_given_back(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 3)
    clock.advance(20 * DAY)
    waiting = await send_challenge(services, field, CLEO, BEN)
    await services.absences.begin(GUILD)
    clock.advance(30 * DAY)
    await run_jobs_and_reload(services, field)
    await services.absences.end(GUILD)
    field = await run_jobs_and_reload(services, field)
    put_off = field.challenge(waiting.id)
    assert put_off is not None
    assert put_off.state is LadderChallengeState.ASKED
    assert put_off.answer_by == waiting.answer_by + 30 * DAY
    assert [each.rests_why for each in field.rungs] == [None] * 3
    assert users_on(field) == [ADA, BEN, CLEO]
    clock.advance(4 * DAY)
    field = await run_jobs_and_reload(services, field)
    assert field.rung(rung_of(field, ADA)).rests_why is RestReason.IDLE
    # The end of the week of 7 days is delayed as well.
    assert field.ladder.falls_at > clock.now()


async def test_a_vacation_that_extends_the_time_to_accept_updates_the_messages(
    services: Services, clock: StandingClock
) -> None:
    await services.settings.change(GUILD, lambda now: replace(now, vacation_days=30))
    field = await open_ladder(services, 2)
    challenge = await send_challenge(services, field, BEN, ADA)
    clock.advance(DAY)
    await services.vacations.begin(ADA, GUILD, 5)
    shown = {LADDER_CARD.name: field.ladder.id, CHALLENGE_NOTICE.name: challenge.id}
    for each in await services.outbox.due(99):
        if each.kind in shown:
            place = ChannelId(5), MessageId(each.subject)
            await services.outbox.shown(each, each.revision, *place)
    clock.advance(2.1 * DAY)
    await run_jobs_and_reload(services, field)
    due = {each.kind: each.subject for each in await services.outbox.due(99)}
    assert shown.items() <= due.items()
