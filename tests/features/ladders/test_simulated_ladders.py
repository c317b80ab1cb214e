"""Random ladders, by their rules alone: the invariants hold after each event."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from bot.features.ladders.rules import (
    Ladder,
    LadderMeeting,
    OpenChallenge,
    Order,
    RungId,
    after_no_answer,
    after_win,
    challengeable,
    climb_on_time,
    is_off,
    joined,
    left,
    one_down,
    weekly_falls,
)
from bot.match.identity import Instant, Seconds
from tests.kit.ladders import rungs_of
from tests.kit.thoroughness import quick_or_thorough

SEEDS = range(quick_or_thorough(50, 1000))


@pytest.mark.parametrize("part", range(5))
def test_a_ladder_always_orders_its_players(part: int) -> None:
    for seed in SEEDS[part::5]:
        play_ladder(Random(seed))


DAY = Seconds(24 * 3600.0)


def play_ladder(chance: Random) -> None:
    on = set(rungs_of(chance.randint(2, 70)))
    order: Order = tuple(chance.sample(sorted(on), len(on)))
    newcomers = iter(range(100, 1000))
    challenges, meetings = list[OpenChallenge](), list[LadderMeeting]()
    resting = set[RungId]()
    late = dict[RungId, list[Instant]]()
    now = Instant(1_000_000.0)

    def take_off(rung: RungId) -> None:
        nonlocal order, challenges
        order = left(order, rung)
        on.discard(rung)
        resting.discard(rung)
        challenges = [each for each in challenges if rung not in (each.challenger, each.challenged)]

    def lose_on_time(rung: RungId) -> None:
        nonlocal order
        late.setdefault(rung, []).append(now)
        resting.add(rung)
        order = one_down(order, rung)
        if is_off(late[rung], now):
            take_off(rung)

    def begin() -> None:
        challenger = chance.choice(order)
        resting.discard(challenger)
        ladder = Ladder(order, frozenset(resting), tuple(challenges), tuple(meetings))
        offered = challengeable(ladder, challenger, now)
        if offered:
            challenges.append(OpenChallenge(challenger, chance.choice(offered)))

    def end() -> None:
        nonlocal order
        if not challenges:
            return
        challenge = challenges.pop(chance.randrange(len(challenges)))
        challenger, challenged = challenge.challenger, challenge.challenged
        match chance.randrange(5):
            case 0:
                order = after_no_answer(order, challenger, challenged)
            case 1:
                turns = (chance.randint(1, 9), chance.randint(1, 9))
                order = after_win(order, challenger, challenged, climb_on_time(turns))
                meetings.append(LadderMeeting(challenger, challenged, now))
                lose_on_time(challenged)
            case 2:
                meetings.append(LadderMeeting(challenger, challenged, now))
                lose_on_time(challenger)
            case 3:
                meetings.append(LadderMeeting(challenger, challenged, now))
            case _:
                order = after_win(order, challenger, challenged)
                meetings.append(LadderMeeting(challenger, challenged, now))

    def fall() -> None:
        nonlocal order
        order = weekly_falls(order, resting)

    def join() -> None:
        nonlocal order
        rung = RungId(next(newcomers))
        order = joined(order, rung)
        on.add(rung)

    def leave() -> None:
        if len(order) > 2:
            take_off(chance.choice(order))

    events: list[Callable[[], None]] = [
        begin,
        begin,
        begin,
        begin,
        end,
        end,
        end,
        fall,
        join,
        leave,
    ]
    for _ in range(100):
        chance.choice(events)()
        now = Instant(now + chance.random() * DAY)
        assert sorted(order) == sorted(on)
        assert len(set(order)) == len(order)
        assert max(Counter(each.challenger for each in challenges).values(), default=0) <= 2
        assert max(Counter(each.challenged for each in challenges).values(), default=0) <= 2
        met = Counter(frozenset((each.challenger, each.challenged)) for each in challenges)
        assert max(met.values(), default=0) <= 1
