"""Players who leave and return: opponents are notified once, and wait if the server wants it."""

from pathlib import Path
from random import Random

import pytest

from bot.db.errors import StorageFailing
from bot.db.statements import Connection
from bot.features.matches.access import Presence
from bot.features.matches.jobs import TimeOut
from bot.features.notifications.kinds import NotificationKind
from bot.features.people.queries import DepartureEnd
from bot.features.people.service import AGAIN_AFTER, LOOK_EVERY, SOON_AFTER
from bot.game import Seat
from bot.match.clock import DAY
from bot.match.ending import PATIENCE
from bot.match.identity import GuildId, Instant, MatchId
from bot.match.match import EndReason, Outcome
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, GUILD, NOON, ORANGE, STRANGER
from tests.kit.member_looks import begin_member_looks
from tests.kit.raw_database import change, rows_in
from tests.kit.service_matches import (
    begin,
    begin_in_direct_messages,
    begin_untimed,
    forfeit_on_leaving,
    play,
    run_due_jobs,
)

GONE, MEMBER = Presence.GONE, Presence.MEMBER
ELSEWHERE = GuildId(8)


def departures_of(path: Path, number: MatchId) -> list[str]:
    """Return the kinds of all notifications about departures that a match has had."""
    kinds = [kind.value for kind in NotificationKind if kind.name.endswith(("_LEFT", "_BACK"))]
    rows = rows_in(path, "SELECT kind FROM notifications WHERE match_id = ? ORDER BY id", number)
    return [kind for (kind,) in rows if kind in kinds]


def pass_time(clock: StandingClock, seconds: float) -> None:
    clock.moment = Instant(clock.moment + seconds)


async def test_the_membership_of_a_player_is_checked_about_once_a_day(
    services: Services, clock: StandingClock
) -> None:
    await begin(services)
    await begin(services)
    assert await begin_member_looks(services) == []
    pass_time(clock, LOOK_EVERY)
    due = await begin_member_looks(services)
    assert {(each.guild, each.user) for each in due} == {(GUILD, ORANGE), (GUILD, GRAY)}
    assert await begin_member_looks(services) == []
    for user in (ORANGE, GRAY):
        assert await services.departures.record(GUILD, user, MEMBER) == ()
    pass_time(clock, AGAIN_AFTER)
    assert await begin_member_looks(services) == []
    pass_time(clock, LOOK_EVERY - AGAIN_AFTER)
    assert len(await begin_member_looks(services)) == 2


async def test_an_unanswered_membership_check_is_repeated_soon(
    services: Services, clock: StandingClock
) -> None:
    await begin(services)
    pass_time(clock, LOOK_EVERY)
    assert len(await begin_member_looks(services, 1)) == 1
    [other] = await begin_member_looks(services, 1)
    pass_time(clock, AGAIN_AFTER)
    assert len(await begin_member_looks(services)) == 2
    await services.departures.put_off(other)
    pass_time(clock, AGAIN_AFTER)
    assert [each.user for each in await begin_member_looks(services)] != [other.user]


async def test_a_member_without_matches_is_forgotten(
    services: Services, clock: StandingClock
) -> None:
    number = (await begin(services)).id
    await begin(services, guild=ELSEWHERE)
    await services.matches.resign(ORANGE, number)
    pass_time(clock, LOOK_EVERY)
    assert {each.guild for each in await begin_member_looks(services)} == {ELSEWHERE}
    assert await services.departures.record(GUILD, ORANGE, GONE) == ()
    assert await services.departures.record(GUILD, STRANGER, GONE) == ()


async def test_a_user_who_is_written_to_is_checked_sooner_but_not_every_time(
    services: Services, clock: StandingClock
) -> None:
    await begin(services)
    people = [(GUILD, ORANGE), (GUILD, STRANGER)]
    await services.departures.look_soon(people)
    assert await begin_member_looks(services) == []
    pass_time(clock, SOON_AFTER)
    await services.departures.look_soon(people)
    assert [each.user for each in await begin_member_looks(services)] == [ORANGE]
    await services.departures.record(GUILD, ORANGE, MEMBER)
    await services.departures.look_soon(people)
    assert await begin_member_looks(services) == []


async def test_a_user_checked_because_of_a_message_is_checked_again_after_an_hour(
    services: Services, clock: StandingClock
) -> None:
    await begin(services)
    await services.departures.look_soon([(GUILD, ORANGE)])
    assert await begin_member_looks(services) == []
    pass_time(clock, SOON_AFTER)
    assert [each.user for each in await begin_member_looks(services)] == [ORANGE]


async def test_a_departure_is_notified_once_in_each_match_of_the_server(
    services: Services, path: Path, clock: StandingClock
) -> None:
    first = await play(services, (await begin(services)).id, "Kc3", "Kd5")
    second = await begin(services, STRANGER, ORANGE)
    elsewhere = await begin(services, guild=ELSEWHERE)
    changed = await services.departures.record(GUILD, ORANGE, GONE)
    assert set(changed) == {first.id, second.id}
    for _ in range(3):
        pass_time(clock, DAY / 2)
        assert await services.departures.record(GUILD, ORANGE, GONE) == ()
    assert departures_of(path, first.id) == ["orange left"]
    assert departures_of(path, second.id) == ["gray left"]
    assert departures_of(path, elsewhere.id) == []
    assert (await services.matches.find(first.id)).outcome is None


async def test_a_match_begun_with_a_departed_member_is_reported_too(
    services: Services, path: Path, clock: StandingClock
) -> None:
    first = await begin(services)
    await services.departures.record(GUILD, ORANGE, GONE)
    pass_time(clock, 60)
    second = await begin(services)
    [due] = await begin_member_looks(services)
    assert due.user == ORANGE
    assert await services.departures.record(GUILD, ORANGE, GONE) == (second.id,)
    assert departures_of(path, first.id) == departures_of(path, second.id) == ["orange left"]


async def test_a_user_who_does_not_come_back_loses_on_time(
    services: Services, clock: StandingClock
) -> None:
    number = (await play(services, (await begin(services)).id, "Kc3", "Kd5")).id
    await services.departures.record(GUILD, ORANGE, GONE)
    pass_time(clock, 3 * DAY)
    assert await run_due_jobs(services) == [TimeOut(number)]
    assert (await services.matches.find(number)).outcome == Outcome(EndReason.TIME, Seat.GRAY)
    assert await run_due_jobs(services) == []


@pytest.mark.parametrize("noticed", ["as they act", "by a look"])
async def test_a_user_who_comes_back_plays_on_and_the_opponent_is_notified_once(
    services: Services, path: Path, clock: StandingClock, noticed: str
) -> None:
    number = (await play(services, (await begin(services)).id, "Kc3", "Kd5")).id
    await services.departures.record(GUILD, ORANGE, GONE)
    pass_time(clock, DAY)
    if noticed == "as they act":
        assert await services.departures.record_activity(ELSEWHERE, ORANGE) == ()
        assert await services.departures.record_activity(GUILD, GRAY) == ()
        assert await services.departures.record_activity(GUILD, ORANGE) == (number,)
        assert await services.departures.record_activity(GUILD, ORANGE) == ()
    else:
        assert await services.departures.record(GUILD, ORANGE, MEMBER) == (number,)
    assert await services.departures.record(GUILD, ORANGE, MEMBER) == ()
    assert departures_of(path, number) == ["orange left", "orange back"]
    assert (await play(services, number, "Ka1")).ply == 3
    await services.departures.record(GUILD, ORANGE, GONE)
    assert departures_of(path, number)[2:] == ["orange left"]


async def test_departures_survive_a_restart(path: Path, clock: StandingClock) -> None:
    async with open_services(path, clock, Random(1)) as services:
        number = (await begin(services)).id
        await services.departures.record(GUILD, GRAY, GONE)
    async with open_services(path, clock, Random(1)) as services:
        assert await services.departures.record(GUILD, GRAY, GONE) == ()
    async with open_services(path, clock, Random(1)) as services:
        assert await services.departures.record_activity(GUILD, ORANGE) == ()
        assert await services.departures.record_activity(GUILD, GRAY) == (number,)
    assert departures_of(path, number) == ["gray left", "gray back"]


async def test_a_server_may_end_matches_of_departed_users_at_once(
    services: Services, path: Path
) -> None:
    await forfeit_on_leaving(services)
    begun = await play(services, (await begin(services)).id, "Kc3", "Kd5")
    barely_begun = await play(services, (await begin(services)).id, "Kc3")
    elsewhere = await begin(services, guild=ELSEWHERE)
    changed = await services.departures.record(GUILD, ORANGE, GONE)
    assert set(changed) == {begun.id, barely_begun.id}
    assert (await services.matches.find(begun.id)).outcome == Outcome(EndReason.LEFT, Seat.GRAY)
    assert (await services.matches.find(barely_begun.id)).outcome == Outcome(
        EndReason.CALLED_OFF, None
    )
    assert (await services.matches.find(elsewhere.id)).outcome is None
    assert departures_of(path, begun.id) == []
    assert departures_of(path, barely_begun.id) == ["orange left"]
    assert await services.departures.record(GUILD, GRAY, GONE) == ()


async def test_a_match_in_direct_messages_ends_at_once_only_if_a_player_is_out_of_reach(
    services: Services,
) -> None:
    await forfeit_on_leaving(services)
    number = (await begin_in_direct_messages(services)).id
    await play(services, number, "Kc3", "Kd5")
    assert await services.departures.record(GUILD, GRAY, GONE) == ()
    assert (await services.matches.find(number)).outcome is None
    assert await services.departures.record(GUILD, GRAY, Presence.UNREACHABLE) == (number,)
    assert (await services.matches.find(number)).outcome == Outcome(EndReason.LEFT, Seat.ORANGE)


async def test_the_winners_membership_is_checked_before_an_immediate_win(
    services: Services, clock: StandingClock
) -> None:
    await forfeit_on_leaving(services)
    stayed = await play(services, (await begin(services)).id, "Kc3", "Kd5")
    left_too = await play(services, (await begin(services, ORANGE, STRANGER)).id, "Kc3", "Kd5")
    pass_time(clock, DAY)
    assert await services.departures.record(GUILD, ORANGE, GONE) == ()
    assert {each.user for each in await begin_member_looks(services)} == {GRAY, STRANGER}
    assert await services.departures.record(GUILD, GRAY, MEMBER) == ()
    assert await services.departures.record(GUILD, STRANGER, GONE) == (left_too.id,)
    pass_time(clock, 1)
    assert [each.user for each in await begin_member_looks(services)] == [ORANGE]
    assert await services.departures.record(GUILD, ORANGE, GONE) == (stayed.id,)
    assert (await services.matches.find(stayed.id)).outcome == Outcome(EndReason.LEFT, Seat.GRAY)
    assert (await services.matches.find(left_too.id)).outcome == Outcome(EndReason.BOTH_LEFT, None)


async def test_checks_of_a_member_that_discord_does_not_report_are_limited(
    services: Services, clock: StandingClock
) -> None:
    await forfeit_on_leaving(services)
    number = (await play(services, (await begin(services)).id, "Kc3", "Kd5")).id
    pass_time(clock, DAY)
    asked = []
    for _ in range(60):
        for member in await begin_member_looks(services, 5):
            asked.append(member.user)
            if member.user == ORANGE:
                await services.departures.record(GUILD, ORANGE, GONE)
        pass_time(clock, AGAIN_AFTER / 59)
    assert sorted(asked) == [ORANGE, ORANGE, GRAY, GRAY]
    assert (await services.matches.find(number)).outcome is None
    assert await services.departures.record(GUILD, GRAY, MEMBER) == ()
    assert [each.user for each in await begin_member_looks(services, 5)] == [ORANGE]
    assert await services.departures.record(GUILD, ORANGE, GONE) == (number,)
    assert (await services.matches.find(number)).outcome == Outcome(EndReason.LEFT, Seat.GRAY)


async def test_a_changed_setting_takes_effect_at_the_next_check(
    services: Services,
) -> None:
    number = (await play(services, (await begin(services)).id, "Kc3", "Kd5")).id
    await services.departures.record(GUILD, ORANGE, GONE)
    await services.departures.record(GUILD, GRAY, GONE)
    await forfeit_on_leaving(services)
    assert await services.departures.record(GUILD, ORANGE, GONE) == (number,)
    assert (await services.matches.find(number)).outcome == Outcome(EndReason.BOTH_LEFT, None)


async def test_a_match_without_a_time_limit_waits_for_two_weeks(
    services: Services, clock: StandingClock
) -> None:
    number = (await play(services, (await begin_untimed(services)).id, "Kc3", "Kd5")).id
    await services.departures.record(GUILD, GRAY, GONE)
    assert await services.clocks.next_deadline() == NOON + PATIENCE
    pass_time(clock, PATIENCE - 1)
    assert await run_due_jobs(services) == []
    await services.departures.record(GUILD, GRAY, GONE)
    pass_time(clock, 1)
    assert await run_due_jobs(services) == [DepartureEnd(GRAY, GUILD)]
    assert await run_due_jobs(services) == []
    assert (await services.matches.find(number)).outcome == Outcome(EndReason.LEFT, Seat.ORANGE)
    assert await services.clocks.next_deadline() is None


async def test_each_match_waits_for_two_weeks_of_its_own(
    services: Services, clock: StandingClock
) -> None:
    first = await play(services, (await begin_untimed(services)).id, "Kc3", "Kd5")
    await services.departures.record(GUILD, GRAY, GONE)
    pass_time(clock, DAY)
    second = await begin_untimed(services, STRANGER, GRAY)
    await services.departures.record(GUILD, GRAY, GONE)
    pass_time(clock, PATIENCE - DAY)
    assert await run_due_jobs(services) == [DepartureEnd(GRAY, GUILD)]
    assert (await services.matches.find(first.id)).outcome is not None
    assert (await services.matches.find(second.id)).outcome is None
    pass_time(clock, DAY)
    assert await run_due_jobs(services) == [DepartureEnd(GRAY, GUILD)]
    assert (await services.matches.find(second.id)).outcome == Outcome(EndReason.CALLED_OFF, None)


async def test_both_players_may_leave_a_match_without_a_time_limit(
    services: Services, clock: StandingClock
) -> None:
    number = (await play(services, (await begin_untimed(services)).id, "Kc3", "Kd5")).id
    for user in (GRAY, ORANGE):
        await services.departures.record(GUILD, user, GONE)
        pass_time(clock, DAY)
    pass_time(clock, PATIENCE)
    assert await run_due_jobs(services) != []
    assert (await services.matches.find(number)).outcome == Outcome(EndReason.BOTH_LEFT, None)


async def test_a_return_in_time_ends_no_match(services: Services, clock: StandingClock) -> None:
    await begin_untimed(services)
    await services.departures.record(GUILD, GRAY, GONE)
    pass_time(clock, PATIENCE - 1)
    await services.departures.record_activity(GUILD, GRAY)
    pass_time(clock, DAY)
    assert await run_due_jobs(services) == []
    assert await services.clocks.next_deadline() is None


async def test_a_return_is_noticed_even_if_the_first_action_could_not_be_stored(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = (await begin_untimed(services)).id
    await services.departures.record(GUILD, GRAY, GONE)

    async def fail(*_: object) -> None:
        raise StorageFailing("database or disk is full")

    with monkeypatch.context() as full:
        full.setattr(Connection, "commit", fail)
        with pytest.raises(StorageFailing):
            await services.departures.record_activity(GUILD, GRAY)
    assert await services.departures.record_activity(GUILD, GRAY) == (number,)


async def test_a_departure_that_cannot_be_reported_is_not_stored(
    services: Services, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = (await begin_untimed(services)).id

    def fail(_: object) -> None:
        raise StorageFailing("the server closed the connection")

    with monkeypatch.context() as away:
        away.setattr(type(services._database), "reading", fail)
        with pytest.raises(StorageFailing):
            await services.departures.record(GUILD, GRAY, GONE)
    assert departures_of(path, number) == []
    assert await services.departures.record(GUILD, GRAY, GONE) == (number,)


async def test_an_outage_is_not_counted_as_time_to_come_back(
    services: Services, clock: StandingClock
) -> None:
    await services.clocks.beat()
    await begin_untimed(services)
    await services.departures.record(GUILD, GRAY, GONE)
    pass_time(clock, DAY)
    await services.clocks.beat()
    assert await services.clocks.next_deadline() == NOON + PATIENCE + DAY


@pytest.mark.sqlite
async def test_a_failure_to_end_a_members_matches_does_not_block_others(
    services: Services, path: Path, clock: StandingClock
) -> None:
    await begin_untimed(services, ORANGE, STRANGER)
    await services.departures.record(GUILD, STRANGER, GONE)
    pass_time(clock, 1)
    other = await begin_untimed(services)
    await services.departures.record(GUILD, GRAY, GONE)
    change(
        path,
        "CREATE TRIGGER stuck BEFORE UPDATE OF outcome_why ON matches WHEN new.id = 1 "
        "AND new.outcome_why IS NOT NULL BEGIN SELECT raise(ABORT, 'stuck'); END",
    )
    pass_time(clock, PATIENCE)
    assert await run_due_jobs(services) == [DepartureEnd(GRAY, GUILD)]
    assert (await services.matches.find(other.id)).outcome is not None


async def test_a_match_that_is_ended_after_both_left_has_no_winner(services: Services) -> None:
    match = await begin(services)
    for text in ("Kc3", "Kd5"):
        await play(services, match.id, text)
    for user in (ORANGE, GRAY):
        await services.departures.record(GUILD, user, GONE)
    ended = await services.departures.end_match(GRAY, match.id)
    assert ended.outcome == Outcome(EndReason.BOTH_LEFT, None)
