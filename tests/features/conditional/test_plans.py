"""Planned replies in the database: kept, played in the transaction of a turn, dropped."""

from pathlib import Path
from random import Random

import pytest

from bot.features.matches.errors import NoSuchMatch
from bot.features.notifications.kinds import NotificationKind
from bot.game import RULESETS, Ruleset, Turn, legal_turns, play, read_turn, write_turn
from bot.match.clock import DAY
from bot.match.conditional_errors import PlanOutdated, PlanRefusal
from bot.match.conditional_notation import read_lines, write_lines
from bot.match.errors import MatchOver, NotAPlayer
from bot.match.identity import MatchId, Ply, UserId
from bot.match.match import Match, OfferAnswer
from bot.match.playing import CompleteTurn
from bot.services import Services, open_services
from tests.game.playthrough import files, ruleset_in, turns_in
from tests.kit.clocks import StandingClock
from tests.kit.matches import GRAY, ORANGE, SEAM, STRANGER
from tests.kit.raw_database import change, rows_in
from tests.kit.service_matches import begin, place, stored_turns
from tests.kit.service_matches import play as play_turns
from tests.kit.thoroughness import sampled


async def plan(services: Services, user: UserId, number: MatchId, text: str) -> None:
    await services.plans.add(user, number, read_lines(text))


async def plan_of(services: Services, user: UserId, number: MatchId) -> str:
    return write_lines((await services.plans.of(user, number)).plan)


async def test_a_plan_survives_a_restart_and_only_its_owner_reads_it(
    path: Path, clock: StandingClock
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        match = await begin(services)
        await plan(services, GRAY, match.id, "Kc3 Kd4, Ke5 Ka1")
    async with open_services(path, clock, Random(1)) as services:
        assert await plan_of(services, GRAY, match.id) == "Kc3 Kd4, Ke5 Ka1"
        assert await plan_of(services, ORANGE, match.id) == ""


async def test_planned_replies_three_deep_are_played_as_they_come(
    services: Services, path: Path
) -> None:
    match = await begin(services)
    await plan(services, GRAY, match.id, "Kc3 Kd4 Ka1 Kf6 Kf1 Ka6, Ke5 Ka1")
    for turn in ("Kc3", "Ka1", "Kf1"):
        before = match
        match = await play_turns(services, match.id, turn)
        assert (match.ply, match.to_move) == (before.ply + 2, ORANGE)
        assert match.revision == before.revision + 1
        assert write_turn(match.recent[0].turn) == turn
    assert stored_turns(path, match.id) == ["Kc3", "Kd4", "Ka1", "Kf6", "Kf1", "Ka6"]
    users = [user for (user,) in rows_in(path, "SELECT user_id FROM turns ORDER BY ply")]
    assert users == [ORANGE, GRAY] * 3
    assert rows_in(path, "SELECT * FROM plans") == []


async def test_turns_played_together_are_shown_together_after_a_restart(
    path: Path, clock: StandingClock
) -> None:
    async with open_services(path, clock, Random(1)) as services:
        match = await begin(services)
        await plan(services, GRAY, match.id, "Kc3 Kd4")
        played = await play_turns(services, match.id, "Kc3")
    async with open_services(path, clock, Random(1)) as services:
        assert await services.matches.find(match.id) == played
        assert len(played.recent) == 2
        after = await play_turns(services, match.id, "Ka1")
        assert [write_turn(step.turn) for step in after.recent] == ["Ka1"]


async def test_plans_of_both_players_answer_each_other(services: Services, path: Path) -> None:
    match = await begin(services)
    await plan(services, GRAY, match.id, "Kc3 Kd4 Ka1 Kf6")
    await plan(services, ORANGE, match.id, "Kc3 Kd4 Ka1 Kf6 Kb6, Kb2 Kd4 Kf1")
    done = await services.matches.play(ORANGE, match.id, read_turn("Kc3"), match.revision)
    assert isinstance(done, CompleteTurn)
    assert [write_turn(step.turn) for step in done.replies] == ["Kd4", "Ka1", "Kf6", "Kb6"]
    assert done.match.to_move == GRAY
    assert {revision for (revision,) in rows_in(path, "SELECT revision FROM turns")} == {
        done.match.revision
    }
    assert services.matches.moves == 5


async def test_replies_that_do_not_fit_are_dropped_permanently(
    services: Services, path: Path
) -> None:
    match = await begin(services)
    await plan(services, GRAY, match.id, "Kc3 Kd4")
    await play_turns(services, match.id, "Kb3", "Kf6", "Kc3")
    assert (await services.matches.find(match.id)).ply == 3
    assert rows_in(path, "SELECT * FROM plans") == []


async def test_a_second_click_on_a_turn_that_was_answered_gives_the_same_again(
    services: Services,
) -> None:
    match = await begin(services)
    await plan(services, GRAY, match.id, "Kc3 Kd4")
    first = await services.matches.play(ORANGE, match.id, read_turn("Kc3"), match.revision)
    again = await services.matches.play(ORANGE, match.id, read_turn("Kc3"), match.revision)
    assert first == again
    assert (await services.matches.find(match.id)).ply == 2


async def test_the_player_to_move_is_notified_once_of_the_turn_that_has_begun(
    services: Services, path: Path
) -> None:
    match = await begin(services)
    await plan(services, GRAY, match.id, "Kc3 Kd4")
    await play_turns(services, match.id, "Kc3")
    pending = rows_in(
        path, "SELECT kind, ply FROM notifications WHERE state = 'waiting' ORDER BY id"
    )
    assert pending == [(NotificationKind.TURN.value, 2), (NotificationKind.REMINDER.value, 2)]


async def test_a_planned_reply_withdraws_an_open_draw_offer(services: Services) -> None:
    match = await begin(services)
    await plan(services, GRAY, match.id, "Kc3 Kd4")
    offered = await services.matches.offer_draw(GRAY, match.id, match.ply)
    assert offered.draw_offered_by is not None
    played = await play_turns(services, match.id, "Kc3")
    assert (played.draw_offered_by, played.ply) == (None, 2)


async def test_a_draft_does_not_change_plans_until_the_turn_is_complete(services: Services) -> None:
    match = await begin(services, ruleset=SEAM)
    await plan(services, GRAY, match.id, "Kc3~cd+ Kd4~12-, Kc3 Ke5")
    drafted = await place(services, match.id, "Kc3")
    assert (drafted.ply, drafted.draft) == (0, read_turn("Kc3"))
    assert await plan_of(services, GRAY, match.id) == "Kc3~cd+ Kd4~12-, Kc3 Ke5"
    done = await services.matches.play(ORANGE, match.id, read_turn("Kc3~cd+"), drafted.revision)
    assert isinstance(done, CompleteTurn)
    assert [write_turn(step.turn) for step in done.replies] == ["Kd4~12-"]


async def test_a_takeback_drops_the_plans_of_both_players(services: Services, path: Path) -> None:
    match = await begin(services)
    match = await play_turns(services, match.id, "Kc3")
    await plan(services, ORANGE, match.id, "Kd4 Ka1")
    await plan(services, GRAY, match.id, "Kd4 Ka1 Kf6")
    requested = await services.takebacks.ask(ORANGE, match.id, match.ply)
    assert len(rows_in(path, "SELECT * FROM plans")) == 2
    back = await services.takebacks.answer(GRAY, match.id, requested.revision, OfferAnswer.ACCEPT)
    assert (back.ply, back.recent) == (0, ())
    assert rows_in(path, "SELECT * FROM plans") == []


async def test_turns_played_together_are_taken_back_together(services: Services) -> None:
    match = await begin(services)
    match = await play_turns(services, match.id, "Ka6", "Kf1")
    await plan(services, GRAY, match.id, "Kc3 Kd4")
    played = await play_turns(services, match.id, "Kc3")
    requested = await services.takebacks.ask(ORANGE, match.id, played.ply)
    back = await services.takebacks.answer(GRAY, match.id, requested.revision, OfferAnswer.ACCEPT)
    assert (back.ply, back.position, back.recent) == (2, match.position, match.recent)
    assert await services.matches.find(match.id) == back


@pytest.mark.parametrize("how", ["resigned", "late", "called off"])
async def test_no_plan_remains_after_its_match(
    services: Services, path: Path, clock: StandingClock, how: str
) -> None:
    match = await begin(services)
    await plan(services, GRAY, match.id, "Kc3 Kd4")
    if how == "resigned":
        await services.matches.resign(ORANGE, match.id)
    else:
        clock.advance(4 * DAY)
        if how == "late":
            late = await services.plans.add(GRAY, match.id, read_lines("Ke5 Ka1"))
            assert late.match.outcome is not None
            assert late.plan.turns == ()
        else:
            await services.jobs.run_due()
    assert rows_in(path, "SELECT * FROM plans") == []
    with pytest.raises(MatchOver):
        await services.plans.of(GRAY, match.id)


async def test_a_turn_that_comes_too_late_is_answered_by_no_plan(
    services: Services, path: Path, clock: StandingClock
) -> None:
    match = await begin(services)
    await plan(services, GRAY, match.id, "Kc3 Kd4")
    clock.advance(4 * DAY)
    done = await services.matches.play(ORANGE, match.id, read_turn("Kc3"))
    assert not isinstance(done, CompleteTurn)
    assert stored_turns(path, match.id) == []


PLAYTHROUGHS = {file.stem: file.read_text(encoding="utf-8") for file in files()}


@pytest.mark.parametrize("name", sampled([*PLAYTHROUGHS], 0, 5))
async def test_orange_plays_whole_matches_by_planned_replies_alone(
    services: Services, path: Path, name: str
) -> None:
    """The replies include choices, recalls and seam pieces, and the turn that wins."""
    text = PLAYTHROUGHS[name]
    turns = turns_in(text)
    match = await begin(services, ruleset=ruleset_in(text))
    match = await play_turns(services, match.id, turns[0])
    for theirs, answer in zip(turns[1::2], turns[2::2], strict=False):
        await plan(services, ORANGE, match.id, f"{theirs} {answer}")
        match = await play_turns(services, match.id, theirs)
        assert [write_turn(step.turn) for step in match.recent] == [theirs, answer]
    reached = len(turns) - 1 + len(turns) % 2
    assert stored_turns(path, match.id) == turns[:reached]
    if turns[reached - 1].endswith("#"):
        assert match.outcome is not None


async def test_only_players_plan_and_only_in_existing_matches(services: Services) -> None:
    match = await begin(services)
    with pytest.raises(NotAPlayer):
        await plan(services, STRANGER, match.id, "Kc3 Kd4")
    with pytest.raises(NoSuchMatch):
        await plan(services, GRAY, MatchId(99), "Kc3 Kd4")


async def test_a_refused_line_leaves_the_whole_plan_unchanged(services: Services) -> None:
    match = await begin(services)
    await plan(services, GRAY, match.id, "Kc3 Kd4")
    with pytest.raises(PlanRefusal):
        await plan(services, GRAY, match.id, "Ke5 Ka1, Kb2 Kb2")
    assert await plan_of(services, GRAY, match.id) == "Kc3 Kd4"


async def test_choices_made_before_a_turn_are_not_added_after_it(
    services: Services,
) -> None:
    match = await begin(services)
    await play_turns(services, match.id, "Kb3", "Kf6")
    with pytest.raises(PlanOutdated):
        await services.plans.add(GRAY, match.id, read_lines("Kc3 Kd4"), Ply(0))


async def test_branches_and_whole_plans_are_dropped_on_request(
    services: Services, path: Path
) -> None:
    match = await begin(services)
    await plan(services, GRAY, match.id, "Kc3 Kd4, Ke5 Ka1")
    left = await services.plans.remove(GRAY, match.id, (read_turn("Kc3"),))
    assert write_lines(left.plan) == "Ke5 Ka1"
    await plan(services, ORANGE, match.id, "Ka1 Kb2 Kc3")
    await services.plans.clear(GRAY, match.id)
    assert await plan_of(services, GRAY, match.id) == ""
    assert await plan_of(services, ORANGE, match.id) == "Ka1 Kb2 Kc3"
    await services.plans.remove(ORANGE, match.id, (read_turn("Ka1"),))
    assert rows_in(path, "SELECT * FROM plans") == []


async def test_an_unreadable_plan_does_not_prevent_a_turn(services: Services, path: Path) -> None:
    match = await begin(services)
    await plan(services, GRAY, match.id, "Kc3 Kd4")
    change(path, "UPDATE plans SET lines = 'Kz9'")
    assert (await play_turns(services, match.id, "Kc3")).ply == 1
    assert rows_in(path, "SELECT * FROM plans") == []


@pytest.mark.parametrize("ruleset", sampled(RULESETS, 1, 3), ids=lambda ruleset: ruleset.name)
async def test_the_stored_match_is_the_same_whether_turns_are_planned_or_played_by_hand(
    services: Services, ruleset: Ruleset
) -> None:
    """Both players plan lines at random, and often a turn is played that they planned for."""
    chance = Random(f"plans {ruleset.name}")
    planned = await begin(services, ruleset=ruleset)
    for _ in range(12):
        match = await services.matches.find(planned.id)
        if match.outcome is not None:
            break
        firsts = [
            turn
            for user in match.seats
            for turn in await _plan_at_random(services, user, match, chance)
        ]
        turns = firsts or list(legal_turns(match.position))
        await play_turns(services, planned.id, write_turn(chance.choice(turns)))
    record = await services.replays.record(planned.id)
    by_hand = await begin(services, ruleset=ruleset)
    other = await play_turns(services, by_hand.id, *(write_turn(turn) for turn in record.turns))
    match = record.match
    assert len(record.turns) == match.ply > 12
    assert (match.position, match.ply, match.last) == (other.position, other.ply, other.last)
    assert (match.repetitions, match.outcome, match.draws) == (
        other.repetitions,
        other.outcome,
        other.draws,
    )


async def _plan_at_random(
    services: Services, user: UserId, match: Match, chance: Random
) -> list[Turn]:
    """Plan lines for a player, and return their first turns."""
    for _ in range(2):
        line, position = [], match.position
        for _ in range(chance.choice((2, 3, 4))):
            turn = chance.choice(list(legal_turns(position)))
            line.append(turn)
            position = play(position, turn).after
            if line[-1].wins:
                break
        try:
            await services.plans.add(user, match.id, [tuple(line)])
        except PlanRefusal:
            continue
    return [each.turn for each in (await services.plans.of(user, match.id)).plan.turns]


async def test_a_player_on_vacation_answers_as_planned_and_the_others_clock_runs(
    services: Services, clock: StandingClock
) -> None:
    match = await begin(services)
    assert match.venue.guild is not None
    await plan(services, GRAY, match.id, "Kc3 Kd4")
    await services.vacations.begin(GRAY, match.venue.guild, 7)
    clock.advance(DAY)
    played = await play_turns(services, match.id, "Kc3")
    assert (played.ply, played.to_move) == (2, ORANGE)
    assert played.clock.held is None
    assert played.clock.deadline == clock.now() + 3 * DAY
