"""Making and answering challenges, as functions on values."""

from dataclasses import dataclass, replace
from typing import Final, assert_never

from bot.features.challenges.errors import (
    AcceptanceByChallenger,
    ChallengeClosed,
    ChallengedBot,
    ChallengedOneself,
    ChallengeToAnyone,
    FriendCannotSee,
    LacksRole,
    NotTheChallenger,
    NotTheFriend,
    RolesUnknown,
    RoleWithFriend,
    SameTerms,
)
from bot.game import Position, Seat
from bot.game.chance import Chance
from bot.match.challenge import (
    LONGEST_LIFETIME,
    NO_PARTICULARS,
    Challenge,
    ChallengeAnswer,
    ChallengeState,
    Particulars,
    Seats,
    StakesBy,
    usual_lifetime,
)
from bot.match.clock import TurnClock
from bot.match.errors import MatchGoesOn, NotAPlayer, OpponentDeleted
from bot.match.identity import (
    ChallengeId,
    InServer,
    Instant,
    MatchId,
    MessageId,
    Revision,
    RoleId,
    UserId,
    is_former,
)
from bot.match.match import EndReason, Match, Outcome, Venue
from bot.match.terms import BotPlayer, Note, Stakes, Starts, Terms


@dataclass(frozen=True, slots=True)
class Friend:
    """The challenged user, as Discord describes them."""

    user: UserId
    is_bot: bool
    sees_channel: bool
    roles: frozenset[RoleId] | None = frozenset()


def offer(
    number: ChallengeId,
    challenger: UserId,
    friend: Friend | None,
    place: InServer,
    terms: Terms,
    now: Instant,
    particulars: Particulars = NO_PARTICULARS,
) -> Challenge:
    """Make a challenge, to anyone if no friend is named.

    Raise `ChallengedOneself`, `ChallengedBot`, `FriendCannotSee`, or `RoleWithFriend` if both a
    role and a friend are given.
    """
    if friend is not None:
        _require_player(friend, challenger)
        if particulars.role is not None:
            raise RoleWithFriend(friend.user, particulars.role)
    lifetime = usual_lifetime(terms) if particulars.lifetime is None else particulars.lifetime
    return Challenge(
        number,
        place,
        challenger,
        friend.user if friend else None,
        terms.settled(),
        offered_at=now,
        expires_at=Instant(now + lifetime),
        note=particulars.note,
        venue=particulars.venue,
        role=particulars.role,
        stakes_by=particulars.stakes_by,
        display=particulars.display,
    )


def is_same(one: Challenge, other: Challenge) -> bool:
    """Return whether two challenges ask the same friend for the same match, apart from notes."""
    if one.rematch_of is not None or one.counters is not None:
        return False
    requested = one.challenger, one.friend, one.terms, one.venue
    return requested == (other.challenger, other.friend, other.terms, other.venue)


def answer(
    challenge: Challenge,
    user: UserId,
    reply: ChallengeAnswer,
    now: Instant,
    roles: frozenset[RoleId] | None = frozenset(),
    reason: Note | None = None,
) -> Challenge:
    """Accept, decline or cancel a challenge; only a decline may have a reason.

    The user who accepts a challenge to anyone becomes its friend. If the answer comes too late,
    *return* the expired challenge for the caller to store. Raise what `authorise` raises,
    `LacksRole`, or `RolesUnknown`.
    """
    authorise(challenge, user, reply)
    match reply:
        case ChallengeAnswer.CANCEL:
            answered = become(challenge, ChallengeState.CANCELLED)
        case ChallengeAnswer.ACCEPT:
            if challenge.role is not None and not has_role(roles, challenge.role):
                raise LacksRole(challenge.role)
            answered = replace(become(challenge, ChallengeState.ACCEPTED), friend=user)
        case ChallengeAnswer.DECLINE:
            answered = replace(become(challenge, ChallengeState.DECLINED), reason=reason)
        case _:
            assert_never(reply)
    return answered if now < challenge.expires_at else expire(challenge, now)


def as_first_match(challenge: Challenge) -> Challenge:
    """Return a challenge for a first match: casual, unless the challenger has chosen the stakes."""
    if challenge.stakes_by is not StakesBy.DEFAULT or challenge.terms.stakes is Stakes.CASUAL:
        return challenge
    terms = replace(challenge.terms, stakes=Stakes.CASUAL)
    return replace(challenge, terms=terms, stakes_by=StakesBy.FIRST_MATCH)


def has_role(roles: frozenset[RoleId] | None, role: RoleId) -> bool:
    """Return whether the roles include one. Raise `RolesUnknown` if they are `None`."""
    if roles is None:
        raise RolesUnknown
    return role in roles


def authorise(challenge: Challenge, user: UserId, reply: ChallengeAnswer) -> None:
    """Require that the challenge is open and that the user may give this answer.

    Raise `ChallengeClosed`, `NotTheFriend`, `NotTheChallenger`, `AcceptanceByChallenger` or
    `ChallengeToAnyone`.
    """
    if challenge.state is not ChallengeState.OPEN:
        raise ChallengeClosed(challenge)
    match reply:
        case ChallengeAnswer.CANCEL:
            if user != challenge.challenger:
                raise NotTheChallenger(challenge)
        case ChallengeAnswer.ACCEPT:
            _require_friend(challenge, user)
        case ChallengeAnswer.DECLINE:
            if challenge.friend is None:
                raise ChallengeToAnyone(challenge)
            _require_friend(challenge, user)
        case _:
            assert_never(reply)


def expire(challenge: Challenge, now: Instant) -> Challenge:
    """Return an open challenge as expired if its time has come; else return it unchanged."""
    if challenge.state is ChallengeState.OPEN and now >= challenge.expires_at:
        return become(challenge, ChallengeState.EXPIRED)
    return challenge


def begin(
    challenge: Challenge,
    number: MatchId,
    message: MessageId | None,
    chance: Chance,
    now: Instant,
    earlier: Match | None = None,
) -> tuple[Challenge, Match]:
    """Start the match of an accepted challenge; `message` shows the challenge.

    A rematch that was offered in the thread of the `earlier` match is played there.
    """
    seats = _seats(challenge, chance, earlier)
    venue = Venue(challenge.place.guild, challenge.place.channel, message, kind=challenge.venue)
    if earlier is not None and earlier.venue.is_thread:
        thread = earlier.venue.channel
        if thread == challenge.place.channel:
            # A thread has the ID of the message that it was created from.
            venue = replace(earlier.venue, channel=None, message=MessageId(thread))
    position = Position.start(challenge.terms.ruleset)
    bot = _bot_player(challenge, seats)
    clock = TurnClock.started(
        challenge.terms.time,
        now,
        challenge.terms.weekends,
        timeless=bot.seat if bot else None,
    )
    match = Match(
        number,
        venue,
        seats,
        position,
        started_at=now,
        changed_at=now,
        clock=clock,
        stakes=challenge.terms.stakes,
        bot=bot,
    )
    return replace(challenge, match=number), match


def _bot_player(challenge: Challenge, seats: Seats) -> BotPlayer | None:
    practice = challenge.terms.practice
    if practice is None:
        return None
    seat = seats.seat_of(challenge.challenger)
    if seat is None:
        raise AssertionError(f"the challenger of {challenge.id} has no seat")
    return BotPlayer(seat.other, practice)


def _require_player(friend: Friend, challenger: UserId) -> None:
    if friend.user == challenger:
        raise ChallengedOneself
    if friend.is_bot:
        raise ChallengedBot(friend.user)
    if not friend.sees_channel:
        raise FriendCannotSee(friend.user)


def _require_friend(challenge: Challenge, user: UserId) -> None:
    if challenge.friend is None and user == challenge.challenger:
        raise AcceptanceByChallenger(challenge)
    if challenge.friend not in (None, user):
        raise NotTheFriend(challenge)


def become(challenge: Challenge, state: ChallengeState) -> Challenge:
    """Return the challenge in another state and at its next revision."""
    return replace(challenge, state=state, revision=Revision(challenge.revision + 1))


def _seats(challenge: Challenge, chance: Chance, earlier: Match | None) -> Seats:
    """Assign the seats; orange moves first."""
    match challenge.terms.starts:
        case Starts.ME:
            challenger_starts = True
        case Starts.THEM:
            challenger_starts = False
        case Starts.RANDOM | Starts.EACH:
            challenger_starts = chance.random() < 0.5
        case Starts.SWAPPED:
            if earlier is None:
                raise AssertionError(f"challenge {challenge.id} swaps the seats of no match")
            challenger_starts = earlier.seats.gray == challenge.challenger
        case _:
            assert_never(challenge.terms.starts)
    friend = challenge.friend
    if friend is None:
        raise AssertionError(f"no user has accepted challenge {challenge.id}")
    if challenger_starts:
        return Seats(challenge.challenger, friend)
    return Seats(friend, challenge.challenger)


_SEEN_FROM_THE_OTHER: Final = {
    Starts.ME: Starts.THEM,
    Starts.THEM: Starts.ME,
    Starts.RANDOM: Starts.RANDOM,
    Starts.EACH: Starts.EACH,
    Starts.SWAPPED: Starts.SWAPPED,
}


@dataclass(frozen=True, slots=True)
class CounterOffer:
    """A countered challenge, and the new one; None if the answer came too late."""

    earlier: Challenge
    offered: Challenge | None


def counter(
    number: ChallengeId, challenge: Challenge, user: UserId, terms: Terms, now: Instant
) -> CounterOffer:
    """Close a challenge and offer its challenger other terms, as the friend sees them.

    The new challenge has the same place, and repeats the same match if it is a rematch. It has the
    same lifetime, too; if that was the usual one for the old terms, it has the usual one for the
    new terms. If the answer comes too late, *return* the expired challenge for the caller to store.
    Raise what `authorise` raises for an answer by the friend, or `SameTerms`.
    """
    authorise(challenge, user, ChallengeAnswer.DECLINE)
    terms = terms.settled()
    if now >= challenge.expires_at:
        return CounterOffer(expire(challenge, now), None)
    if terms == turned_around(challenge.terms):
        raise SameTerms(challenge)
    lifetime = min(challenge.expires_at - challenge.offered_at, LONGEST_LIFETIME)
    if lifetime == usual_lifetime(challenge.terms):
        lifetime = usual_lifetime(terms)
    offered = replace(
        challenge,
        id=number,
        challenger=user,
        friend=challenge.challenger,
        terms=terms,
        offered_at=now,
        expires_at=Instant(now + lifetime),
        note=None,
        counters=challenge.id,
        stakes_by=StakesBy.CHALLENGER,
        revision=Revision(1),
    )
    return CounterOffer(become(challenge, ChallengeState.COUNTERED), offered)


def turned_around(terms: Terms) -> Terms:
    """Return the same terms from the other player's point of view."""
    return replace(terms, starts=_SEEN_FROM_THE_OTHER[terms.starts])


def offer_rematch(
    number: ChallengeId, match: Match, user: UserId, place: InServer, now: Instant
) -> Challenge:
    """Challenge the opponent to the same match again; the gray player then moves first.

    Raise `NotAPlayer`, `MatchGoesOn` or `OpponentDeleted`.
    """
    seat = authorise_rematch(match, user)
    terms = Terms(
        Starts.ME if seat is Seat.GRAY else Starts.THEM,
        match.position.ruleset,
        match.clock.control,
        match.stakes,
        match.clock.weekends,
        None if match.bot is None else match.bot.practice,
    )
    return Challenge(
        number,
        place,
        challenger=user,
        friend=match.opponent_of(user),
        terms=terms,
        venue=match.venue.kind,
        offered_at=now,
        expires_at=Instant(now + usual_lifetime(terms)),
        rematch_of=match.id,
    )


_PLAYED_OUT: Final = frozenset(
    {
        EndReason.LINE,
        EndReason.FULL_BED,
        EndReason.RESIGNATION,
        EndReason.REPETITION,
        EndReason.FIVEFOLD,
        EndReason.MOST_TURNS,
        EndReason.DEAD,
        EndReason.AGREEMENT,
    }
)
"""The end reasons of matches in which both players stayed and played on."""


def is_played_out(outcome: Outcome) -> bool:
    """Return whether both players stayed to the end of a match."""
    return outcome.why in _PLAYED_OUT


def leads_to_second(match: Match) -> bool:
    """Return whether the second match follows this one, if two matches were agreed on.

    No match follows one that was called off, or lost on time or by leaving, because it would end
    in the same way.
    """
    is_between_people = match.bot is None and not any(map(is_former, match.seats))
    return is_between_people and match.outcome is not None and is_played_out(match.outcome)


def is_second_due(first: Match, rematch: Challenge | None) -> bool:
    """Return whether the second match must still begin, given the `rematch` of the first.

    A rematch that has begun, or one offered on other terms, takes its place.
    """
    is_replaced = rematch is not None and (
        rematch.state is ChallengeState.ACCEPTED or rematch.counters is not None
    )
    return leads_to_second(first) and not is_replaced


def agree_on_second(number: ChallengeId, first: Match, place: InServer, now: Instant) -> Challenge:
    """Return the challenge to the second of two matches, already accepted.

    Raise `MatchGoesOn` or `OpponentDeleted`.
    """
    challenger = first.seats.gray
    offered = offer_rematch(number, first, challenger, place, now)
    swapped = replace(offered, terms=replace(offered.terms, starts=Starts.SWAPPED))
    return become(swapped, ChallengeState.ACCEPTED)


def authorise_rematch(match: Match, user: UserId) -> Seat:
    """Return the seat of a player who may ask the opponent for a rematch.

    Raise `NotAPlayer`, `MatchGoesOn` or `OpponentDeleted`.
    """
    seat = match.seat_of(user)
    if seat is None:
        raise NotAPlayer(match)
    if match.outcome is None:
        raise MatchGoesOn(match)
    if is_former(match.opponent_of(user)):
        raise OpponentDeleted(match)
    return seat
