"""People who leave: told once, waited for, or not, as the server wants it; and back again."""

import sqlite3
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.features.matches.access import Presence
from bot.features.matches.due import TimeOut
from bot.features.notifications.queries import NotificationKind
from bot.features.people.departures import AGAIN_AFTER, LOOK_EVERY, SOON_AFTER
from bot.features.people.queries import DepartureEnd
from bot.features.settings.server import Leaving
from bot.game import Seat
from bot.match.challenge import Answer
from bot.match.clock import DAY, Unlimited
from bot.match.ending import PATIENCE
from bot.match.identity import GuildId, Instant, MatchId, MessageId, UserId
from bot.match.match import Match, Outcome, Why
from bot.match.terms import Starts, Terms
from bot.services import Host, open_host
from tests.features.clocks import StandingClock
from tests.features.hosting import begin, play, run_due
from tests.features.looks import begin_looks
from tests.match.table import GRAY, GUILD, NOON, ORANGE, PLACE, STRANGER, friend

GONE, MEMBER = Presence.GONE, Presence.MEMBER
ELSEWHERE = GuildId(8)


async def begin_endless(host: Host, orange: UserId = ORANGE, gray: UserId = GRAY) -> Match:
    """Begin a match without a limit of time."""
    terms = Terms(Starts.ME, time=Unlimited())
    challenge = await host.challenges.offer(orange, friend(gray), PLACE, terms)
    message = MessageId(7000 + challenge.id)
    answered = await host.challenges.answer(gray, challenge.id, Answer.ACCEPT, message)
    assert answered.match is not None
    return answered.match


async def end_at_once(host: Host) -> None:
    await host.settings.change(GUILD, lambda settings: replace(settings, leaving=Leaving.FORFEITS))


def told(path: Path, number: MatchId) -> list[str]:
    """The kinds of notifications about departures that were ever owed of a match."""
    kinds = [kind.value for kind in NotificationKind if kind.name.endswith(("_LEFT", "_BACK"))]
    connection = sqlite3.connect(path)
    rows = connection.execute(
        "SELECT kind FROM notifications WHERE match_id = ? ORDER BY id", [number]
    )
    found = [kind for (kind,) in rows if kind in kinds]
    connection.close()
    return found


def pass_time(clock: StandingClock, seconds: float) -> None:
    clock.moment = Instant(clock.moment + seconds)


async def test_who_plays_is_looked_for_about_once_a_day(host: Host, clock: StandingClock) -> None:
    await begin(host)
    await begin(host)
    assert await begin_looks(host) == []
    pass_time(clock, LOOK_EVERY)
    due = await begin_looks(host)
    assert {(each.guild, each.user) for each in due} == {(GUILD, ORANGE), (GUILD, GRAY)}
    assert await begin_looks(host) == []
    for user in (ORANGE, GRAY):
        assert await host.departures.note(GUILD, user, MEMBER) == ()
    pass_time(clock, AGAIN_AFTER)
    assert await begin_looks(host) == []
    pass_time(clock, LOOK_EVERY - AGAIN_AFTER)
    assert len(await begin_looks(host)) == 2


async def test_a_question_that_was_not_answered_is_asked_again_soon(
    host: Host, clock: StandingClock
) -> None:
    await begin(host)
    pass_time(clock, LOOK_EVERY)
    assert len(await begin_looks(host, 1)) == 1
    [other] = await begin_looks(host, 1)
    pass_time(clock, AGAIN_AFTER)
    assert len(await begin_looks(host)) == 2
    await host.departures.put_off(other)
    pass_time(clock, AGAIN_AFTER)
    assert [each.user for each in await begin_looks(host)] != [other.user]


async def test_who_has_no_match_here_any_more_is_forgotten(
    host: Host, clock: StandingClock
) -> None:
    number = (await begin(host)).id
    await begin(host, guild=ELSEWHERE)
    await host.matches.resign(ORANGE, number)
    pass_time(clock, LOOK_EVERY)
    assert {each.guild for each in await begin_looks(host)} == {ELSEWHERE}
    assert await host.departures.note(GUILD, ORANGE, GONE) == ()
    assert await host.departures.note(GUILD, STRANGER, GONE) == ()


async def test_who_is_written_to_is_looked_for_sooner_but_not_every_time(
    host: Host, clock: StandingClock
) -> None:
    await begin(host)
    people = [(GUILD, ORANGE), (GUILD, STRANGER)]
    await host.departures.look_soon(people)
    assert await begin_looks(host) == []
    pass_time(clock, SOON_AFTER)
    await host.departures.look_soon(people)
    assert [each.user for each in await begin_looks(host)] == [ORANGE]
    await host.departures.note(GUILD, ORANGE, MEMBER)
    await host.departures.look_soon(people)
    assert await begin_looks(host) == []


async def test_a_departure_is_told_once_in_each_match_of_the_server(
    host: Host, path: Path, clock: StandingClock
) -> None:
    first = await play(host, (await begin(host)).id, "Kc3", "Kd5")
    second = await begin(host, STRANGER, ORANGE)
    elsewhere = await begin(host, guild=ELSEWHERE)
    changed = await host.departures.note(GUILD, ORANGE, GONE)
    assert set(changed) == {first.id, second.id}
    for _ in range(3):
        pass_time(clock, DAY / 2)
        assert await host.departures.note(GUILD, ORANGE, GONE) == ()
    assert told(path, first.id) == ["orange left"]
    assert told(path, second.id) == ["gray left"]
    assert told(path, elsewhere.id) == []
    assert (await host.matches.find(first.id)).outcome is None


async def test_a_match_begun_with_somebody_who_is_away_is_told_of_too(
    host: Host, path: Path, clock: StandingClock
) -> None:
    first = await begin(host)
    await host.departures.note(GUILD, ORANGE, GONE)
    pass_time(clock, 60)
    second = await begin(host)
    [due] = await begin_looks(host)
    assert due.user == ORANGE
    assert await host.departures.note(GUILD, ORANGE, GONE) == (second.id,)
    assert told(path, first.id) == told(path, second.id) == ["orange left"]


async def test_who_left_and_does_not_come_back_runs_out_of_time(
    host: Host, clock: StandingClock
) -> None:
    number = (await play(host, (await begin(host)).id, "Kc3", "Kd5")).id
    await host.departures.note(GUILD, ORANGE, GONE)
    pass_time(clock, 3 * DAY)
    assert await run_due(host) == [TimeOut(number)]
    assert (await host.matches.find(number)).outcome == Outcome(Why.TIME, Seat.GRAY)
    assert await run_due(host) == []


@pytest.mark.parametrize("noticed", ["as they act", "by a look"])
async def test_who_comes_back_plays_on_and_the_opponent_is_told_once(
    host: Host, path: Path, clock: StandingClock, noticed: str
) -> None:
    number = (await play(host, (await begin(host)).id, "Kc3", "Kd5")).id
    await host.departures.note(GUILD, ORANGE, GONE)
    pass_time(clock, DAY)
    if noticed == "as they act":
        assert await host.departures.acted(ELSEWHERE, ORANGE) == ()
        assert await host.departures.acted(GUILD, GRAY) == ()
        assert await host.departures.acted(GUILD, ORANGE) == (number,)
        assert await host.departures.acted(GUILD, ORANGE) == ()
    else:
        assert await host.departures.note(GUILD, ORANGE, MEMBER) == (number,)
    assert await host.departures.note(GUILD, ORANGE, MEMBER) == ()
    assert told(path, number) == ["orange left", "orange back"]
    assert (await play(host, number, "Ka1")).ply == 3
    await host.departures.note(GUILD, ORANGE, GONE)
    assert told(path, number)[2:] == ["orange left"]


async def test_a_restart_forgets_nobody_who_left(path: Path, clock: StandingClock) -> None:
    async with open_host(path, clock, Random(1)) as host:
        number = (await begin(host)).id
        await host.departures.note(GUILD, GRAY, GONE)
    async with open_host(path, clock, Random(1)) as host:
        assert await host.departures.note(GUILD, GRAY, GONE) == ()
    async with open_host(path, clock, Random(1)) as host:
        assert await host.departures.acted(GUILD, ORANGE) == ()
        assert await host.departures.acted(GUILD, GRAY) == (number,)
    assert told(path, number) == ["gray left", "gray back"]


async def test_a_server_may_want_such_matches_to_end_at_once(host: Host, path: Path) -> None:
    await end_at_once(host)
    begun = await play(host, (await begin(host)).id, "Kc3", "Kd5")
    hardly = await play(host, (await begin(host)).id, "Kc3")
    elsewhere = await begin(host, guild=ELSEWHERE)
    changed = await host.departures.note(GUILD, ORANGE, GONE)
    assert set(changed) == {begun.id, hardly.id}
    assert (await host.matches.find(begun.id)).outcome == Outcome(Why.LEFT, Seat.GRAY)
    assert (await host.matches.find(hardly.id)).outcome == Outcome(Why.CALLED_OFF, None)
    assert (await host.matches.find(elsewhere.id)).outcome is None
    assert told(path, begun.id) == []
    assert told(path, hardly.id) == ["orange left"]
    assert await host.departures.note(GUILD, GRAY, GONE) == ()


async def test_who_wins_at_once_is_looked_for_before(host: Host, clock: StandingClock) -> None:
    await end_at_once(host)
    stayed = await play(host, (await begin(host)).id, "Kc3", "Kd5")
    left_too = await play(host, (await begin(host, ORANGE, STRANGER)).id, "Kc3", "Kd5")
    pass_time(clock, DAY)
    assert await host.departures.note(GUILD, ORANGE, GONE) == ()
    assert {each.user for each in await begin_looks(host)} == {GRAY, STRANGER}
    assert await host.departures.note(GUILD, GRAY, MEMBER) == ()
    assert await host.departures.note(GUILD, STRANGER, GONE) == (left_too.id,)
    pass_time(clock, 1)
    assert [each.user for each in await begin_looks(host)] == [ORANGE]
    assert await host.departures.note(GUILD, ORANGE, GONE) == (stayed.id,)
    assert (await host.matches.find(stayed.id)).outcome == Outcome(Why.LEFT, Seat.GRAY)
    assert (await host.matches.find(left_too.id)).outcome == Outcome(Why.BOTH_LEFT, None)


async def test_nobody_is_asked_for_all_the_time_while_discord_does_not_tell_of_the_other(
    host: Host, clock: StandingClock
) -> None:
    await end_at_once(host)
    number = (await play(host, (await begin(host)).id, "Kc3", "Kd5")).id
    pass_time(clock, DAY)
    asked = []
    for _ in range(60):
        for member in await begin_looks(host, 5):
            asked.append(member.user)
            if member.user == ORANGE:
                await host.departures.note(GUILD, ORANGE, GONE)
        pass_time(clock, AGAIN_AFTER / 59)
    assert sorted(asked) == [ORANGE, ORANGE, GRAY, GRAY]
    assert (await host.matches.find(number)).outcome is None
    assert await host.departures.note(GUILD, GRAY, MEMBER) == ()
    assert [each.user for each in await begin_looks(host, 5)] == [ORANGE]
    assert await host.departures.note(GUILD, ORANGE, GONE) == (number,)
    assert (await host.matches.find(number)).outcome == Outcome(Why.LEFT, Seat.GRAY)


async def test_a_server_that_changes_its_mind_ends_them_at_the_next_look(host: Host) -> None:
    number = (await play(host, (await begin(host)).id, "Kc3", "Kd5")).id
    await host.departures.note(GUILD, ORANGE, GONE)
    await host.departures.note(GUILD, GRAY, GONE)
    await end_at_once(host)
    assert await host.departures.note(GUILD, ORANGE, GONE) == (number,)
    assert (await host.matches.find(number)).outcome == Outcome(Why.BOTH_LEFT, None)


async def test_a_match_without_a_limit_of_time_waits_for_a_fortnight(
    host: Host, clock: StandingClock
) -> None:
    number = (await play(host, (await begin_endless(host)).id, "Kc3", "Kd5")).id
    await host.departures.note(GUILD, GRAY, GONE)
    assert await host.clocks.next_deadline() == NOON + PATIENCE
    pass_time(clock, PATIENCE - 1)
    assert await run_due(host) == []
    await host.departures.note(GUILD, GRAY, GONE)
    pass_time(clock, 1)
    assert await run_due(host) == [DepartureEnd(GRAY, GUILD)]
    assert await run_due(host) == []
    assert (await host.matches.find(number)).outcome == Outcome(Why.LEFT, Seat.ORANGE)
    assert await host.clocks.next_deadline() is None


async def test_each_match_waits_for_its_own_fortnight(host: Host, clock: StandingClock) -> None:
    first = await play(host, (await begin_endless(host)).id, "Kc3", "Kd5")
    await host.departures.note(GUILD, GRAY, GONE)
    pass_time(clock, DAY)
    second = await begin_endless(host, STRANGER, GRAY)
    await host.departures.note(GUILD, GRAY, GONE)
    pass_time(clock, PATIENCE - DAY)
    assert await run_due(host) == [DepartureEnd(GRAY, GUILD)]
    assert (await host.matches.find(first.id)).outcome is not None
    assert (await host.matches.find(second.id)).outcome is None
    pass_time(clock, DAY)
    assert await run_due(host) == [DepartureEnd(GRAY, GUILD)]
    assert (await host.matches.find(second.id)).outcome == Outcome(Why.CALLED_OFF, None)


async def test_both_may_leave_a_match_without_a_limit_of_time(
    host: Host, clock: StandingClock
) -> None:
    number = (await play(host, (await begin_endless(host)).id, "Kc3", "Kd5")).id
    for user in (GRAY, ORANGE):
        await host.departures.note(GUILD, user, GONE)
        pass_time(clock, DAY)
    pass_time(clock, PATIENCE)
    assert await run_due(host) != []
    assert (await host.matches.find(number)).outcome == Outcome(Why.BOTH_LEFT, None)


async def test_who_is_back_in_time_ends_nothing(host: Host, clock: StandingClock) -> None:
    await begin_endless(host)
    await host.departures.note(GUILD, GRAY, GONE)
    pass_time(clock, PATIENCE - 1)
    await host.departures.acted(GUILD, GRAY)
    pass_time(clock, DAY)
    assert await run_due(host) == []
    assert await host.clocks.next_deadline() is None


async def test_an_outage_is_no_time_in_which_somebody_could_have_come_back(
    host: Host, clock: StandingClock
) -> None:
    await host.clocks.beat()
    await begin_endless(host)
    await host.departures.note(GUILD, GRAY, GONE)
    pass_time(clock, DAY)
    await host.clocks.beat()
    assert await host.clocks.next_deadline() == NOON + PATIENCE + DAY


async def test_one_whose_matches_cannot_be_ended_holds_up_nobody_else(
    host: Host, path: Path, clock: StandingClock
) -> None:
    await begin_endless(host, ORANGE, STRANGER)
    await host.departures.note(GUILD, STRANGER, GONE)
    pass_time(clock, 1)
    other = await begin_endless(host)
    await host.departures.note(GUILD, GRAY, GONE)
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE TRIGGER stuck BEFORE UPDATE OF outcome_why ON matches WHEN new.id = 1 "
        "AND new.outcome_why IS NOT NULL BEGIN SELECT raise(ABORT, 'stuck'); END"
    )
    connection.commit()
    connection.close()
    pass_time(clock, PATIENCE)
    assert await run_due(host) == [DepartureEnd(GRAY, GUILD)]
    assert (await host.matches.find(other.id)).outcome is not None
