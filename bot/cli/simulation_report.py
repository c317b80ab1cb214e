"""Reports of simulated tournaments and ladders, in lines of text."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any, Final

from bot.cli.console import tell
from bot.cli.ladder_simulation import RungLine, SimulatedLadder
from bot.cli.simulating import EntrantLine, SimulatedSeason
from bot.features.competitions.members import ExitReason
from bot.features.ladders.ladder import LadderChallengeState
from bot.features.ladders.rules import ChallengeResult
from bot.features.tournaments.legs import Decision
from bot.features.tournaments.tournament import TournamentState
from bot.match.clock import DAY
from bot.match.identity import Seconds
from bot.text import NC_, Message, gettext, translate

_DECISIONS: Final[dict[Decision, Message]] = {
    Decision.PLAYED: NC_("how a match ended", "played to the end"),
    Decision.TIME: NC_("how a match ended", "lost on time"),
    Decision.WITHDRAWN: NC_("how a match ended", "lost because a player was out"),
    Decision.CALLED: NC_("how a match ended", "drawn because the tournament ended"),
    Decision.MANAGED: NC_("how a match ended", "decided by hand"),
}

_WHY_OUT: Final[dict[ExitReason, Message]] = {
    ExitReason.LEFT: NC_("why a player is out", "left"),
    ExitReason.TIME: NC_("why a player is out", "out by losses on time"),
    ExitReason.LEFT_SERVER: NC_("why a player is out", "left the server"),
    ExitReason.BANNED: NC_("why a player is out", "banned"),
    ExitReason.REMOVED: NC_("why a player is out", "removed"),
    ExitReason.NO_PLACE: NC_("why a player is out", "no place"),
}

_STATES: Final[dict[LadderChallengeState, Message]] = {
    LadderChallengeState.PLAYED: NC_("what became of challenges", "played"),
    LadderChallengeState.UNANSWERED: NC_("what became of challenges", "not accepted in time"),
    LadderChallengeState.WITHDRAWN: NC_("what became of challenges", "withdrawn"),
    LadderChallengeState.VOID: NC_("what became of challenges", "off the ladder before"),
}

_RESULTS: Final[dict[ChallengeResult, Message]] = {
    ChallengeResult.WON: NC_("how challengers fared", "won"),
    ChallengeResult.LOST: NC_("how challengers fared", "lost"),
    ChallengeResult.DRAWN: NC_("how challengers fared", "drawn"),
    ChallengeResult.NEITHER: NC_("how challengers fared", "lost by both"),
}


def print_season(season: SimulatedSeason, heading: str) -> None:
    """Print how a tournament went, and each entrant's place."""
    legs = sum(season.decisions.values())
    if season.state is not TournamentState.ENDED:
        tell(f"{heading}: {season.state.value}")
        return
    half, whole = _days(season.half_after), _days(season.all_after)
    text = gettext(
        "{name}: half of the matches over after {half}, all after {whole}. Matches: {legs}, turns: "
        "{turns}",
        name=heading,
        half=half,
        whole=whole,
        legs=legs,
        turns=season.turns,
    )
    tell(text)
    how = [f"{count} {translate(_DECISIONS[each])}" for each, count in season.decisions.items()]
    tell(f"  {', '.join(how)}")
    group = None
    for line in season.lines:
        if line.group != group and len({each.group for each in season.lines}) > 1:
            group = line.group
            tell(f"  {gettext('Group {number}', number=group)}")
        tell(f"  {_written(line)}")


def _written(line: EntrantLine) -> str:
    place = "–" if line.place is None else f"{line.place}."
    player, unit = line.player, "point" if line.points == 1 else "points"
    hours = f"{player.answers_after / 3600:.0f}"
    # Translators: a made-up player usually answers after that time.
    answers = gettext("answers in {hours} h", hours=hours)
    parts = [
        f"  {place:>4} Player {player.user % 100:<3} {line.points:>4g} {unit}",
        f"level {player.level}",
        answers,
    ]
    if line.out is not None and line.out_after is not None:
        parts.append(f"{translate(_WHY_OUT[line.out])} after {_days(line.out_after)}")
    return ", ".join(parts)


def print_summary(seasons: list[SimulatedSeason]) -> None:
    """Sum up several tournaments."""
    ended = [each for each in seasons if each.state is TournamentState.ENDED]
    tell(
        gettext(
            "Tournaments played to the end: {ended} of {all}", ended=len(ended), all=len(seasons)
        )
    )
    if not ended:
        return
    last = sorted(each.all_after for each in ended)
    half = median(each.half_after for each in ended)
    text = gettext(
        "Half of the matches over after {half} (median); all after {first} to {last}, {middle} "
        "(median)",
        half=_days(Seconds(half)),
        first=_days(last[0]),
        last=_days(last[-1]),
        middle=_days(Seconds(median(last))),
    )
    tell(f"  {text}")
    decided = sum((Counter(each.decisions) for each in ended), Counter[Decision]())
    how = [f"{share:.0%} {translate(_DECISIONS[each])}" for each, share in _shares(decided)]
    tell(f"  matches: {', '.join(how)}")
    lines = [line for each in ended for line in each.lines]
    out = Counter(line.out for line in lines if line.out is not None)
    who = [f"{share:.0%} {translate(_WHY_OUT[each])}" for each, share in _shares(out, len(lines))]
    tell(f"  entrants: {', '.join(who) or 'none was out'}")


def print_ladder(ladder: SimulatedLadder) -> None:
    """Print how a ladder went, and each player's place."""
    challenges, matches = sum(ladder.states.values()), sum(ladder.results.values())
    weeks = len(ladder.in_order) - 1
    text = gettext(
        "Ladder, weeks: {weeks}. Challenges that are over: {challenges}, matches: {matches}, "
        "turns: {turns}",
        weeks=weeks,
        challenges=challenges,
        matches=matches,
        turns=ladder.turns,
    )
    tell(text)
    tell(f"  {_counted(ladder.states, _STATES)}")
    text = gettext(
        "Challengers: {results}. Lost on time: {late}. Places gained: {places}",
        results=_counted(ladder.results, _RESULTS) or "–",
        late=ladder.lost_on_time,
        places=ladder.places,
    )
    tell(f"  {text}")
    text = gettext(
        "Accepted after {accepted}, matches over after {ended} (medians)",
        accepted=_days(ladder.accepted_after),
        ended=_days(ladder.ended_after),
    )
    tell(f"  {text}")
    text = gettext(
        "Resting: {resting} on average, {rested} at some time",
        resting=f"{ladder.resting:.1f}",
        rested=ladder.rested,
    )
    tell(f"  {text}")
    shares = (f"{week}: {ladder.in_order[week]:.0%}" for week in _reported_weeks(weeks))
    # Translators: of all pairs of players of a simulated ladder, in how many the stronger one
    # stands above the weaker one, after a number of weeks: "0: 52%, 13: 78%, 26: 84%".
    text = gettext(
        "Pairs in the order of their strength, by weeks: {weeks}", weeks=", ".join(shares)
    )
    tell(f"  {text}")
    for line in ladder.lines:
        tell(f"  {_rung_written(line)}")


def _counted(counts: Mapping[Any, int], names: Mapping[Any, Message]) -> str:
    return ", ".join(
        f"{counts[each]} {translate(name)}" for each, name in names.items() if each in counts
    )


def _reported_weeks(weeks: int) -> Sequence[int]:
    """Return the quarters of a time in weeks."""
    return sorted({round(weeks * quarter / 4) for quarter in range(5)})


def _rung_written(line: RungLine) -> str:
    place = "–" if line.place is None else f"{line.place}."
    player = line.player
    parts = [
        f"  {place:>4} Player {player.user % 100:<3}",
        f"level {player.level}",
        gettext("answers in {hours} h", hours=f"{player.answers_after / 3600:.0f}"),
        gettext("won {won}, lost {lost}", won=line.wins, lost=line.losses),
    ]
    if line.off is not None:
        parts.append(translate(_WHY_OUT[line.off]))
    elif line.is_resting:
        parts.append(gettext("resting"))
    return ", ".join(parts)


def _shares(counted: Counter[Any], of: int = 0) -> list[tuple[Any, float]]:
    whole = of or sum(counted.values()) or 1
    return [(each, count / whole) for each, count in counted.most_common()]


def _days(time: Seconds) -> str:
    return f"{time / DAY:.1f} days"
