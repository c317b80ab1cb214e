"""People and matches for the tests of matches, store and host."""

from collections.abc import Sequence
from dataclasses import replace

from bot.features.challenges.challenging import Friend, offer
from bot.features.settings.zones.local_time import WeeklyHour
from bot.game import (
    CLASSIC,
    Landing,
    Position,
    Ruleset,
    read_position,
    read_turn,
    ruleset_of,
    write_position,
)
from bot.match.challenge import (
    Challenge,
    Seats,
)
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    GuildId,
    InServer,
    Instant,
    MatchId,
    MessageId,
    Place,
    UserId,
)
from bot.match.match import Match, Outcome, Venue
from bot.match.playing import play
from bot.match.terms import Starts, Terms
from bot.match.turn_builder import AskOption
from tests.kit.drawing import position

ORANGE, GRAY, STRANGER = UserId(101), UserId(102), UserId(103)
NOON = Instant(1_800_000_000.0)
LATER = Instant(NOON + 60)
MONDAY_AT_NINE = WeeklyHour(0, 9)

GUILD = GuildId(7)
CHANNEL = ChannelId(70)
PLACE = InServer(GUILD, CHANNEL)
MESSAGE = MessageId(700)

CHOICE = position("""
    ......
    ......
    KK.KK.
    ......
    ......
    .....k
""")
"""A kitten on c3 makes a run of five: three lines to choose from."""

UP_TO_A_CHOICE = ("Kc2", "Kb1", "Kb4", "Ka5", "Kd4", "Ke1")
"""After these turns b2 c3 d4 are orange's: Ka1 and Ke5 make runs of four, all else leaves one."""

LINE = position(
    """
    CC....
    ......
    ......
    ......
    ......
    .....k
    """,
    orange_cats=1,
)
"""A cat on c1 wins by a line."""

FULL_BED = position(
    """
    C.C.C.
    ......
    C...C.
    ......
    C.C...
    ......
    """,
    orange_cats=1,
)
"""A cat on f6 wins by eight cats."""

SEAM = ruleset_of("seam", 1)
SCARCE = ruleset_of("scarce", 1)

SEAM_CHOICE = replace(CHOICE, ruleset=SEAM)
"""The same choice with both seam pieces in hand: the question about the seam piece follows it."""

EMPTY_HAND = read_position("2K3/2K3/KK1KK1/2K3/2K3/5k o 0,0 7,0", SCARCE)
"""Nothing is in hand. With a3 recalled, a cat on c3 leaves the choice of two runs."""


def friend(user: UserId = GRAY, *, is_bot: bool = False, sees_channel: bool = True) -> Friend:
    return Friend(user, is_bot, sees_channel)


def challenge(starts: Starts = Starts.ME) -> Challenge:
    """Return an open challenge from orange to gray, made at noon."""
    return offer(ChallengeId(1), ORANGE, friend(), PLACE, Terms(starts), NOON)


def open_challenge(starts: Starts = Starts.ME) -> Challenge:
    """Return an open challenge from orange to anyone, made at noon."""
    return offer(ChallengeId(1), ORANGE, None, PLACE, Terms(starts), NOON)


def match(current: Position | None = None, outcome: Outcome | None = None) -> Match:
    """Return a match at a position, or at the start."""
    return replace(
        Match(
            id=MatchId(1),
            venue=Venue(GUILD, CHANNEL, MESSAGE),
            seats=Seats(ORANGE, GRAY),
            position=current or Position(),
            started_at=NOON,
            changed_at=NOON,
        ),
        outcome=outcome,
    )


def shuttle_turns(number: int) -> list[str]:
    """Return `number` turns in notation, in which two kittens on an edge push each other off."""
    return [("Ka2", "Kb1")[turn % 2] for turn in range(number)]


def match_after_shuttle(turns: int, ruleset: Ruleset = CLASSIC) -> tuple[Match, list[str]]:
    """Return a match after that many such turns, and the texts of its positions so far."""
    current = match(Position.start(ruleset))
    return play_on(current, shuttle_turns(turns), [write_position(current.position)])


def play_on(current: Match, turns: Sequence[str], past: list[str]) -> tuple[Match, list[str]]:
    """Return a match after more whole turns; a seam piece that is not named is kept."""
    for text in turns:
        user = current.to_move
        assert user is not None, f"{text}: the match is over: {current.outcome}"
        current = play(current, user, read_turn(text), NOON, past).match
        past = [*past, write_position(current.position)]
    return current, past


def landing_of(current: Match) -> Landing:
    """Return the landing of a draft that leaves options to choose from."""
    question = current.question
    assert isinstance(question, AskOption)
    return question.landing


SEAM_ROUND = (
    *("Ka6~ab-", "Kb6~ef-", "Ka5", "Kb6", "Ka5", "Kf5", "Ka4"),
    *("Kf4", "Ka3", "Kf3", "Ka2", "Kf2", "Ka1", "Kf1"),
)
"""Fourteen turns after which both seam pieces have crossed the bed and the start is restored."""


class UnusedRandom:
    """A source of chance that must not be used."""

    def random(self) -> float:
        raise AssertionError("nothing was left to chance")


def venue_of(match: Match) -> Place:
    assert match.venue.channel is not None
    return InServer(match.venue.guild, match.venue.channel)
