"""A hosted match as a value: who plays, where it stands, how it ended."""

from dataclasses import dataclass

from bot.game import CLAIMED_AT, Landing, Position, Seat, Step
from bot.match.challenge import Seats
from bot.match.clock import NO_CLOCK, TurnClock
from bot.match.draft import AskOption, Draft, Question, question
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
from bot.match.offers import NO_OFFERS, DrawOffers
from bot.match.outcome import Outcome
from bot.match.practice import BotPlayer, answer_at
from bot.match.takeback import TakebackOffer, TakebackState
from bot.match.terms import HomeKind, Stakes


@dataclass(frozen=True, slots=True)
class Home:
    """Where a match lives.

    `channel` is `None` until its thread was begun; the thread is begun from the challenge's
    message, so `origin` and `message` are all that is needed to begin it, as often as it takes.
    It stays `None` while the match lives in direct messages.
    """

    guild: GuildId
    origin: ChannelId
    message: MessageId | None
    channel: ChannelId | None = None
    kind: HomeKind = HomeKind.THREAD

    @property
    def is_thread(self) -> bool:
        """Whether the match has a thread of its own."""
        return self.kind is HomeKind.THREAD and self.channel not in (None, self.origin)

    def is_in(self, place: Place) -> bool:
        """Whether the match lives in that place; direct messages are taken for a player's."""
        if self.kind is HomeKind.DIRECT:
            return place.guild is None
        return self.channel is not None and self.channel == place.channel

    def is_open_to(self, place: Place) -> bool:
        """Whether people of that place's server may look at the match."""
        return self.kind is not HomeKind.DIRECT and self.guild == place.guild


@dataclass(frozen=True, slots=True)
class Match:
    """One match, from its start to its outcome.

    `last` is the turn played last, `None` before the first, and `together` are those that came
    with it in one go, before it: it was a planned reply then. `draft` is what the player to move
    has said of a turn that is not complete. `stands` is how often the position has stood, this
    time included. `revision` rises with everything that changes what a bed shows. `bot` says where
    the bot sits, in a match that is played against it.
    """

    id: MatchId
    home: Home
    seats: Seats
    position: Position
    started_at: Instant
    changed_at: Instant
    ply: Ply = Ply(0)
    last: Step | None = None
    together: tuple[Step, ...] = ()
    draft: Draft | None = None
    outcome: Outcome | None = None
    revision: Revision = Revision(1)
    stands: int = 1
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
        """Give who sits in these seats, in their order, but for the bot."""
        persons = [seat for seat in seats if self.bot is None or seat is not self.bot.seat]
        return tuple(self.seats.user_of(seat) for seat in persons)

    @property
    def answer_at(self) -> Instant | None:
        """When the bot is to do something: play its turn, or answer an offer; else never.

        What else is done during its turn does not put off the turn.
        """
        if self.bot is None or self.outcome is not None:
            return None
        asked = self.bot.seat.other
        if asked in (self.draw_offered_by, self.takeback_asked_by):
            return self.changed_at
        if self.position.to_move is not self.bot.seat:
            return None
        return answer_at(self.bot.practice, self.id * 1000 + self.ply, self.clock.began_at)

    @property
    def told(self) -> tuple[Step, ...]:
        """What was played last, the oldest first: the first by hand, the others as planned."""
        return () if self.last is None else (*self.together, self.last)

    @property
    def to_move(self) -> UserId | None:
        """The person whose turn it is, nobody's when the match is over."""
        return None if self.outcome else self.seats.user_of(self.position.to_move)

    @property
    def question(self) -> Question | None:
        """What the player to move is asked next; nothing when the match is over."""
        if self.outcome:
            return None
        asked = question(self.position, self.draft)
        if isinstance(asked, Step):
            raise AssertionError(f"the draft of match {self.id} is a whole turn: {self.draft}")
        return asked

    @property
    def landing(self) -> Landing | None:
        """The bed as the draft would leave it, where it leaves options to choose from."""
        asked = self.question
        return asked.landing if isinstance(asked, AskOption) else None

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
        return self.outcome is None and self.stands >= CLAIMED_AT

    def opponent_of(self, user: UserId) -> UserId:
        """Give the other person of the two."""
        return self.seats.gray if user == self.seats.orange else self.seats.orange

    def seat_of(self, user: UserId) -> Seat | None:
        """Give the person's seat, `None` for anyone else."""
        return self.seats.seat_of(user)
