"""Simulated tournaments: made-up players on the real services, in a time of their own."""

import heapq
import math
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from statistics import median
from typing import Final

from bot.engine import choose, level_of
from bot.errors import Refusal
from bot.features.competitions.members import ExitReason
from bot.features.tournaments.legs import Decision, TournamentId
from bot.features.tournaments.tournament import (
    Entrant,
    EntrantState,
    TournamentField,
    TournamentState,
    TournamentTerms,
)
from bot.match.clock import DAY, HOUR
from bot.match.identity import (
    ChannelId,
    GuildId,
    InServer,
    Instant,
    MatchId,
    MessageId,
    Seconds,
    UserId,
)
from bot.services import Services

BEGIN: Final = Instant(1_893_499_200.0)
"""A Tuesday at noon, UTC: every simulation covers the same days."""
LEAVE_WITHIN: Final = Seconds(21 * DAY)
STEP: Final = HOUR
"""The longest time between two checks for due jobs."""
SPREAD: Final = 0.8
"""How much the time of one player's answers varies, as the sigma of its logarithm."""
PLACE: Final = InServer(GuildId(1), ChannelId(2))
HOST: Final = UserId(100)


class SimulatedClock:
    """A clock that jumps from one event to the next."""

    def __init__(self) -> None:
        self.moment = BEGIN

    def now(self) -> Instant:
        """Return the present moment."""
        return self.moment

    def move_to(self, moment: float) -> None:
        """Move the clock to a moment, unless it has passed."""
        self.moment = Instant(max(self.moment, moment))


@dataclass(frozen=True, slots=True)
class PlayerHabits:
    """The habits of the made-up players.

    Each has a usual time until they answer, between `fewest_hours` and `most_hours`, and plays like
    a level between `weakest` and `strongest`. A share of them leaves at some moment until
    `leave_within`: half of those with *Leave*, the others without a word.
    """

    fewest_hours: float = 3.0
    most_hours: float = 16.0
    weakest: int = 1
    strongest: int = 4
    leaving: float = 0.1
    leave_within: Seconds = LEAVE_WITHIN


@dataclass(frozen=True, slots=True)
class SimulatedPlayer:
    """A made-up player; `answers_after` is the median of their answers."""

    user: UserId
    answers_after: Seconds
    level: int
    leaves_after: Seconds | None
    says_so: bool

    @classmethod
    def drawn(cls, user: UserId, habits: PlayerHabits, chance: Random) -> "SimulatedPlayer":
        """Return a random player with these habits."""
        hours = chance.uniform(habits.fewest_hours, habits.most_hours)
        leaves = chance.random() < habits.leaving
        within = chance.uniform(0.0, habits.leave_within)
        return cls(
            user,
            Seconds(hours * HOUR),
            chance.randint(habits.weakest, habits.strongest),
            Seconds(within) if leaves else None,
            chance.random() < 0.5,
        )

    def answer(self, chance: Random) -> Seconds:
        """Return how long they take to play a turn: mostly a short time, sometimes days."""
        return Seconds(self.answers_after * math.exp(chance.gauss(0.0, SPREAD)))


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """How an entrant finished; `place` is None for one whose results do not count."""

    player: SimulatedPlayer
    group: int
    place: int | None
    points: float
    out: ExitReason | None
    out_after: Seconds | None


@dataclass(frozen=True, slots=True)
class SimulatedSeason:
    """The outcome of a tournament, or of one season of it.

    The times are how long after its start half, and all, of its matches were over. `decisions`
    counts the legs by what decided them, `turns` the turns that were played.
    """

    number: int
    state: TournamentState
    half_after: Seconds
    all_after: Seconds
    decisions: dict[Decision, int]
    turns: int
    lines: tuple[EntrantLine, ...]


@dataclass(frozen=True, slots=True, order=True)
class _Event:
    """A scheduled event: a board is posted, or a player acts."""

    at: float
    order: int
    act: Callable[[], Awaitable[None]] = field(compare=False)


class SimulatedMatches:
    """Lets made-up players play the matches of a competition, each at their own pace."""

    def __init__(
        self, services: Services, clock: SimulatedClock, chance: Random, habits: PlayerHabits
    ) -> None:
        self.services = services
        self.clock = clock
        self.chance = chance
        self.players: dict[UserId, SimulatedPlayer] = {}
        self.gone: set[UserId] = set()
        self.turns = 0
        self._habits = habits
        self._events: list[_Event] = []
        self._messages = 0

    def draw_players(self, count: int) -> None:
        """Make up `count` players."""
        for user in range(101, 101 + count):
            player = SimulatedPlayer.drawn(UserId(user), self._habits, self.chance)
            self.players[player.user] = player

    async def pass_time(self) -> None:
        """Run the next event, or let an hour pass."""
        until = self.clock.now() + STEP
        if not self._events or self._events[0].at > until:
            self.clock.move_to(until)
            return
        event = heapq.heappop(self._events)
        self.clock.move_to(event.at)
        await event.act()

    def plan(self, at: float, act: Callable[[], Awaitable[None]]) -> None:
        """Schedule an event at a moment."""
        self._messages += 1
        heapq.heappush(self._events, _Event(at, self._messages, act))

    async def post_boards(self, match: MatchId) -> None:
        """Schedule the posting of the boards of a match that has begun."""
        for board in await self.services.boards.boards_of(match):
            if board.user is not None:
                self.plan(board.due_at, partial(self._post_board, match, board.user))

    async def _post_board(self, number: MatchId, user: UserId) -> None:
        match = await self.services.matches.find(number)
        for board in await self.services.boards.boards_of(number):
            if board.user == user and match.outcome is None:
                self._messages += 1
                message = MessageId(self._messages)
                await self.services.boards.board_shown(
                    board, ChannelId(user), message, match.revision
                )
                if match.to_move == user:
                    self._wait_for(user, number)

    def _wait_for(self, user: UserId, match: MatchId) -> None:
        answer = self.players[user].answer(self.chance)
        self.plan(self.clock.now() + answer, partial(self._play_turn, match, user))

    async def _play_turn(self, number: MatchId, user: UserId) -> None:
        match = await self.services.matches.find(number)
        if user in self.gone or match.outcome is not None or match.to_move != user:
            return
        level = level_of(self.players[user].level)
        turn = choose(level, match.position, (), self.chance).turn
        # The player's time may have run out by now.
        with suppress(Refusal):
            after = (await self.services.matches.play(user, number, turn)).match
            self.turns += 1
            if after.to_move is not None:
                self._wait_for(after.to_move, number)


class Simulation(SimulatedMatches):
    """Plays a tournament and the seasons after it."""

    def __init__(
        self, services: Services, clock: SimulatedClock, chance: Random, habits: PlayerHabits
    ) -> None:
        super().__init__(services, clock, chance, habits)
        self._begun: set[MatchId] = set()

    async def play(
        self,
        terms: TournamentTerms,
        entrants: int,
        seasons: int,
        hear: Callable[[SimulatedSeason], None],
    ) -> None:
        """Play at most `seasons` seasons; pass each to `hear`. Raise the `Refusal` of any step."""
        tournaments = self.services.tournaments
        drafted = await tournaments.draft(HOST, PLACE, "Simulation", terms)
        number = (await tournaments.announce(HOST, drafted.id)).id
        self.draw_players(entrants)
        for user in self.players:
            await tournaments.enter(user, number, frozenset())
        await tournaments.start(number, PLACE.guild)
        for season in range(1, seasons + 1):
            field = await self._season(number)
            hear(self._summary(season, field))
            if season == seasons or field.tournament.state is not TournamentState.ENDED:
                break
            following = await self._enter_again(field)
            if following is None:
                break
            number = following

    async def _season(self, number: TournamentId) -> TournamentField:
        """Play until a tournament is over; return it."""
        self.turns = 0
        are_leaves_planned = False
        while True:
            await self.services.jobs.run_due()
            field = await self.services.tournaments.find(number)
            state = field.tournament.state
            if state is TournamentState.RUNNING:
                if not are_leaves_planned:
                    are_leaves_planned = True
                    self._plan_leaves(field)
                await self._take_up(field)
            elif state is not TournamentState.OPEN:
                return field
            await self.pass_time()

    def _plan_leaves(self, field: TournamentField) -> None:
        for entrant in field.entered:
            player = self.players[entrant.user]
            if player.leaves_after is not None and player.user not in self.gone:
                leave = partial(self._leave, player.user)
                self.plan(self.clock.now() + player.leaves_after, leave)

    async def _take_up(self, field: TournamentField) -> None:
        """Schedule the posting of the boards of matches that have begun since."""
        for pairing in field.pairings:
            match = pairing.match
            if match is not None and match not in self._begun and pairing.leg.is_open:
                self._begun.add(match)
                await self.post_boards(match)

    async def _leave(self, user: UserId) -> None:
        self.gone.add(user)
        if self.players[user].says_so:
            for each in await self.services.tournaments.of_user(user):
                with suppress(Refusal):
                    await self.services.tournaments.leave(user, each.id)

    async def _enter_again(self, field: TournamentField) -> TournamentId | None:
        """Answer *Play again?* for all who are still there; return the next season."""
        following = None
        for entrant in field.entrants:
            season = await self.services.tournaments.season_after(entrant.id)
            if season is None:
                continue
            following = season.tournament.id
            if entrant.user not in self.gone:
                with suppress(Refusal):
                    await self.services.tournaments.play_again(
                        entrant.user, entrant.id, frozenset(), again=True
                    )
        return following

    def _summary(self, number: int, field: TournamentField) -> SimulatedSeason:
        begun_at = field.tournament.begun_at or self.clock.now()
        legs = [each.leg for each in field.pairings]
        ends = sorted(each.ended_at - begun_at for each in field.pairings if each.ended_at)
        decided = [each.decision for each in legs if each.decision is not None]
        return SimulatedSeason(
            number,
            field.tournament.state,
            Seconds(median(ends) if ends else 0.0),
            Seconds(ends[-1] if ends else 0.0),
            {each: decided.count(each) for each in Decision if each in decided},
            self.turns,
            tuple(self._lines(field, begun_at)),
        )

    def _lines(self, field: TournamentField, begun_at: Instant) -> Iterator[EntrantLine]:
        def place(entrant: Entrant) -> tuple[int, float]:
            return entrant.group_number or 0, entrant.place or math.inf

        for each in sorted(field.entrants, key=place):
            if each.state is EntrantState.WAITING:
                continue
            points = sum(leg.leg.points_of(each.id) for leg in field.pairings_of(each.id))
            yield EntrantLine(
                self.players[each.user],
                each.group_number or 0,
                each.place,
                points,
                each.out_why,
                None if each.out_at is None else Seconds(each.out_at - begun_at),
            )
