"""What the managers of a ladder decide, undo and change."""

from dataclasses import replace

import pytest

from bot.features.competitions.decisions import UNDONE_WITHIN
from bot.features.competitions.errors import ChangedMeanwhile, DecidedAlready, NothingToUndo
from bot.features.competitions.members import ExitReason
from bot.features.ladders.errors import (
    LadderClosed,
    NoSuchLadder,
)
from bot.features.ladders.ladder import LadderChallengeState
from bot.features.ladders.managing import (
    CloseLadder,
    DecideChallenge,
    LadderChoice,
    RemoveRung,
)
from bot.features.ladders.notices import LADDER_DECISION_NOTICE
from bot.features.ladders.rules import ChallengeResult
from bot.features.moderation.queries import ModeratorAction
from bot.match.clock import DAY, PerMove
from bot.match.identity import GuildId
from bot.match.terms import Stakes
from bot.services import Services
from tests.kit.clocks import StandingClock
from tests.kit.ladders import (
    HOST,
    PEOPLE,
    expect_sound,
    open_ladder,
    run_jobs_and_reload,
    rung_of,
    send_challenge,
    start_challenge_match,
    users_on,
)
from tests.kit.matches import GUILD

ADA, BEN, CLEO = PEOPLE[:3]


async def test_a_removal_is_announced_and_takes_effect_a_day_later(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 3)
    match = await start_challenge_match(services, field, CLEO, BEN)
    choice, number = RemoveRung(rung_of(field, BEN)), field.ladder.id
    decision = await services.managed_ladders.decide(HOST, number, GUILD, choice)
    with pytest.raises(DecidedAlready):
        await services.managed_ladders.decide(HOST, number, GUILD, choice)
    notices = [
        each for each in await services.outbox.due(99) if each.kind == LADDER_DECISION_NOTICE.name
    ]
    assert [each.subject for each in notices] == [rung_of(field, BEN)]
    found = await services.managed_ladders.decision_of_message(
        rung_of(field, BEN), notices[0].revision
    )
    assert found == (decision, None)
    assert users_on(await run_jobs_and_reload(services, field)) == [ADA, BEN, CLEO]
    clock.advance(UNDONE_WITHIN)
    field = await run_jobs_and_reload(services, field)
    assert users_on(field) == [ADA, CLEO]
    assert field.rung(rung_of(field, BEN)).off_why is ExitReason.REMOVED
    assert (await services.matches.find(match.id)).outcome is not None
    with pytest.raises(NothingToUndo):
        await services.managed_ladders.undo(HOST, decision.id, GUILD)
    logged = (await services.moderation.log(GUILD, 0)).entries[0]
    assert (logged.action, logged.user) == (ModeratorAction.REMOVED_FROM_LADDER, BEN)
    await expect_sound(services, field)


async def test_an_undone_decision_has_no_effect(services: Services, clock: StandingClock) -> None:
    field = await open_ladder(services, 2)
    number = field.ladder.id
    decision = await services.managed_ladders.decide(HOST, number, GUILD, CloseLadder())
    assert len((await services.managed_ladders.find(number, GUILD)).pending) == 1
    with pytest.raises(NoSuchLadder):
        await services.managed_ladders.undo(HOST, decision.id, GuildId(4))
    await services.managed_ladders.undo(HOST, decision.id, GUILD)
    with pytest.raises(NothingToUndo):
        await services.managed_ladders.undo(HOST, decision.id, GUILD)
    clock.advance(2 * UNDONE_WITHIN)
    assert (await run_jobs_and_reload(services, field)).ladder.is_open


@pytest.mark.parametrize("result", [None, ChallengeResult.WON, ChallengeResult.LOST])
async def test_a_stuck_match_is_decided(
    services: Services, clock: StandingClock, result: ChallengeResult | None
) -> None:
    field = await open_ladder(services, 3)
    match = await start_challenge_match(services, field, CLEO, ADA)
    [challenge] = (await services.ladders.find(field.ladder.id)).open
    choice = DecideChallenge(challenge.id, result)
    await services.managed_ladders.decide(HOST, field.ladder.id, GUILD, choice)
    clock.advance(UNDONE_WITHIN)
    field = await run_jobs_and_reload(services, field)
    expected = [CLEO, ADA, BEN] if result is ChallengeResult.WON else [ADA, BEN, CLEO]
    assert users_on(field) == expected
    over = LadderChallengeState.VOID if result is None else LadderChallengeState.PLAYED
    assert field.challenges[0].state is over
    assert (await services.matches.find(match.id)).outcome is not None
    await expect_sound(services, field)


async def test_a_played_result_takes_precedence_over_a_decision(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 2)
    match = await start_challenge_match(services, field, BEN, ADA)
    [challenge] = (await services.ladders.find(field.ladder.id)).open
    choice: LadderChoice = DecideChallenge(challenge.id, ChallengeResult.WON)
    await services.managed_ladders.decide(HOST, field.ladder.id, GUILD, choice)
    await services.matches.resign(BEN, match.id)
    clock.advance(UNDONE_WITHIN)
    field = await run_jobs_and_reload(services, field)
    assert users_on(field) == [ADA, BEN]
    with pytest.raises(ChangedMeanwhile):
        await services.managed_ladders.decide(HOST, field.ladder.id, GUILD, choice)


async def test_a_ladder_that_is_closed_makes_room_for_another(
    services: Services, clock: StandingClock
) -> None:
    field = await open_ladder(services, 3)
    match = await start_challenge_match(services, field, CLEO, BEN)
    challenge = await send_challenge(services, field, CLEO, ADA)
    await services.managed_ladders.decide(HOST, field.ladder.id, GUILD, CloseLadder())
    clock.advance(UNDONE_WITHIN)
    field = await run_jobs_and_reload(services, field)
    assert not field.ladder.is_open
    assert await services.ladders.listed(GUILD) == []
    void = field.challenge(challenge.id)
    assert void is not None
    assert void.state is LadderChallengeState.VOID
    with pytest.raises(LadderClosed):
        await services.ladders.join(PEOPLE[5], field.ladder.id, frozenset())
    # The match goes on, but changes no place on the ladder.
    await services.matches.resign(BEN, match.id)
    assert users_on(await run_jobs_and_reload(services, field)) == [ADA, BEN, CLEO]
    await open_ladder(services, 2)


async def test_changed_terms_are_those_of_matches_that_begin_later(services: Services) -> None:
    field = await open_ladder(services, 3)
    before = await start_challenge_match(services, field, CLEO, BEN)
    await services.managed_ladders.change_terms(
        HOST,
        field.ladder.id,
        GUILD,
        lambda terms: replace(terms, time=PerMove(DAY), stakes=Stakes.CASUAL),
    )
    after = await start_challenge_match(services, field, BEN, ADA)
    assert before.clock.control == field.ladder.terms.time
    assert (after.clock.control, after.stakes) == (PerMove(DAY), Stakes.CASUAL)
    assert (await services.moderation.log(GUILD, 0)).entries[
        0
    ].action is ModeratorAction.CHANGED_LADDER
