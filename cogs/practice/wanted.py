"""What somebody wants to play the bot by, before the match begins."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.features.challenges.challenging import authorise_rematch
from bot.game import Seat, newest_ruleset
from bot.match.clock import TimeControl, Unlimited, Weekends
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.match.practice import LevelNumber, Measured, Pace, Practice
from bot.match.terms import Stakes, Starts, Terms, VenueKind
from cogs.core.codecs import RulesetName

NO_LIMIT: Final = Unlimited()


@dataclass(frozen=True, slots=True)
class PracticeWanted:
    """The terms of a match against the bot before it begins.

    `after` is the match below whose bed another level was asked for, if that is how it came.
    """

    level: LevelNumber
    ruleset: RulesetName
    venue: VenueKind = VenueKind.THREAD
    starts: Starts = Starts.RANDOM
    pace: Pace = Pace.AT_ONCE
    measured: Measured = Measured.YES
    time: TimeControl = NO_LIMIT
    weekends: Weekends = Weekends.PLAYED
    after: MatchId | None = None

    def terms(self) -> Terms:
        """Return them as the terms of a match."""
        return Terms(
            self.starts,
            newest_ruleset(self.ruleset),
            self.time,
            Stakes.CASUAL,
            self.weekends,
            Practice(self.level, self.pace, self.measured),
        )


def wanted_after(match: Match, user: UserId, practice: Practice) -> PracticeWanted:
    """Return the terms of a match that is over for another one, with the seats swapped.

    Raise `NotAPlayer` or `MatchGoesOn`.
    """
    seat = authorise_rematch(match, user)
    return PracticeWanted(
        practice.level,
        match.position.ruleset.name,
        match.venue.kind,
        Starts.ME if seat is Seat.GRAY else Starts.THEM,
        practice.pace,
        practice.measured,
        match.clock.control,
        match.clock.weekends,
        match.id,
    )


def next_level(
    match: Match, fair: LevelNumber | None, offered: Sequence[LevelNumber]
) -> LevelNumber:
    """Return another level for who has played one: the fair one, or one up or down by the result.

    `fair` is the level against which their chances are nearest to even, if that is known. The same
    level is given where nobody has won, and where there is none beyond it.
    """
    if match.bot is None:
        raise ValueError(f"the bot does not play in match {match.id}")
    level, winner = match.bot.practice.level, match.outcome.winner if match.outcome else None
    if fair is not None and fair != level:
        return fair
    if winner is None:
        return level
    if winner is match.bot.seat:
        return max((each for each in offered if each < level), default=level)
    return min((each for each in offered if each > level), default=level)
