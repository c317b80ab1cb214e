"""Random tournaments, by their rules alone: the invariants hold after each event.

Entrants are of different strength, some run out of time, some leave, matches end without a result,
and now and then the time of a whole tournament is over.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
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
from bot.features.tournaments.groups import GROUP_SIZES, default_legs, draw_snake, season_order
from bot.features.tournaments.legs import (
    MOST_LOSSES_ON_TIME,
    EntrantId,
    Leg,
    RestartLeg,
    Withdrawal,
    adjudicated,
    leg_after,
    losses_on_time,
    withdrawal_of,
    without,
)
from bot.features.tournaments.seats import draw_legs
from bot.features.tournaments.standings import Standings, standings_of
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


@dataclass
class GroupAtPlay:
    """A group with its rows, as a server would keep them."""

    entrants: list[EntrantId]
    legs: list[Leg]
    withdrawals: dict[EntrantId, Withdrawal] = field(default_factory=dict)
    matches: Counter[int] = field(default_factory=Counter)

    @property
    def open(self) -> list[int]:
        return [index for index, leg in enumerate(self.legs) if leg.is_open]

    @property
    def standings(self) -> Standings:
        return standings_of(self.entrants, self.legs, self.withdrawals)

    def end_match(self, index: int, chance: Random) -> None:
        after = leg_after(
            self.legs[index], random_outcome(self.legs[index], chance), self.matches[index]
        )
        self.matches[index] += 1
        if isinstance(after, RestartLeg):
            return
        self.legs[index] = after
        for entrant in (after.first, after.second):
            if losses_on_time(entrant, self.legs) >= MOST_LOSSES_ON_TIME:
                self.take_out(entrant)

    def take_out(self, entrant: EntrantId) -> None:
        if entrant in self.withdrawals:
            return
        withdrawal = withdrawal_of(entrant, self.legs, self.withdrawals)
        self.withdrawals[entrant] = withdrawal
        self.legs = [without(entrant, leg, withdrawal) for leg in self.legs]

    def call(self) -> None:
        self.legs = [adjudicated(leg) for leg in self.legs]


def check_group(group: GroupAtPlay, before: Standings) -> None:
    standings = group.standings
    placed = [each.entrant for each in standings.places]
    assert sorted([*placed, *standings.annulled]) == sorted(group.entrants)
    gone = group.withdrawals
    assert not any(leg.is_open and (leg.first in gone or leg.second in gone) for leg in group.legs)
    assert all(count <= 2 for count in group.matches.values())
    assert standings.is_finished is not any(leg.is_open for leg in group.legs)
    if len(before.annulled) == len(standings.annulled):
        for each in standings.places:
            earlier = before.of(each.entrant)
            assert earlier is not None
            assert each.points >= earlier.points
            if before.places and len(gone) == sum(bool(old.withdrawal) for old in before.places):
                assert each.can_finish.best >= earlier.can_finish.best
                assert each.can_finish.worst <= earlier.can_finish.worst


@pytest.mark.parametrize("part", range(5))
def test_leagues_hold_at_any_moment_and_come_to_an_end(part: int) -> None:
    for seed in SEEDS[part::5]:
        play_league(Random(seed))


def play_league(chance: Random) -> None:
    number, size = chance.randint(3, 24), chance.choice(GROUP_SIZES)
    legs = default_legs(size)
    pairs = list(combinations(entrants_of(number), 2))
    blocks = {frozenset(each) for each in chance.sample(pairs, chance.choice([0, 0, 1, 3]))}
    draw = draw_snake(entrants_of(number), size, blocks)
    groups = [
        GroupAtPlay(sorted(entrants), list(draw_legs(entrants, legs, chance)))
        for entrants in draw.groups
    ]
    for group in groups:
        check_draw(group, legs)
        leaving, calling = chance.choice([0.0, 0.02, 0.1]), chance.choice([0.0, 0.0, 0.02])
        promised = [group.standings]
        while group.open:
            before, gone = group.standings, len(group.withdrawals)
            if chance.random() < leaving:
                group.take_out(chance.choice(group.entrants))
            elif chance.random() < calling:
                group.call()
            else:
                group.end_match(chance.choice(group.open), chance)
            check_group(group, before)
            if len(group.withdrawals) > gone:
                promised.clear()
            promised.append(group.standings)
        check_promises(promised, group.standings)
    tables = [group.standings for group in groups]
    assert all(table.is_finished for table in tables)
    assert all(each.can_finish.is_settled for table in tables for each in table.places)
    again = [each.entrant for table in tables for each in table.places if not each.withdrawal]
    order = season_order(tables, again)
    assert sorted(order) == sorted(again)
    assert len(set(order)) == len(order)


def check_promises(promised: list[Standings], at_end: Standings) -> None:
    """Expect each final place to have been possible ever since the last entrant left."""
    for standings in promised:
        for each in at_end.places:
            earlier = standings.of(each.entrant)
            assert earlier is not None
            assert earlier.can_finish.best <= each.place <= earlier.can_finish.worst


def check_draw(group: GroupAtPlay, legs: int) -> None:
    size = len(group.entrants)
    assert len(group.legs) == legs * size * (size - 1) // 2
    assert len({(leg.first, leg.second, leg.number) for leg in group.legs}) == len(group.legs)
    for entrant in group.entrants:
        seats = [leg.seats.orange == entrant for leg in group.legs if leg.has(entrant)]
        assert abs(2 * sum(seats) - len(seats)) <= 1


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
