"""Ladders through the services, from the first player who joins to the last who leaves."""

from dataclasses import replace

import pytest

from bot.db.errors import StorageFailing
from bot.features.challenges.errors import NeedsRoleToPlay, RolesUnknown
from bot.features.competitions.members import ExitReason
from bot.features.ladders.errors import (
    CannotChallenge,
    ChallengeOver,
    LadderExists,
    NoSuchLadder,
    NotChallenged,
    NotOnLadder,
    OnLadderAlready,
)
from bot.features.ladders.jobs import LadderAnswer
from bot.features.ladders.ladder import (
    LadderChallengeState,
    LadderId,
    LadderRung,
    LadderTerms,
    RestReason,
)
from bot.features.ladders.ladder import LadderField as Field
from bot.features.ladders.notices import (
    ACCEPTED_NOTICE,
    CHALLENGE_NOTICE,
    CHALLENGED_NOTICE,
    CHALLENGER_NOTICE,
    LADDER_CARD,
    RUNG_NOTICE,
)
from bot.features.ladders.rules import (
    ANSWER_WITHIN,
    ChallengeResult,
    LadderObstacle,
    obstacle_between,
)
from bot.features.matches.access import Presence
from bot.features.matches.competitions import CompetitionName
from bot.features.matches.errors import MayNotPlay
from bot.features.moderation.log import Moderator
from bot.game import RULESETS
from bot.match.clock import DAY, HOUR, WEEK, PerMove, Weekends
from bot.match.identity import ChannelId, GuildId, MessageId, Revision, RoleId, UserId
from bot.match.match import EndReason, Match
from bot.match.terms import Conduct, VenueKind
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.ladders import (
    HOST,
    PEOPLE,
    current_order,
    expect_sound,
    open_ladder,
    run_jobs_and_reload,
    rung_of,
    send_challenge,
    start_challenge_match,
    users_on,
)
from tests.kit.leagues import due_subjects
from tests.kit.matches import GUILD, PLACE
from tests.kit.service_matches import play

ADA, BEN, CLEO, DAN, EVE, FINN = PEOPLE[:6]
BY_DAY = LadderTerms(time=PerMove(DAY))


def rung(field: Field, user: UserId) -> LadderRung:
    rung_of_user = field.of_user(user)
    assert rung_of_user is not None
    return rung_of_user


async def test_a_server_has_one_ladder_of_each_ruleset(services: Services) -> None:
    field = await open_ladder(services)
    with pytest.raises(LadderExists):
        await services.ladders.create(HOST, PLACE, LadderTerms())
    rows = next(each for each in RULESETS if each.name == "rows")
    other = await services.ladders.create(HOST, PLACE, LadderTerms(rows))
    assert [each.id for each in await services.ladders.listed(GUILD)] == [field.ladder.id, other.id]
    with pytest.raises(NoSuchLadder):
        await services.ladders.find(field.ladder.id, GuildId(5))
    with pytest.raises(NoSuchLadder):
        await services.ladders.join(ADA, LadderId(99), frozenset())


async def test_users_join_at_the_bottom_once(services: Services, clock: StandingClock) -> None:
    field = await open_ladder(services, 3)
    assert users_on(field) == [ADA, BEN, CLEO]
    with pytest.raises(OnLadderAlready):
        await services.ladders.join(ADA, field.ladder.id, frozenset())
    await services.bans.ban(Moderator(GUILD, HOST), DAN, None)
    with pytest.raises(MayNotPlay):
        await services.ladders.join(DAN, field.ladder.id, frozenset())
    clock.advance(HOUR)
    assert await due_subjects(services, LADDER_CARD) == [field.ladder.id]


async def test_a_challenger_who_wins_takes_the_losers_place(services: Services) -> None:
    field = await open_ladder(services, 4)
    match = await start_challenge_match(services, field, DAN, BEN)
    assert match.conduct is Conduct.COMPETITIVE
    assert match.venue.kind is VenueKind.DIRECT
    assert {match.seats.orange, match.seats.gray} == {DAN, BEN}
    # Meanwhile, the loser changes places.
    other = await start_challenge_match(services, field, BEN, ADA)
    await services.matches.resign(ADA, other.id)
    assert await current_order(services, field.ladder.id) == [BEN, ADA, CLEO, DAN]
    await services.matches.resign(BEN, match.id)
    field = await run_jobs_and_reload(services, field)
    assert users_on(field) == [DAN, BEN, ADA, CLEO]
    [done] = [each for each in field.challenges if each.match == match.id]
    assert (done.state, done.result) == (LadderChallengeState.PLAYED, ChallengeResult.WON)
    assert (done.challenger_from, done.challenger_to) == (4, 1)
    assert (done.challenged_from, done.challenged_to) == (1, 2)
    assert (rung(field, DAN).wins, rung(field, BEN).wins, rung(field, BEN).losses) == (1, 1, 1)
    await expect_sound(services, field)


async def test_both_players_are_notified_of_why_they_moved(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 2)
    challenge = await send_challenge(services, field, BEN, ADA)
    clock.advance(HOUR)
    assert await due_subjects(services, CHALLENGE_NOTICE) == [challenge.id]
    accepted = await services.ladders.accept(ADA, challenge.id, frozenset())
    clock.advance(HOUR)
    assert await due_subjects(services, ACCEPTED_NOTICE) == [challenge.id]
    await services.matches.resign(ADA, accepted.match.id)
    clock.advance(HOUR)
    assert await due_subjects(services, CHALLENGER_NOTICE) == [challenge.id]
    assert await due_subjects(services, CHALLENGED_NOTICE) == [challenge.id]


async def test_a_challenge_its_withdrawal_and_its_acceptance_end_a_rest_and_return_that(
    services: Services,
) -> None:
    field = await open_ladder(services, 3)
    number, ladders = field.ladder.id, services.ladders
    await ladders.rest(BEN, number)
    sent = await ladders.challenge(BEN, number, rung_of(field, ADA), frozenset())
    assert sent.ended_rest
    await ladders.rest(BEN, number)
    assert (await ladders.withdraw(BEN, sent.challenge.id)).ended_rest
    again = await ladders.challenge(BEN, number, rung_of(field, ADA), frozenset())
    assert not again.ended_rest
    await ladders.rest(ADA, number)
    assert (await ladders.accept(ADA, again.challenge.id, frozenset())).ended_rest
    field = await ladders.find(number)
    assert [rung(field, each).rests_why for each in (ADA, BEN)] == [None, None]
    other = await ladders.challenge(CLEO, number, rung_of(field, BEN), frozenset())
    assert not (await ladders.accept(BEN, other.challenge.id, frozenset())).ended_rest


async def test_only_the_challenged_user_accepts_and_once(services: Services) -> None:
    field = await open_ladder(services, 3)
    challenge = await send_challenge(services, field, CLEO, ADA)
    with pytest.raises(NotChallenged):
        await services.ladders.accept(CLEO, challenge.id, frozenset())
    with pytest.raises(NotChallenged):
        await services.ladders.withdraw(ADA, challenge.id)
    await services.ladders.accept(ADA, challenge.id, frozenset())
    with pytest.raises(ChallengeOver):
        await services.ladders.accept(ADA, challenge.id, frozenset())
    with pytest.raises(ChallengeOver):
        await services.ladders.withdraw(CLEO, challenge.id)


async def test_a_challenge_can_be_withdrawn_until_it_is_accepted(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 2)
    challenge = await send_challenge(services, field, BEN, ADA)
    await services.ladders.withdraw(BEN, challenge.id)
    with pytest.raises(ChallengeOver):
        await services.ladders.accept(ADA, challenge.id, frozenset())
    clock.advance(ANSWER_WITHIN + HOUR)
    field = await run_jobs_and_reload(services, field)
    assert users_on(field) == [ADA, BEN]
    assert field.challenges[0].state is LadderChallengeState.WITHDRAWN
    await send_challenge(services, field, BEN, ADA)


async def test_refusals_state_their_reason(services: Services) -> None:
    field = await open_ladder(services, 5)
    await start_challenge_match(services, field, DAN, BEN)
    await start_challenge_match(services, field, CLEO, BEN)
    await services.ladders.rest(CLEO, field.ladder.id)
    for user, other, why in [
        (ADA, BEN, LadderObstacle.NOT_ABOVE),
        (EVE, BEN, LadderObstacle.OTHERS_OPEN),
        (DAN, CLEO, LadderObstacle.RESTING),
        (DAN, BEN, LadderObstacle.MEETING),
    ]:
        with pytest.raises(CannotChallenge) as refused:
            await send_challenge(services, field, user, other)
        assert refused.value.obstacle is why
    await send_challenge(services, field, DAN, ADA)
    with pytest.raises(NotOnLadder):
        await services.ladders.challenge(FINN, field.ladder.id, rung_of(field, ADA), frozenset())
    with pytest.raises(CannotChallenge) as refused:
        await send_challenge(services, field, DAN, CLEO)


async def test_the_same_players_meet_again_only_after_a_week_and_with_seats_swapped(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 2)
    match = await start_challenge_match(services, field, BEN, ADA)
    seat = match.seats.seat_of(BEN)
    await services.matches.resign(BEN, match.id)
    with pytest.raises(CannotChallenge) as refused:
        await send_challenge(services, field, BEN, ADA)
    assert refused.value.obstacle is LadderObstacle.MET_LATELY
    clock.advance(WEEK)
    rematch = await start_challenge_match(services, field, BEN, ADA)
    assert seat is not None
    assert rematch.seats.seat_of(BEN) is seat.other


async def test_an_unanswered_challenge_swaps_the_two_players(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 3)
    await send_challenge(services, field, CLEO, ADA)
    clock.advance(ANSWER_WITHIN - 1)
    assert users_on(await run_jobs_and_reload(services, field)) == [ADA, BEN, CLEO]
    clock.advance(1)
    field = await run_jobs_and_reload(services, field)
    assert users_on(field) == [CLEO, BEN, ADA]
    assert field.challenges[0].state is LadderChallengeState.UNANSWERED
    assert rung(field, ADA).losses == 0


async def test_a_vacation_stops_the_time_to_accept(
    services: Services, clock: StandingClock
) -> None:
    await services.settings.change(GUILD, lambda now: replace(now, vacation_days=30))
    field = await open_ladder(services, 2)
    await send_challenge(services, field, BEN, ADA)
    clock.advance(DAY)
    await services.vacations.begin(ADA, GUILD, 5)
    clock.advance(3 * DAY)
    assert users_on(await run_jobs_and_reload(services, field)) == [ADA, BEN]
    clock.advance(3 * DAY)
    assert users_on(await run_jobs_and_reload(services, field)) == [ADA, BEN]
    clock.advance(1 * DAY)
    assert users_on(await run_jobs_and_reload(services, field)) == [BEN, ADA]


async def test_weekends_stop_the_time_to_accept_where_clocks_stop(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 2, LadderTerms(weekends=Weekends.PAUSED))
    challenge = await send_challenge(services, field, BEN, ADA)
    assert challenge.answer_by > clock.now() + ANSWER_WITHIN or (clock.now() // DAY + 3) % 7 < 2


async def run_out_of_time(
    services: Services, clock: StandingClock, field: Field, match: Match, user: UserId
) -> Field:
    """Let a user lose a match on time."""
    if match.to_move != user:
        await play(services, match.id, "Ka1")
    shown = ChannelId(555), MessageId(7000 + match.id), Revision(1)
    await services.boards.board_posted(match.id, *shown, user)
    clock.advance(8 * DAY)
    return await run_jobs_and_reload(services, field)


@pytest.mark.parametrize(
    ("challenger", "loser", "order"),
    [
        (DAN, DAN, [ADA, BEN, CLEO, DAN]),
        # Dan goes up one place because they have not both played, and then Ada goes down one.
        (DAN, ADA, [BEN, ADA, DAN, CLEO]),
        (BEN, ADA, [BEN, ADA, CLEO, DAN]),
    ],
)
async def test_a_loss_on_time_costs_a_place_and_rests(
    services: Services, clock: StandingClock, challenger: UserId, loser: UserId, order: list[UserId]
) -> None:
    field = await open_ladder(services, 4, BY_DAY)
    match = await start_challenge_match(services, field, challenger, ADA)
    field = await run_out_of_time(services, clock, field, match, loser)
    assert users_on(field) == order
    assert rung(field, loser).rests_why is RestReason.TIME
    await expect_sound(services, field)
    await services.ladders.wake(loser, field.ladder.id)
    field = await services.ladders.find(field.ladder.id)
    assert rung(field, loser).rests_why is None


async def test_an_idle_user_rests_and_falls_each_week(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 3)
    clock.advance(20 * DAY)
    for user in (BEN, CLEO):
        await services.ladders.wake(user, field.ladder.id)
    field = await run_jobs_and_reload(services, field)
    assert rung(field, ADA).rests_why is None
    clock.advance(1.5 * DAY)
    field = await run_jobs_and_reload(services, field)
    assert rung(field, ADA).rests_why is RestReason.IDLE
    assert await due_subjects(services, RUNG_NOTICE) == [rung_of(field, ADA)]
    # Ada first falls at the next moment for falls after a week of rest.
    clock.advance(6 * DAY)
    assert users_on(await run_jobs_and_reload(services, field)) == [ADA, BEN, CLEO]
    clock.advance(WEEK)
    assert users_on(await run_jobs_and_reload(services, field)) == [BEN, ADA, CLEO]
    await services.ladders.wake(CLEO, field.ladder.id)
    clock.advance(WEEK)
    assert users_on(await run_jobs_and_reload(services, field)) == [BEN, CLEO, ADA]
    await send_challenge(services, field, ADA, CLEO)
    assert rung(await run_jobs_and_reload(services, field), ADA).rests_why is None


async def test_vacations_do_not_count_as_idle(services: Services, clock: StandingClock) -> None:
    await services.settings.change(GUILD, lambda now: replace(now, vacation_days=60))
    field = await open_ladder(services, 2)
    clock.advance(15 * DAY)
    await services.vacations.begin(ADA, GUILD, 14)
    clock.advance(15 * DAY)
    field = await run_jobs_and_reload(services, field)
    assert rung(field, ADA).rests_why is None
    assert rung(field, BEN).rests_why is RestReason.IDLE
    clock.advance(6 * DAY)
    assert rung(await run_jobs_and_reload(services, field), ADA).rests_why is RestReason.IDLE


async def test_a_user_who_leaves_loses_open_challenges_and_may_come_back(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 4)
    match = await start_challenge_match(services, field, DAN, BEN)
    pending = await send_challenge(services, field, CLEO, BEN)
    field = await services.ladders.leave(BEN, field.ladder.id)
    assert users_on(field) == [ADA, CLEO, DAN]
    await expect_sound(services, field)
    over = await services.matches.find(match.id)
    assert over.outcome is not None
    assert over.outcome.why is EndReason.FORFEIT
    void = field.challenge(pending.id)
    assert void is not None
    assert void.state is LadderChallengeState.VOID
    assert rung(field, BEN).off_why is ExitReason.LEFT
    with pytest.raises(NotOnLadder):
        await services.ladders.leave(BEN, field.ladder.id)
    field = await services.ladders.join(BEN, field.ladder.id, frozenset())
    assert users_on(field) == [ADA, CLEO, DAN, BEN]
    assert rung(field, BEN).losses == 1
    await services.ladders.leave(BEN, field.ladder.id)
    clock.advance(31 * DAY)
    field = await services.ladders.join(BEN, field.ladder.id, frozenset())
    assert rung(field, BEN).losses == 0


async def test_a_user_who_leaves_the_server_or_is_banned_or_erased_is_removed(
    services: Services,
) -> None:
    field = await open_ladder(services, 5)
    match = await start_challenge_match(services, field, CLEO, BEN)
    await send_challenge(services, field, EVE, DAN)
    await services.bans.ban(Moderator(GUILD, HOST), BEN, None)
    await services.departures.record(GUILD, CLEO, Presence.UNREACHABLE)
    await services.privacy.delete(DAN)
    field = await run_jobs_and_reload(services, field)
    assert users_on(field) == [ADA, EVE]
    assert rung(field, BEN).off_why is ExitReason.BANNED
    assert rung(field, CLEO).off_why is ExitReason.LEFT_SERVER
    assert field.of_user(DAN) is None
    assert (await services.matches.find(match.id)).outcome is not None
    await expect_sound(services, field)


async def test_a_match_that_a_moderator_ends_begins_again_once(services: Services) -> None:
    field = await open_ladder(services, 2)
    first = await start_challenge_match(services, field, BEN, ADA)
    await services.moderation.end_match(Moderator(GUILD, HOST), first.id)
    field = await run_jobs_and_reload(services, field)
    [challenge] = field.challenges
    assert challenge.match not in (None, first.id)
    assert challenge.state is LadderChallengeState.PLAYING
    assert challenge.match is not None
    await services.moderation.end_match(Moderator(GUILD, HOST), challenge.match)
    field = await run_jobs_and_reload(services, field)
    assert field.challenges[0].result is ChallengeResult.DRAWN
    assert users_on(field) == [ADA, BEN]


async def test_a_played_match_moves_players_in_its_own_transaction(services: Services) -> None:
    field = await open_ladder(services, 2)
    match = await start_challenge_match(services, field, BEN, ADA)
    await play(services, match.id, "Ka1", "Kf6")
    await services.matches.resign(ADA, match.id)
    assert await services.competitions.of(match) == CompetitionName("", ladder_of="classic")
    # No job that is due later has been done.
    assert await current_order(services, field.ladder.id) == [BEN, ADA]


async def lose_on_time(
    services: Services, clock: StandingClock, field: Field, user: UserId
) -> Field:
    """Let a user lose a match on time against another user."""
    for each in users_on(field):
        await services.ladders.wake(each, field.ladder.id)
    order = users_on(field)
    place = order.index(user)
    # The players of the last match do not meet again so soon.
    others = [each for each in order[max(0, place - 3) : place + 4] if each != user]
    rules = (await services.ladders.find(field.ladder.id)).rules
    for other in others:
        upper, lower = sorted((user, other), key=order.index)
        one, two = rung_of(field, lower), rung_of(field, upper)
        if obstacle_between(rules, one, two, clock.now()) is None:
            match = await start_challenge_match(services, field, lower, upper)
            break
    return await run_out_of_time(services, clock, field, match, user)


async def test_three_losses_on_time_remove_a_user_until_they_join_again(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 6, BY_DAY)
    for _ in range(2):
        field = await lose_on_time(services, clock, field, ADA)
        assert rung(field, ADA).rests_why is RestReason.TIME
    await services.ladders.wake(ADA, field.ladder.id)
    field = await lose_on_time(services, clock, field, ADA)
    assert ADA not in users_on(field)
    assert rung(field, ADA).off_why is ExitReason.TIME
    await expect_sound(services, field)
    field = await services.ladders.join(ADA, field.ladder.id, frozenset())
    assert users_on(field)[-1] == ADA


async def test_a_user_who_may_not_play_challenges_no_one(services: Services) -> None:
    field = await open_ladder(services, 3)
    await services.settings.change(GUILD, lambda now: replace(now, players=RoleId(5)))
    with pytest.raises(NeedsRoleToPlay):
        await send_challenge(services, field, CLEO, ADA)


async def test_a_challenge_to_a_player_who_may_not_play_comes_to_nothing(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 2)
    challenge = await send_challenge(services, field, BEN, ADA)
    await services.settings.change(GUILD, lambda now: replace(now, players=RoleId(5)))
    with pytest.raises(RolesUnknown):
        await services.ladders.accept(ADA, challenge.id, None)
    with pytest.raises(NeedsRoleToPlay):
        await services.ladders.accept(ADA, challenge.id, frozenset())
    clock.advance(4 * DAY)
    field = await run_jobs_and_reload(services, field)
    assert users_on(field) == [ADA, BEN]
    assert field.challenges[0].state is LadderChallengeState.VOID
    assert rung(field, ADA).rests_why is RestReason.WISH
    assert await due_subjects(services, CHALLENGER_NOTICE) == [challenge.id]


async def test_a_challenge_stays_open_if_it_cannot_be_read_whether_its_player_may_play(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    field = await open_ladder(services, 2)
    challenge = await send_challenge(services, field, BEN, ADA)

    async def fail(*_: object) -> None:
        raise StorageFailing("disk I/O error")

    with monkeypatch.context() as patched:
        patched.setattr(services.ladders, "_admit", fail)
        with pytest.raises(StorageFailing):
            await services.ladders.accept(ADA, challenge.id, frozenset())
    await services.ladders.accept(ADA, challenge.id, frozenset())


async def test_both_are_notified_of_a_match_begun_again_and_of_its_result(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 2)
    first = await start_challenge_match(services, field, BEN, ADA)
    await services.moderation.end_match(Moderator(GUILD, HOST), first.id)
    field = await run_jobs_and_reload(services, field)
    clock.advance(HOUR)
    [challenge] = field.challenges
    notices = [
        each
        for each in await services.outbox.due(999)
        if each.kind in (CHALLENGER_NOTICE.name, CHALLENGED_NOTICE.name)
    ]
    assert len(notices) == 2
    for each in notices:
        await services.outbox.shown(each, each.revision)
    assert await due_subjects(services, CHALLENGER_NOTICE) == []
    assert challenge.match is not None
    await services.matches.resign(ADA, challenge.match)
    clock.advance(HOUR)
    assert await due_subjects(services, CHALLENGER_NOTICE) == [challenge.id]
    assert await due_subjects(services, CHALLENGED_NOTICE) == [challenge.id]


async def test_a_user_who_begins_to_rest_falls_a_full_week_later_and_from_then_on_each_week(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 4)
    clock.advance(6.5 * DAY)
    await services.ladders.rest(ADA, field.ladder.id)
    clock.advance(DAY)
    assert users_on(await run_jobs_and_reload(services, field)) == [ADA, BEN, CLEO, DAN]
    # Resting again does not start the rest anew.
    await services.ladders.rest(ADA, field.ladder.id)
    clock.advance(6.6 * DAY)
    assert users_on(await run_jobs_and_reload(services, field)) == [BEN, ADA, CLEO, DAN]
    await services.ladders.wake(ADA, field.ladder.id)
    await services.ladders.rest(ADA, field.ladder.id)
    clock.advance(6.9 * DAY)
    assert users_on(await run_jobs_and_reload(services, field)) == [BEN, ADA, CLEO, DAN]


async def test_a_user_who_comes_back_after_long_has_their_old_number_and_counts_again(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 3)
    match = await start_challenge_match(services, field, CLEO, BEN)
    await services.matches.resign(CLEO, match.id)
    before = rung(await run_jobs_and_reload(services, field), CLEO)
    await services.ladders.leave(CLEO, field.ladder.id)
    clock.advance(100 * DAY)
    field = await run_jobs_and_reload(services, field)
    assert CLEO not in [each.user for each in field.rungs]
    found = await services.ladders.of_rung(before.id)
    assert found is not None
    assert found[1].off_why is ExitReason.LEFT
    field = await services.ladders.join(CLEO, field.ladder.id, frozenset())
    assert users_on(field) == [ADA, BEN, CLEO]
    after = rung(await run_jobs_and_reload(services, field), CLEO)
    assert (after.id, after.losses) == (before.id, 0)
    await expect_sound(services, field)


async def test_an_old_challenge_names_players_who_left_the_ladder(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 3)
    challenge = await send_challenge(services, field, CLEO, BEN)
    await services.ladders.withdraw(CLEO, challenge.id)
    for user in (BEN, CLEO):
        await services.ladders.leave(user, field.ladder.id)
    clock.advance(100 * DAY)
    await run_jobs_and_reload(services, field)
    stored = await services.ladders.find_challenge(challenge.id)
    assert stored is not None
    assert {stored.field.rung(each).user for each in challenge.pair} == {BEN, CLEO}


async def test_no_one_moves_by_a_challenge_that_a_player_could_no_longer_accept(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 3)
    challenge = await send_challenge(services, field, CLEO, BEN)
    clock.advance(3.1 * DAY)
    # The look at the ladder that follows a ban has not come yet.
    await services.bans.ban(Moderator(GUILD, HOST), BEN, None)
    await services.running_ladders.expire(LadderAnswer(GUILD, field.ladder.id, challenge.id))
    field = await services.ladders.find(field.ladder.id)
    [over] = field.challenges
    assert over.state is LadderChallengeState.VOID
    assert users_on(field) == [ADA, BEN, CLEO]
    assert users_on(await run_jobs_and_reload(services, field)) == [ADA, CLEO]
