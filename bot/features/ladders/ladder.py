"""Ladders as they are stored: their terms, players and challenges."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NewType, Self

from bot.features.competitions.members import ExitReason
from bot.features.ladders.rules import (
    FALLS_EVERY,
    MOST_OPEN,
    OFF_WITHIN,
    ChallengeResult,
    Ladder,
    LadderMeeting,
    OpenChallenge,
    Order,
    RungId,
)
from bot.game import CLASSIC, Ruleset, Seat
from bot.match.challenge import Seats
from bot.match.clock import DAY, Bank, TimeControl, Weekends
from bot.match.identity import InServer, Instant, MatchId, Seconds, UserId
from bot.match.terms import Stakes

LadderId = NewType("LadderId", int)
LadderChallengeId = NewType("LadderChallengeId", int)

LADDER_TIME: Final = Bank(Seconds(3 * DAY), DAY, Seconds(5 * DAY))
"""The time control of ladders for which none was chosen."""


class RestReason(Enum):
    """Why a player cannot be challenged. The values are stored."""

    WISH = "wish"
    IDLE = "idle"
    """No match for a long time."""
    TIME = "time"
    """A match lost on time."""


class LadderChallengeState(Enum):
    """The state of a challenge. The values are stored."""

    ASKED = "asked"
    """It was not accepted yet."""
    PLAYING = "playing"
    """Its match goes on, or begins soon."""
    PLAYED = "played"
    UNANSWERED = "unanswered"
    """It was not accepted in time."""
    WITHDRAWN = "withdrawn"
    VOID = "void"
    """A player left the ladder, or its managers cancelled the challenge."""


_OPEN: Final = (LadderChallengeState.ASKED, LadderChallengeState.PLAYING)


@dataclass(frozen=True, slots=True)
class LadderTerms:
    """The terms of a ladder, which its managers choose."""

    ruleset: Ruleset = CLASSIC
    time: TimeControl = LADDER_TIME
    weekends: Weekends = Weekends.PLAYED
    stakes: Stakes = Stakes.RATED


@dataclass(frozen=True, slots=True)
class ServerLadder:
    """A ladder. Its card is in `place`, and resting players fall next at `falls_at`."""

    id: LadderId
    place: InServer
    host: UserId
    terms: LadderTerms
    created_at: Instant
    falls_at: Instant
    closed_at: Instant | None = None

    @property
    def is_open(self) -> bool:
        """Whether the ladder is open for play."""
        return self.closed_at is None


@dataclass(frozen=True, slots=True)
class LadderRung:
    """A current or former player of a ladder.

    Wins, losses and losses on time count from `counts_from` on. `told` counts the notices that the
    player gets about resting or being off the ladder.
    """

    id: RungId
    ladder: LadderId
    user: UserId
    counts_from: Instant
    active_at: Instant
    place: int | None = None
    rests_why: RestReason | None = None
    rests_since: Instant | None = None
    off_at: Instant | None = None
    off_why: ExitReason | None = None
    wins: int = 0
    losses: int = 0
    told: int = 0

    @property
    def is_resting(self) -> bool:
        """Whether the player rests, so that they cannot be challenged."""
        return self.rests_why is not None

    def resting(self, why: RestReason, now: Instant) -> Self:
        """Return the player at rest; if they rest already, `rests_since` stays."""
        since = now if self.rests_why is None else self.rests_since
        return replace(self, rests_why=why, rests_since=since)

    def awake(self) -> Self:
        """Return the player, no longer at rest."""
        return replace(self, rests_why=None, rests_since=None)

    def has_begun_to_rest(self, now: Instant) -> bool:
        """Return whether the player has rested for less than a week, and so does not fall yet."""
        return self.rests_since is not None and now - self.rests_since < FALLS_EVERY


@dataclass(frozen=True, slots=True)
class LadderChallenge:
    """A challenge, and the match that decides it, once the match has begun.

    `late` is the player who lost the match on time. The `_from` and `_to` fields have the places
    before and after the end.
    """

    id: LadderChallengeId
    ladder: LadderId
    challenger: RungId
    challenged: RungId
    own_slot: int
    against_slot: int
    challenger_seat: Seat
    asked_at: Instant
    answer_by: Instant
    state: LadderChallengeState = LadderChallengeState.ASKED
    match: MatchId | None = None
    matches_before: int = 0
    ended_at: Instant | None = None
    result: ChallengeResult | None = None
    late: RungId | None = None
    challenger_from: int | None = None
    challenger_to: int | None = None
    challenged_from: int | None = None
    challenged_to: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is unanswered or being played."""
        return self.state in _OPEN

    @property
    def pair(self) -> frozenset[RungId]:
        """The two players."""
        return frozenset((self.challenger, self.challenged))

    def has(self, rung: RungId) -> bool:
        """Return whether a player takes part in it."""
        return rung in (self.challenger, self.challenged)

    def other(self, rung: RungId) -> RungId:
        """Return the other of the two players."""
        return self.challenged if rung == self.challenger else self.challenger


@dataclass(frozen=True, slots=True)
class LadderField:
    """A ladder with its players and challenges, in the order of their numbers.

    It includes the challenges that are open or ended recently, the players in them, and players who
    left the ladder recently.
    """

    ladder: ServerLadder
    rungs: tuple[LadderRung, ...]
    challenges: tuple[LadderChallenge, ...] = ()

    @property
    def order(self) -> Order:
        """The players on the ladder, from the top."""
        placed = [(each.place, each.id) for each in self.rungs if each.place is not None]
        return tuple(rung for _, rung in sorted(placed))

    @property
    def rules(self) -> Ladder:
        """The facts that decide who can challenge whom."""
        return Ladder(
            self.order,
            frozenset(each.id for each in self.rungs if each.is_resting),
            tuple(OpenChallenge(each.challenger, each.challenged) for each in self.open),
            tuple(
                LadderMeeting(each.challenger, each.challenged, each.ended_at)
                for each in self.challenges
                if each.state is LadderChallengeState.PLAYED and each.ended_at is not None
            ),
        )

    @property
    def open(self) -> tuple[LadderChallenge, ...]:
        """The challenges that are unanswered or being played."""
        return tuple(each for each in self.challenges if each.is_open)

    def rung(self, number: RungId) -> LadderRung:
        """Return the player with that number."""
        return next(each for each in self.rungs if each.id == number)

    def of_user(self, user: UserId) -> LadderRung | None:
        """Return a user's current or former rung."""
        return next((each for each in self.rungs if each.user == user), None)

    def on_it(self, user: UserId) -> LadderRung | None:
        """Return a user's rung if they are on the ladder."""
        rung = self.of_user(user)
        return None if rung is None or rung.place is None else rung

    def open_of(self, rung: RungId) -> tuple[LadderChallenge, ...]:
        """Return the open challenges of a player, and those against them."""
        return tuple(each for each in self.open if each.has(rung))

    def challenge(self, number: LadderChallengeId) -> LadderChallenge | None:
        """Return a challenge, if the field has it."""
        return next((each for each in self.challenges if each.id == number), None)

    def losses_on_time(self, rung: LadderRung, now: Instant) -> list[Instant]:
        """Return the moments of a player's recent losses on time."""
        return [
            each.ended_at
            for each in self.challenges
            if each.late == rung.id
            and each.ended_at is not None
            and each.ended_at >= rung.counts_from
            and now - each.ended_at <= OFF_WITHIN
        ]

    def free_slot(self, rung: RungId, *, own: bool) -> int:
        """Return the lowest free slot among a player's own challenges, or those against them."""
        taken = [
            each.own_slot if own else each.against_slot
            for each in self.open
            if rung == (each.challenger if own else each.challenged)
        ]
        return next(slot for slot in range(1, MOST_OPEN + 2) if slot not in taken)

    def seats(self, challenge: LadderChallenge) -> Seats:
        """Return the seats in the match of a challenge."""
        one, other = (self.rung(each).user for each in (challenge.challenger, challenge.challenged))
        return Seats(one, other) if challenge.challenger_seat is Seat.ORANGE else Seats(other, one)

    def with_rungs(self, changed: Iterable[LadderRung]) -> "LadderField":
        """Return the ladder with the new values of some players."""
        by_id = {each.id: each for each in changed}
        return replace(self, rungs=tuple(by_id.get(each.id, each) for each in self.rungs))

    def ordered(self, order: Order) -> "LadderField":
        """Return the ladder with its players in the places of a new order."""
        places = {rung: place for place, rung in enumerate(order, 1)}
        return replace(
            self, rungs=tuple(replace(each, place=places.get(each.id)) for each in self.rungs)
        )

    def with_challenge(self, challenge: LadderChallenge) -> "LadderField":
        """Return the ladder with a new challenge, or a new value of a challenge."""
        others = [each for each in self.challenges if each.id != challenge.id]
        changed = sorted((*others, challenge), key=lambda each: each.id)
        return replace(self, challenges=tuple(changed))
