"""Simulated ladders: made-up players who challenge one another for some weeks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from random import Random
from statistics import fmean, median
from typing import Final

from bot.cli.simulating import (
    HOST,
    PLACE,
    PlayerHabits,
    SimulatedClock,
    SimulatedMatches,
    SimulatedPlayer,
)
from bot.errors import Refusal
from bot.features.competitions.members import ExitReason
from bot.features.ladders.ladder import (
    LadderChallenge,
    LadderChallengeId,
    LadderChallengeState,
    LadderField,
    LadderId,
    LadderTerms,
)
from bot.features.ladders.rules import ChallengeResult, challengeable
from bot.match.clock import WEEK
from bot.match.identity import Instant, MatchId, Seconds, UserId
from bot.services import Services

BY_LOT: Final = 0.5
"""The share of pairs that stand in the right order if the order is drawn by lot."""


@dataclass(frozen=True, slots=True)
class RungLine:
    """How a player fared on a ladder; `place` is None for one who is off it."""

    player: SimulatedPlayer
    place: int | None
    wins: int
    losses: int
    is_resting: bool
    off: ExitReason | None


@dataclass(frozen=True, slots=True)
class SimulatedLadder:
    """The outcome of a simulated ladder.

    `states` and `results` count the challenges and matches that are over, `places` the places that
    challengers gained. `in_order` is the share of pairs of different strength whose stronger player
    stands higher: at the start, and after each week. `resting` is the average number of resting
    players.
    """

    states: dict[LadderChallengeState, int]
    results: dict[ChallengeResult, int]
    lost_on_time: int
    places: int
    accepted_after: Seconds
    ended_after: Seconds
    turns: int
    in_order: tuple[float, ...]
    resting: float
    rested: int
    lines: tuple[RungLine, ...]


class LadderSimulation(SimulatedMatches):
    """Plays a ladder."""

    def __init__(
        self,
        services: Services,
        clock: SimulatedClock,
        chance: Random,
        habits: PlayerHabits,
        challenges_after: tuple[Seconds, Seconds],
    ) -> None:
        super().__init__(services, clock, chance, habits)
        self._challenges_after = challenges_after
        self._challenges: dict[LadderChallengeId, LadderChallenge] = {}
        self._accepted_at: dict[MatchId, Instant] = {}
        self._in_order: list[float] = []
        self._resting: list[int] = []
        self._rested: set[UserId] = set()

    async def play(self, terms: LadderTerms, players: int, weeks: int) -> SimulatedLadder:
        """Play a ladder for `weeks` weeks; the players who join first stand at its top."""
        ladder = await self.services.ladders.create(HOST, PLACE, terms)
        number, begun_at = ladder.id, self.clock.now()
        self.draw_players(players)
        for user, player in self.players.items():
            await self.services.ladders.join(user, number, frozenset())
            self._look_again(user, number, self.chance.uniform(*self._challenges_after))
            if player.leaves_after is not None:
                self.plan(begun_at + player.leaves_after, partial(self._leave, user, number))
        for week in range(weeks + 1):
            while self.clock.now() < begun_at + week * WEEK:
                await self.services.jobs.run_due()
                await self.pass_time()
            await self._count(number)
        return self._summary(await self.services.ladders.find(number))

    async def _count(self, number: LadderId) -> None:
        """Record the state of the ladder at the start, or at the end of a week."""
        field = await self.services.ladders.find(number)
        self._challenges |= {each.id: each for each in field.challenges}
        resting = [field.rung(each).user for each in field.rules.resting]
        self._resting.append(len(resting))
        self._rested.update(resting)
        levels = [self.players[field.rung(each).user].level for each in field.order]
        self._in_order.append(in_order(levels))

    def _look_again(self, user: UserId, number: LadderId, every: float) -> None:
        after = self.chance.expovariate(1 / every)
        self.plan(self.clock.now() + after, partial(self._challenge, user, number, every))

    async def _challenge(self, user: UserId, number: LadderId, every: float) -> None:
        """Challenge a random player whom the user may challenge; join again after falling off."""
        if user in self.gone:
            return
        field = await self.services.ladders.find(number)
        own = field.on_it(user)
        if own is None:
            # A player who fell off joins again.
            with suppress(Refusal):
                await self.services.ladders.join(user, number, frozenset())
        else:
            offered = challengeable(field.rules, own.id, self.clock.now())
            if offered:
                chosen = self.chance.choice(offered)
                ladders = self.services.ladders
                sent = await ladders.challenge(user, number, chosen, frozenset())
                other = sent.field.rung(chosen).user
                answer = self.players[other].answer(self.chance)
                accept = partial(self._accept, other, sent.challenge.id)
                self.plan(self.clock.now() + answer, accept)
        self._look_again(user, number, every)

    async def _accept(self, user: UserId, number: LadderChallengeId) -> None:
        if user in self.gone:
            return
        # The answer may be too late, or one of the two may be off the ladder.
        with suppress(Refusal):
            accepted = await self.services.ladders.accept(user, number, frozenset())
            self._accepted_at[accepted.match.id] = self.clock.now()
            await self.post_boards(accepted.match.id)

    async def _leave(self, user: UserId, number: LadderId) -> None:
        self.gone.add(user)
        if self.players[user].says_so:
            with suppress(Refusal):
                await self.services.ladders.leave(user, number)

    def _summary(self, field: LadderField) -> SimulatedLadder:
        over = [each for each in self._challenges.values() if each.ended_at is not None]
        played = [(each, each.match) for each in self._challenges.values() if each.match]
        waits = [self._accepted_at[match] - each.asked_at for each, match in played]
        lengths = [
            each.ended_at - self._accepted_at[match] for each, match in played if each.ended_at
        ]
        return SimulatedLadder(
            dict(Counter(each.state for each in over)),
            dict(Counter(each.result for each in over if each.result is not None)),
            sum(each.late is not None for each in over),
            sum(
                each.challenger_from - each.challenger_to
                for each in over
                if each.challenger_from is not None and each.challenger_to is not None
            ),
            Seconds(median(waits) if waits else 0.0),
            Seconds(median(lengths) if lengths else 0.0),
            self.turns,
            tuple(self._in_order),
            fmean(self._resting),
            len(self._rested),
            tuple(self._lines(field)),
        )

    def _lines(self, field: LadderField) -> Iterator[RungLine]:
        for each in sorted(field.rungs, key=lambda rung: rung.place or len(field.rungs) + 1):
            player = self.players[each.user]
            is_resting = each.is_resting
            yield RungLine(player, each.place, each.wins, each.losses, is_resting, each.off_why)


def in_order(levels: Sequence[int]) -> float:
    """Return the share of pairs of different levels whose stronger player stands higher."""
    pairs = [(above, below) for above, below in combinations(levels, 2) if above != below]
    return fmean(above > below for above, below in pairs) if pairs else BY_LOT
