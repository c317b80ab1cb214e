"""The people and the matches that the tests of matches, store and host are about."""

from dataclasses import replace

from bot.game import Position
from bot.match.challenge import Challenge, Seats, Starts, Terms
from bot.match.challenging import Friend, offer
from bot.match.identity import (
    ChallengeId,
    ChannelId,
    GuildId,
    Instant,
    MatchId,
    MessageId,
    Place,
    UserId,
)
from bot.match.match import Home, Match
from bot.match.outcome import Outcome
from tests.game.drawing import position

ORANGE, GRAY, STRANGER = UserId(101), UserId(102), UserId(103)
NOON = Instant(1_800_000_000.0)
LATER = Instant(NOON + 60)

GUILD = GuildId(7)
CHANNEL = ChannelId(70)
PLACE = Place(GUILD, CHANNEL)
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


def friend(user: UserId = GRAY, *, is_bot: bool = False, sees_channel: bool = True) -> Friend:
    return Friend(user, is_bot, sees_channel)


def challenge(starts: Starts = Starts.ME) -> Challenge:
    """An open challenge from orange to gray, made at noon."""
    return offer(ChallengeId(1), ORANGE, friend(), PLACE, Terms(starts), NOON)


def open_challenge(starts: Starts = Starts.ME) -> Challenge:
    """An open challenge from orange to anyone, made at noon."""
    return offer(ChallengeId(1), ORANGE, None, PLACE, Terms(starts), NOON)


def match(standing: Position | None = None, outcome: Outcome | None = None) -> Match:
    """A match that stands at a position, or at the start."""
    return replace(
        Match(
            id=MatchId(1),
            home=Home(GUILD, CHANNEL, MESSAGE),
            seats=Seats(ORANGE, GRAY),
            position=standing or Position(),
            started_at=NOON,
            changed_at=NOON,
        ),
        outcome=outcome,
    )
