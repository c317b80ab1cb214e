"""The bot's actions as an opponent: found when due, and stored like a player's."""

import contextlib
from pathlib import Path
from random import Random

import pytest

from bot.db.errors import UnreadableRow
from bot.features.matches.access import Presence
from bot.features.matches.jobs import BotAnswer, TimeOut
from bot.features.notifications.kinds import NotificationKind
from bot.features.practice.opponent import (
    AnswersDraw,
    BotPolicy,
    ClaimsDraw,
    Decision,
    GivesUp,
    Plays,
    Situation,
)
from bot.game import Seat, legal_turns, read_turn
from bot.jobs.backoff import GRACE
from bot.match.challenge import Particulars
from bot.match.clock import DAY, HOUR, Bank, PerMove, TimeControl
from bot.match.conditional_notation import read_lines
from bot.match.identity import MatchId, Ply, Seconds
from bot.match.match import EndReason, Match, OfferAnswer, Outcome
from bot.match.playing import CompleteTurn, NoTimeToGive
from bot.match.terms import Measurement, Pace, Starts, VenueKind
from bot.services import Services, open_services
from tests.kit.clocks import StandingClock
from tests.kit.matches import GUILD, ORANGE, STRANGER
from tests.kit.practice import BOT, UNLIMITED, practice_terms, practise, run_here
from tests.kit.raw_database import connect
from tests.kit.service_matches import begin, pending_kinds, play, run_due_jobs, scheduled_jobs

LOOKED_AWAY = 31.0
"""Seconds after which a user counts as having stopped waiting for the answer."""
THREE_DAYS = PerMove(Seconds(3 * DAY))
IN_PERSON = Particulars(venue=VenueKind.DIRECT)
BANK = Bank(Seconds(DAY), Seconds(HOUR), Seconds(2 * DAY))


async def situation(services: Services, number: MatchId) -> Situation:
    found = await services.opponents.situation(number)
    assert found is not None
    return found


async def carry_out(services: Services, number: MatchId, decision: Decision) -> Match:
    """Let the bot carry out this decision instead of its own."""
    done = await services.opponents.do(await situation(services, number), decision)
    assert done is not None
    return done


async def answer(services: Services, number: MatchId) -> Match:
    """Let the bot decide and act."""
    return await carry_out(
        services, number, await BotPolicy().decide(await situation(services, number), run_here)
    )


async def due_matches(services: Services) -> list[MatchId]:
    """List the matches in which the bot must act now, or after the grace for showing them."""
    until = services.clock.now() + GRACE
    return [
        each.match
        for each, due_at in await scheduled_jobs(services, BotAnswer)
        if isinstance(each, BotAnswer) and due_at <= until
    ]


def plays(text: str) -> Plays:
    return Plays(read_turn(text))


async def test_an_answer_is_due_as_soon_as_the_player_has_moved(
    services: Services, clock: StandingClock
) -> None:
    match = await practise(services)
    other = await practise(services, practice_terms(Starts.THEM), user=STRANGER)
    await begin(services)
    assert await due_matches(services) == [other.id]
    clock.advance(1)
    await play(services, match.id, "Kc3")
    assert await due_matches(services) == [other.id, match.id]
    answered = await answer(services, match.id)
    assert (answered.ply, answered.to_move) == (2, ORANGE)
    assert await due_matches(services) == [other.id]
    assert await services.opponents.situation(match.id) is None
    assert await services.opponents.situation(MatchId(99)) is None


async def test_an_answer_leaves_the_players_board_time_to_be_shown(
    services: Services, clock: StandingClock
) -> None:
    match = await practise(services)
    clock.advance(1)
    await play(services, match.id, "Kc3")
    [(_, due_at)] = await scheduled_jobs(services, BotAnswer)
    assert due_at == clock.now() + GRACE


async def test_an_unhurried_answer_comes_in_minutes_or_hours(
    services: Services, clock: StandingClock
) -> None:
    match = await practise(services, practice_terms(pace=Pace.UNHURRIED))
    moved = await play(services, match.id, "Kc3")
    answer_at = moved.answer_at
    assert answer_at is not None
    assert 5 * 60 <= answer_at - clock.now() <= 3 * HOUR
    assert await due_matches(services) == []
    assert await services.opponents.situation(match.id) is None
    assert await services.clocks.next_deadline() == answer_at
    clock.advance(answer_at - clock.now())
    assert await due_matches(services) == [match.id]
    assert (await answer(services, match.id)).ply == 2


@pytest.mark.parametrize("time", [THREE_DAYS, BANK, UNLIMITED], ids=["move", "bank", "unlimited"])
async def test_an_offer_during_an_unhurried_turn_is_answered_at_once_and_delays_no_turn(
    services: Services, clock: StandingClock, time: TimeControl
) -> None:
    match = await practise(services, practice_terms(pace=Pace.UNHURRIED, time=time))
    clock.advance(HOUR)
    moved = await play(services, match.id, "Kc3")
    turn_at = moved.answer_at
    assert turn_at is not None
    assert turn_at > clock.now()
    clock.advance(60)
    offered = await services.matches.offer_draw(ORANGE, match.id, moved.ply)
    assert offered.answer_at == clock.now()
    declined = await answer(services, match.id)
    assert (declined.outcome, declined.ply, declined.answer_at) == (None, 1, turn_at)
    assert await services.clocks.next_deadline() == turn_at


async def test_a_due_answer_is_not_the_next_deadline(services: Services) -> None:
    match = await practise(services, practice_terms(Starts.THEM))
    assert match.answer_at == match.changed_at
    deadline = await services.clocks.next_deadline()
    assert deadline is None or deadline > match.changed_at


async def test_a_search_for_an_outdated_position_is_discarded(services: Services) -> None:
    match = await practise(services)
    await play(services, match.id, "Kc3")
    before = await situation(services, match.id)
    await services.takebacks.ask(ORANGE, match.id, before.match.ply)
    assert await services.opponents.do(before, plays("Ka1")) is None
    await answer(services, match.id)
    assert await due_matches(services) == []
    await play(services, match.id, "Kd4")
    assert await services.opponents.do(before, plays("Ka1")) is None
    await services.matches.resign(ORANGE, match.id)
    assert await services.opponents.do(before, plays("Ka1")) is None
    assert await due_matches(services) == []


async def test_a_restart_during_a_search_leads_to_the_same_turn(
    path: Path, clock: StandingClock
) -> None:
    decisions: list[Decision] = []
    for _ in range(2):
        async with open_services(path, clock, Random(1)) as services:
            if not decisions:
                number = (await practise(services, practice_terms(level=2))).id
                await play(services, number, "Kc3")
            assert await due_matches(services) == [number]
            decisions.append(await BotPolicy().decide(await situation(services, number), run_here))
    assert decisions[0] == decisions[1]


async def test_a_planned_reply_answers_the_bot_at_once_and_then_the_bot_is_to_move(
    services: Services,
) -> None:
    match = await practise(services)
    await play(services, match.id, "Kc3")
    await services.plans.add(ORANGE, match.id, read_lines("Ka1 Ke5"))
    assert services.matches.moves == 1
    answered = await carry_out(services, match.id, plays("Ka1"))
    assert services.matches.moves == 3, "both count as played"
    assert (answered.ply, answered.to_move) == (3, BOT)
    assert await due_matches(services) == [match.id]
    assert NotificationKind.TURN not in await pending_kinds(services, match.id)
    await carry_out(services, match.id, plays("Kf6"))
    assert await pending_kinds(services, match.id) == [NotificationKind.TURN]


async def test_a_user_who_has_just_moved_is_not_notified_of_the_answer(
    services: Services, clock: StandingClock
) -> None:
    match = await practise(services)
    await play(services, match.id, "Kc3")
    clock.advance(LOOKED_AWAY - 2)
    await carry_out(services, match.id, plays("Ka1"))
    assert await pending_kinds(services, match.id) == []
    await play(services, match.id, "Kd4")
    clock.advance(LOOKED_AWAY)
    await carry_out(services, match.id, plays("Kf6"))
    assert await pending_kinds(services, match.id) == [NotificationKind.TURN]


async def test_the_player_gets_reminders_and_the_bot_gets_none(
    services: Services, clock: StandingClock
) -> None:
    match = await practise(services, practice_terms(time=THREE_DAYS))
    [reminder] = await services.notifications.of_match(match.id)
    assert (reminder.kind, reminder.user) == (NotificationKind.REMINDER, ORANGE)
    await play(services, match.id, "Kc3")
    assert await services.notifications.of_match(match.id) == []
    clock.advance(LOOKED_AWAY)
    await carry_out(services, match.id, plays("Ka1"))
    pending = await services.notifications.of_match(match.id)
    assert {each.kind for each in pending} == {NotificationKind.TURN, NotificationKind.REMINDER}
    assert {each.user for each in pending} == {ORANGE}


@pytest.mark.parametrize("time", [THREE_DAYS, BANK])
async def test_no_time_runs_for_the_bot(
    services: Services, clock: StandingClock, time: PerMove | Bank
) -> None:
    match = await practise(services, practice_terms(time=time))
    own = match.clock.left(clock.now())
    moved = await play(services, match.id, "Kc3")
    assert (moved.clock.deadline, moved.clock.held) == (None, None)
    clock.advance(400 * DAY)
    assert await run_due_jobs(services) == []
    back = await carry_out(services, match.id, plays("Ka1"))
    assert back.outcome is None
    left = back.clock.left(clock.now())
    assert left is not None
    assert own is not None
    assert left >= own
    clock.advance(left + 1)
    assert await run_due_jobs(services) == [TimeOut(match.id)]


async def test_a_draw_offered_too_late_ends_the_match_on_time(
    services: Services, clock: StandingClock
) -> None:
    match = await practise(services, practice_terms(time=THREE_DAYS))
    await play(services, match.id, "Kc3")
    current = await carry_out(services, match.id, plays("Ka1"))
    await services.matches.offer_draw(ORANGE, match.id, current.ply)
    clock.advance(3 * DAY)
    ended = await carry_out(services, match.id, AnswersDraw(OfferAnswer.DECLINE))
    assert ended.outcome == Outcome(EndReason.TIME, Seat.GRAY)


async def test_the_bot_ends_no_match_whose_time_ran_out_while_its_server_was_unreachable(
    services: Services, clock: StandingClock
) -> None:
    match = await practise(services, practice_terms(time=THREE_DAYS))
    await play(services, match.id, "Kc3")
    current = await carry_out(services, match.id, plays("Ka1"))
    await services.absences.begin(GUILD)
    clock.advance(4 * DAY)
    await services.matches.offer_draw(ORANGE, match.id, current.ply)
    declined = await carry_out(services, match.id, AnswersDraw(OfferAnswer.DECLINE))
    assert declined.outcome is None


async def test_no_day_can_be_given_to_the_bot(services: Services) -> None:
    for time in (THREE_DAYS, BANK):
        match = await practise(services, practice_terms(time=time))
        moved = await play(services, match.id, "Kc3")
        with pytest.raises(NoTimeToGive):
            await services.matches.add_day(ORANGE, match.id, moved.ply)


async def test_a_vacation_stops_the_players_clock_and_does_not_notify_the_bot(
    services: Services, clock: StandingClock
) -> None:
    match = await practise(services, practice_terms(time=THREE_DAYS))
    await play(services, match.id, "Kc3")
    await services.vacations.begin(ORANGE, GUILD, 2)
    away = await carry_out(services, match.id, plays("Ka1"))
    assert away.clock.deadline is None
    assert away.clock.held == 3 * DAY
    clock.advance(2 * DAY)
    await run_due_jobs(services)
    back = await services.matches.find(match.id)
    assert back.clock.deadline == clock.now() + 3 * DAY
    assert {each.user for each in await services.notifications.of_match(match.id)} <= {ORANGE}


async def offer_draw(services: Services, pace: Pace = Pace.AT_ONCE) -> Match:
    match = await practise(services, practice_terms(pace=pace))
    moved = await play(services, match.id, "Kc3")
    return await services.matches.offer_draw(ORANGE, match.id, moved.ply)


async def test_a_draw_offer_is_answered_at_once_even_by_a_slow_bot(
    services: Services,
) -> None:
    match = await offer_draw(services, Pace.UNHURRIED)
    assert await due_matches(services) == [match.id]
    declined = await answer(services, match.id)
    assert declined.draws.declined_by is Seat.GRAY
    assert declined.outcome is None
    assert await due_matches(services) == []
    assert await pending_kinds(services, match.id) == []


async def test_an_absent_player_is_notified_of_a_declined_draw(
    services: Services, clock: StandingClock
) -> None:
    match = await offer_draw(services)
    clock.advance(LOOKED_AWAY)
    await carry_out(services, match.id, AnswersDraw(OfferAnswer.DECLINE))
    assert await pending_kinds(services, match.id) == [NotificationKind.DRAW_DECLINED]


async def test_an_accepted_draw_ends_the_match(services: Services) -> None:
    match = await offer_draw(services)
    ended = await carry_out(services, match.id, AnswersDraw(OfferAnswer.ACCEPT))
    assert ended.outcome == Outcome(EndReason.AGREEMENT, None)
    assert await pending_kinds(services, match.id) == []


async def test_a_takeback_is_accepted_and_the_match_is_no_longer_measured(
    services: Services,
) -> None:
    match = await practise(services, practice_terms(pace=Pace.UNHURRIED))
    moved = await play(services, match.id, "Kc3")
    await services.takebacks.ask(ORANGE, match.id, moved.ply)
    assert await due_matches(services) == [match.id]
    back = await answer(services, match.id)
    assert (back.ply, back.to_move) == (0, ORANGE)
    assert back == await services.matches.find(match.id)
    assert back.bot is not None
    assert back.bot.practice.measured is Measurement.NO
    assert await pending_kinds(services, match.id) == []
    assert await due_matches(services) == []


async def test_a_takeback_takes_back_the_bots_answer_too(services: Services) -> None:
    match = await practise(services)
    await play(services, match.id, "Kc3")
    current = await carry_out(services, match.id, plays("Ka1"))
    await services.takebacks.ask(ORANGE, match.id, current.ply)
    back = await answer(services, match.id)
    assert back.ply == Ply(0)


async def test_the_bot_resigns_and_an_absent_player_is_notified(
    services: Services, clock: StandingClock
) -> None:
    match = await practise(services)
    await play(services, match.id, "Kc3")
    clock.advance(LOOKED_AWAY)
    ended = await carry_out(services, match.id, GivesUp())
    assert ended.outcome == Outcome(EndReason.RESIGNATION, Seat.ORANGE)
    [over] = await services.notifications.of_match(match.id)
    assert (over.kind, over.user) == (NotificationKind.OVER, ORANGE)
    assert await due_matches(services) == []


async def test_a_player_who_sees_the_match_end_is_not_notified(
    services: Services, clock: StandingClock
) -> None:
    """The bot ends the match right after the user's action, or the user ends it at any time."""
    first = await practise(services)
    await play(services, first.id, "Kc3")
    await carry_out(services, first.id, GivesUp())
    second = await practise(services)
    clock.advance(LOOKED_AWAY)
    await play(services, second.id, "Kc3")
    clock.advance(LOOKED_AWAY)
    await services.matches.resign(ORANGE, second.id)
    third = await practise(services)
    clock.advance(LOOKED_AWAY)
    await services.matches.call_off(ORANGE, third.id)
    for match in (first, second, third):
        assert (await services.matches.find(match.id)).outcome is not None
        assert await pending_kinds(services, match.id) == []


async def test_the_bot_claims_a_draw_that_is_possible(services: Services) -> None:
    match = await practise(services, practice_terms(Starts.THEM))
    number, ply = match.id, 0
    while match.repetitions < 3 or match.to_move != BOT:
        text = ("Ka2", "Kb1")[ply % 2]
        if match.to_move == BOT:
            match = await carry_out(services, number, plays(text))
        else:
            match = await play(services, number, text)
        ply += 1
    ended = await carry_out(services, number, ClaimsDraw())
    assert ended.outcome == Outcome(EndReason.REPETITION, None)


async def test_an_unreadable_match_does_not_block_others(services: Services, path: Path) -> None:
    first, second = await practise(services), await practise(services)
    for match in (first, second):
        await play(services, match.id, "Kc3")
    with contextlib.closing(connect(path)) as connection, connection:
        connection.execute("UPDATE matches SET bot_pace = 'never' WHERE id = ?", [first.id])
    with pytest.raises(UnreadableRow):
        await services.opponents.situation(first.id)
    assert (await answer(services, second.id)).ply == 2


async def test_the_bot_waits_while_the_server_is_unreachable(services: Services) -> None:
    match = await practise(services)
    await play(services, match.id, "Kc3")
    direct = await practise(services, practice_terms(Starts.THEM), particulars=IN_PERSON)
    await services.absences.begin(GUILD)
    assert await due_matches(services) == [direct.id]
    await services.absences.end(GUILD)
    assert set(await due_matches(services)) == {match.id, direct.id}


async def test_the_bot_is_not_notified_of_the_players_departure(services: Services) -> None:
    match = await practise(services)
    await services.departures.record(GUILD, ORANGE, Presence.GONE)
    assert {each.user for each in await services.notifications.of_match(match.id)} <= {ORANGE}


async def test_a_low_level_plays_a_whole_match_to_its_end(services: Services) -> None:
    match = await practise(services, practice_terms(Starts.THEM, level=1))
    chance = Random(3)
    while match.outcome is None:
        if match.to_move == BOT:
            match = await answer(services, match.id)
        else:
            turn = chance.choice(list(legal_turns(match.position)))
            done = await services.matches.play(ORANGE, match.id, turn)
            assert isinstance(done, CompleteTurn)
            match = done.match
    assert await due_matches(services) == []
