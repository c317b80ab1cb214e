"""Random cups, by their rules alone: the invariants hold after each event.

Entrants are of different strength, some run out of time, some leave, matches end without a result,
and now and then the time of a whole cup is over.
"""

from collections import Counter
from random import Random

import pytest

from bot.features.tournaments.cups import (
    Bracket,
    CupSlot,
    Play,
    PlayOff,
    Seeding,
    Vacancy,
    bracket_of,
    bracket_size,
    cup_places,
    draw_places,
    legs_to_begin,
)
from bot.features.tournaments.legs import (
    MOST_LOSSES_ON_TIME,
    EntrantId,
    Leg,
    RestartLeg,
    Withdrawal,
    leg_after,
    losses_on_time,
    without,
)
from bot.match.match import EndReason, Outcome
from tests.kit.drawn_groups import entrants_of
from tests.kit.thoroughness import quick_or_thorough

SEEDS = range(quick_or_thorough(20, 1000))


def random_outcome(leg: Leg, chance: Random) -> Outcome:
    """Return a random end of a match: lower numbers play better, higher ones more slowly."""
    odds = 0.5 + 0.4 * (leg.second - leg.first) / (leg.second + leg.first)
    first_wins = chance.random() < odds
    winner = leg.first_seat if first_wins else leg.first_seat.other
    why = chance.choices(
        [
            EndReason.LINE,
            EndReason.RESIGNATION,
            EndReason.TIME,
            EndReason.AGREEMENT,
            EndReason.BOT_GONE,
            EndReason.BOTH_LEFT,
        ],
        [70, 10, 8, 6, 5, 1],
    )[0]
    return Outcome(
        why, winner if why in (EndReason.LINE, EndReason.RESIGNATION, EndReason.TIME) else None
    )


@pytest.mark.parametrize("part", range(5))
def test_cups_come_to_one_champion(part: int) -> None:
    for seed in SEEDS[part::5]:
        play_cup(Random(seed))


def play_cup(chance: Random) -> None:
    by_seed = entrants_of(chance.randint(3, 16))
    size = bracket_size(len(by_seed), chance.choice([8, 16]))
    by_seed = by_seed[:size]
    places = draw_places(by_seed, size, chance.choice(list(Seeding)), chance)
    play_off = chance.choice(list(PlayOff))
    rows: dict[CupSlot, list[Leg]] = {}
    matches = Counter[tuple[CupSlot, int]]()
    out = list[EntrantId]()
    play = Play.ON
    leaving, calling = chance.choice([0.0, 0.02, 0.2]), chance.choice([0.0, 0.01])

    def bracket() -> Bracket:
        legs = [leg for each in rows.values() for leg in each]
        return bracket_of(places, by_seed, legs, out, play_off, play)

    def take_out(entrant: EntrantId) -> None:
        if entrant in cup_places(bracket()):
            return
        if entrant not in out:
            out.append(entrant)
        for slot, legs in rows.items():
            rows[slot] = [without(entrant, leg, Withdrawal.LOST) for leg in legs]

    while not bracket().is_finished:
        known = {each.slot: each.winner for each in bracket().pairings}
        for pairing in bracket().pairings:
            rows.setdefault(pairing.slot, []).extend(legs_to_begin(pairing, chance))
        unfinished = [
            (slot, index)
            for slot, legs in rows.items()
            for index, leg in enumerate(legs)
            if leg.is_open
        ]
        assert unfinished
        if chance.random() < leaving:
            take_out(chance.choice(by_seed))
        elif chance.random() < calling:
            play = Play.OVER
        else:
            slot, index = chance.choice(unfinished)
            leg = rows[slot][index]
            after = leg_after(leg, random_outcome(leg, chance), matches[slot, index])
            matches[slot, index] += 1
            if not isinstance(after, RestartLeg):
                rows[slot][index] = after
                for entrant in (after.first, after.second):
                    if losses_on_time(entrant, rows[slot]) >= MOST_LOSSES_ON_TIME:
                        take_out(entrant)
        check_bracket(bracket(), known, rows, out)
    ranked = cup_places(bracket())
    if bracket().champion is Vacancy.EMPTY:
        assert all(ranked[side] == 2 and side in out for side in bracket().final.entrants or ())
    else:
        assert [*ranked.values()].count(1) == [*ranked.values()].count(2) == 1
    assert len(ranked) == len(by_seed)


def check_bracket(
    bracket: Bracket,
    before: dict[CupSlot, EntrantId | Vacancy],
    rows: dict[CupSlot, list[Leg]],
    out: list[EntrantId],
) -> None:
    for each in bracket.pairings:
        legs = rows.get(each.slot, [])
        assert len(legs) <= 3
        assert len({leg.number for leg in legs}) == len(legs)
        assert not any(leg.is_open and (leg.first in out or leg.second in out) for leg in legs)
        if legs:
            entrants = each.entrants
            assert entrants is not None
            assert all({leg.first, leg.second} == set(entrants) for leg in legs)
        if not isinstance(before[each.slot], Vacancy):
            assert each.winner == before[each.slot]
