"""What somebody wants to play the bot by, as the facts of custom ids."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Self, TypeVar

from bot.game import Seat, newest_ruleset
from bot.match.clock import TimeControl, Unlimited, Weekends, read_time, write_time
from bot.match.identity import MatchId, UserId
from bot.match.match import Match
from bot.match.practice import LevelNumber, Measured, Pace, Practice
from bot.match.rematching import authorise_rematch
from bot.match.terms import HomeKind, Stakes, Starts, Terms

Chosen = TypeVar("Chosen", bound=Enum)

NO_LIMIT: Final = Unlimited()
_NONE: Final = MatchId(0)
_STARTS: Final = {Starts.ME: "m", Starts.THEM: "t", Starts.RANDOM: "r"}
_PACES: Final = {Pace.AT_ONCE: "a", Pace.UNHURRIED: "u"}
_MEASURED: Final = {Measured.YES: "y", Measured.NO: "n"}
_WEEKENDS: Final = {Weekends.PLAYED: "p", Weekends.PAUSED: "r"}
_HOMES: Final = {HomeKind.THREAD: "t", HomeKind.CHANNEL: "c", HomeKind.DIRECT: "d"}


@dataclass(frozen=True, slots=True)
class PracticeWanted:
    """The terms of a match against the bot before it begins.

    `after` is the match below whose bed another level was asked for, if that is how it came.
    """

    level: LevelNumber
    ruleset: str
    home: HomeKind = HomeKind.THREAD
    starts: Starts = Starts.RANDOM
    pace: Pace = Pace.AT_ONCE
    measured: Measured = Measured.YES
    time: TimeControl = NO_LIMIT
    weekends: Weekends = Weekends.PLAYED
    after: MatchId | None = None

    def terms(self) -> Terms:
        """Give them as the terms of a match."""
        return Terms(
            self.starts,
            newest_ruleset(self.ruleset),
            self.time,
            Stakes.CASUAL,
            self.weekends,
            Practice(self.level, self.pace, self.measured),
        )

    def facts(self) -> tuple[str, ...]:
        """Write it as facts of a custom id, shortly: what is chosen by letters, one for each."""
        letters = (
            _STARTS[self.starts]
            + _PACES[self.pace]
            + _MEASURED[self.measured]
            + _WEEKENDS[self.weekends]
            + _HOMES[self.home]
        )
        time = write_time(self.time).replace("<", "~")
        return str(self.level), self.ruleset, letters, time, str(self.after or _NONE)

    @classmethod
    def of_facts(cls, facts: Sequence[str]) -> Self:
        """Read what `facts` wrote."""
        level, ruleset, letters, time, after, *_ = facts
        starts, pace, measured, weekends, home = list(letters)
        return cls(
            LevelNumber(int(level)),
            ruleset,
            _read(_HOMES, home),
            _read(_STARTS, starts),
            _read(_PACES, pace),
            _read(_MEASURED, measured),
            read_time(time.replace("~", "<")),
            _read(_WEEKENDS, weekends),
            MatchId(int(after)) or None,
        )


def wanted_after(match: Match, user: UserId, practice: Practice) -> PracticeWanted:
    """Give the terms of a match that is over for another one, with the seats swapped.

    Raises `NotAPlayer` or `MatchGoesOn`.
    """
    seat = authorise_rematch(match, user)
    return PracticeWanted(
        practice.level,
        match.position.ruleset.name,
        match.home.kind,
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
    """Give another level for who has played one: the fair one, or one up or down by the result.

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


def _read(letters: Mapping[Chosen, str], wanted: str) -> Chosen:
    """Give what a letter stands for. A `LookupError` where it stands for nothing."""
    for chosen, letter in letters.items():
        if letter == wanted:
            return chosen
    raise LookupError(f"{wanted!r} is none of {list(letters.values())}")
