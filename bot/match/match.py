"""A match as a value: its players, position, clock and outcome."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Self, assert_never

from bot.game import (
    CLAIMED_AT,
    DRAWN_AT,
    MOST_TURNS,
    Position,
    Seat,
    Step,
    Turn,
    Win,
    WinBy,
    is_dead,
)
from bot.match.challenge import Seats
from bot.match.clock import NO_CLOCK, TurnClock
from bot.match.identity import (
    ChannelId,
    GuildId,
    Instant,
    MatchId,
    MessageId,
    Place,
    Ply,
    Revision,
    UserId,
)
from bot.match.terms import BotPlayer, Note, Stakes, VenueKind, answer_at
from bot.match.turn_builder import NOTHING_CHOSEN, Question, TurnBuilder, TurnChoices


class OfferAnswer(Enum):
    """What can be said of a draw that is offered. The values are written into custom ids."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class DrawOffers:
    """The draw offers of a match.

    `open_by` is the seat whose offer can be accepted and `declined_by` the one that has declined
    the other's; both are forgotten at the next turn. Each seat's last offer is remembered by the
    ply at which it was made, whatever became of it, for a seat offers once between two of its
    turns.
    """

    open_by: Seat | None = None
    declined_by: Seat | None = None
    orange_at: Ply | None = None
    gray_at: Ply | None = None

    def may_offer(self, seat: Seat, ply: Ply) -> bool:
        """Return whether a seat has moved since it last offered, so many turns being played."""
        offered_at = self.orange_at if seat is Seat.ORANGE else self.gray_at
        if offered_at is None:
            return True
        moves_at = offered_at if seat_to_move(offered_at) is seat else offered_at + 1
        return ply > moves_at

    def offered(self, seat: Seat, ply: Ply) -> Self:
        """Return the offers with one more."""
        if seat is Seat.ORANGE:
            return replace(self, open_by=seat, declined_by=None, orange_at=ply)
        return replace(self, open_by=seat, declined_by=None, gray_at=ply)

    def declined(self, seat: Seat) -> Self:
        """Return the offers after that seat has declined the other's."""
        return replace(self, open_by=None, declined_by=seat)

    def settled(self) -> Self:
        """Return the offers with none open: it was withdrawn, or somebody has moved on."""
        if self.open_by is None and self.declined_by is None:
            return self
        return replace(self, open_by=None, declined_by=None)

    def back_at(self, ply: Ply) -> Self:
        """Return the offers once turns were taken back so that so many are left.

        An offer that was made after that counts as made just then.
        """
        seats = (self.orange_at, self.gray_at)
        orange, gray = (None if at is None else Ply(min(at, ply)) for at in seats)
        return type(self)(orange_at=orange, gray_at=gray)


NO_OFFERS: Final = DrawOffers()


def seat_to_move(ply: Ply) -> Seat:
    """Return the seat that moves when so many turns were played."""
    return Seat.ORANGE if ply % 2 == 0 else Seat.GRAY


class Why(Enum):
    """Why a match is over. The values are what the database keeps."""

    LINE = "line"
    FULL_BED = "full bed"
    RESIGNATION = "resignation"
    REPETITION = "repetition"
    """A player claimed a draw while a position occurred for the third time or more."""
    FIVEFOLD = "fivefold repetition"
    MOST_TURNS = "most turns"
    DEAD = "dead"
    """Neither seat has pieces enough left for a line."""
    AGREEMENT = "agreement"
    TIME = "time"
    ABORTED = "aborted"
    """A player never came: their first turn was not played in time, and nobody has won."""
    CALLED_OFF = "called off"
    """A player ended it before both had moved, and nobody has won."""
    LEFT = "left"
    """The loser left the server, and did not come back."""
    BOTH_LEFT = "both left"
    ENDED_BY_MODERATOR = "ended by a moderator"
    """Somebody who moderates the server ended it, and nobody has won."""
    BOT_GONE = "bot gone"
    """The bot was out of the server for too long, and nobody has won."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why the match is over and who won it; nobody did when it is drawn.

    `note` is what a moderator said who ended it.
    """

    why: Why
    winner: Seat | None
    note: Note | None = None


def outcome_after(step: Step, ply: Ply, repetitions: int) -> Outcome | None:
    """Return how a turn ended the match by itself, if it did; a win comes before every draw.

    `ply` counts the turn too, and `repetitions` is how often the position after it has occurred by
    now.
    """
    if step.win:
        return outcome_of(step.win)
    if is_dead(step.after):
        return Outcome(Why.DEAD, None)
    if repetitions >= DRAWN_AT:
        return Outcome(Why.FIVEFOLD, None)
    if ply >= MOST_TURNS:
        return Outcome(Why.MOST_TURNS, None)
    return None


def outcome_of(win: Win) -> Outcome:
    """Return the outcome of a match that was won on the bed."""
    match win.by:
        case WinBy.LINE:
            return Outcome(Why.LINE, win.winner)
        case WinBy.FULL_BED:
            return Outcome(Why.FULL_BED, win.winner)
        case _:
            assert_never(win.by)


class TakebackState(Enum):
    """What became of an offer so far. The values are what is kept."""

    OPEN = "open"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class TakebackOffer:
    """A player asks to go back to before their own last turn.

    `ply` is how many turns would be left. What became of it is remembered until somebody moves
    on, so that it can be shown and is not asked again at once; `asked` are the seats that have
    asked since the last turn, so far in vain.
    """

    by: Seat
    ply: Ply
    state: TakebackState = TakebackState.OPEN
    asked: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Venue:
    """Where a match lives.

    `channel` is `None` until its thread was begun; the thread is begun from the challenge's
    message, so `origin` and `message` are all that is needed to begin it, as often as it takes.
    It stays `None` while the match lives in direct messages.
    """

    guild: GuildId
    origin: ChannelId
    message: MessageId | None
    channel: ChannelId | None = None
    kind: VenueKind = VenueKind.THREAD

    @property
    def is_thread(self) -> bool:
        """Whether the match has a thread of its own."""
        return self.kind is VenueKind.THREAD and self.channel not in (None, self.origin)

    @property
    def is_to_be_settled(self) -> bool:
        """Whether the match is still to get its thread or channel."""
        return self.kind is not VenueKind.DIRECT and self.channel is None

    def is_in(self, place: Place) -> bool:
        """Return whether the match is played there; direct messages are taken for a player's."""
        if self.kind is VenueKind.DIRECT:
            return place.guild is None
        return self.channel is not None and self.channel == place.channel

    def is_open_to(self, place: Place) -> bool:
        """Return whether people of that place's server may look at the match."""
        return self.kind is not VenueKind.DIRECT and self.guild == place.guild


@dataclass(frozen=True, slots=True)
class Match:
    """One match, from its start to its outcome.

    `last` is the turn played last, `None` before the first, and `together` are those that were
    played together with it, before it: it was a planned reply then. `draft` is what the player to
    move has said of a turn that is not complete. `repetitions` is how often the position has
    occurred, this time included. `revision` rises with everything that changes what a bed shows.
    `bot` says where the bot sits, in a match that is played against it.
    """

    id: MatchId
    venue: Venue
    seats: Seats
    position: Position
    started_at: Instant
    changed_at: Instant
    ply: Ply = Ply(0)
    last: Step | None = None
    together: tuple[Step, ...] = ()
    draft: Turn | None = None
    outcome: Outcome | None = None
    revision: Revision = Revision(1)
    repetitions: int = 1
    clock: TurnClock = NO_CLOCK
    draws: DrawOffers = NO_OFFERS
    takeback: TakebackOffer | None = None
    stakes: Stakes = Stakes.CASUAL
    bot: BotPlayer | None = None

    @property
    def people(self) -> tuple[UserId, ...]:
        """Those of the two players who are people, orange first: one, where the bot plays."""
        return self.people_at(*Seat)

    def people_at(self, *seats: Seat) -> tuple[UserId, ...]:
        """Return who sits in these seats, in their order, but for the bot."""
        persons = [seat for seat in seats if self.bot is None or seat is not self.bot.seat]
        return tuple(self.seats.user_of(seat) for seat in persons)

    @property
    def ended_at(self) -> Instant | None:
        """When it ended: nothing changes it afterwards."""
        return None if self.outcome is None else self.changed_at

    @property
    def answer_at(self) -> Instant | None:
        """When the bot is to do something: play its turn, or answer an offer; else never.

        What else is done during its turn does not put off the turn.
        """
        if self.bot is None or self.outcome is not None:
            return None
        opponent = self.bot.seat.other
        if opponent in (self.draw_offered_by, self.takeback_asked_by):
            return self.changed_at
        if self.position.to_move is not self.bot.seat:
            return None
        return answer_at(self.bot.practice, self.id * 1000 + self.ply, self.clock.began_at)

    @property
    def recent(self) -> tuple[Step, ...]:
        """What was played last, the oldest first: the first by hand, the others as planned."""
        return () if self.last is None else (*self.together, self.last)

    @property
    def to_move(self) -> UserId | None:
        """The person whose turn it is, nobody's when the match is over."""
        return None if self.outcome else self.seats.user_of(self.position.to_move)

    @property
    def builder(self) -> TurnBuilder:
        """The turn that is to come, as far as the draft goes."""
        choices = NOTHING_CHOSEN if self.draft is None else TurnChoices.of(self.draft)
        return TurnBuilder(self.position, choices)

    @property
    def question(self) -> Question | None:
        """What the player to move is asked next; nothing when the match is over."""
        if self.outcome:
            return None
        question = self.builder.question
        if isinstance(question, Step):
            raise AssertionError(f"the draft of match {self.id} is a whole turn: {self.draft}")
        return question

    @property
    def draw_offered_by(self) -> Seat | None:
        """The seat whose draw offer can be accepted, if there is one."""
        return self.draws.open_by if self.outcome is None else None

    @property
    def takeback_asked_by(self) -> Seat | None:
        """The seat that asks to take a turn back and has no answer yet, if there is one."""
        offer = self.takeback
        if self.outcome is not None or offer is None or offer.state is not TakebackState.OPEN:
            return None
        return offer.by

    @property
    def takeback_declined_by(self) -> Seat | None:
        """The seat that declined to take a turn back since anybody last moved, if one did."""
        offer = self.takeback
        if offer is None or offer.state is not TakebackState.DECLINED:
            return None
        return offer.by.other

    @property
    def may_claim_draw(self) -> bool:
        """Whether either player may claim a draw by repetition now."""
        return self.outcome is None and self.repetitions >= CLAIMED_AT

    def opponent_of(self, user: UserId) -> UserId:
        """Return the other person of the two."""
        return self.seats.gray if user == self.seats.orange else self.seats.orange

    def seat_of(self, user: UserId) -> Seat | None:
        """Return the person's seat, `None` for anyone else."""
        return self.seats.seat_of(user)
