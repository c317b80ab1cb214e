"""Playing the arena's matches, in processes of their own."""

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from random import Random

from bot.commands.compiling import begin_worker
from bot.commands.contestants import Contestant, Forfeit, seated
from bot.commands.rulesets import ruleset_called
from bot.engine.matching import Player, SoFar, play_match, random_opening
from bot.game import Ruleset, Seat, Turn


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom, and how: the ruleset's name, and how many random turns come first."""

    first: Contestant
    second: Contestant
    ruleset: str
    opening: int
    seed: int
    patience: float


@dataclass(frozen=True, slots=True)
class PairResult:
    """The first contestant's points from one opening, as orange and as gray."""

    points: tuple[float, float]
    turns: int
    forfeits: tuple[str, ...] = ()


def results(pairing: Pairing, openings: int, processes: int) -> Iterator[PairResult]:
    """Play each opening with either seat, and give the results as they come.

    The openings and all other chance follow from the seed, however many processes there are.
    """
    if processes == 1:
        for number in range(openings):
            yield play_pair(pairing, number)
        return
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=spawning, initializer=begin_worker) as pool:
        waiting = [pool.submit(play_pair, pairing, number) for number in range(openings)]
        for done in as_completed(waiting):
            yield done.result()


def play_pair(pairing: Pairing, number: int) -> PairResult:
    """Play one opening with either seat."""
    ruleset = ruleset_called(pairing.ruleset)
    opening = random_opening(ruleset, pairing.opening, _chance(pairing, number, "opening"))
    with (
        seated(pairing.first, _chance(pairing, number, "first"), pairing.patience) as first,
        seated(pairing.second, _chance(pairing, number, "second"), pairing.patience) as second,
    ):
        ends = [_play(ruleset, opening, {seat: first, seat.other: second}, seat) for seat in Seat]
    return PairResult(
        (ends[0].points, ends[1].points),
        sum(end.turns for end in ends),
        tuple(end.forfeit for end in ends if end.forfeit),
    )


def _chance(pairing: Pairing, number: int, what: str) -> Random:
    return Random(f"{pairing.seed} {number} {what}")  # noqa: S311 - to be repeated, not secret


@dataclass(frozen=True, slots=True)
class _End:
    """How a match ended for one of the two."""

    points: float
    turns: int
    forfeit: str = ""


def _play(
    ruleset: Ruleset, opening: tuple[Turn, ...], players: dict[Seat, Player], seat: Seat
) -> _End:
    """Play one match, and tell it for the player on that seat."""
    try:
        played = play_match(
            ruleset, opening, {each: _watched(each, players[each]) for each in Seat}
        )
    except _Forfeited as end:
        return _End(float(end.seat is not seat), end.turns, end.reason)
    points = 0.5 if played.winner is None else float(played.winner is seat)
    return _End(points, len(played.turns))


@dataclass(eq=False, slots=True)
class _Forfeited(Exception):
    """A match has ended because somebody did not play."""

    seat: Seat
    turns: int
    reason: str


def _watched(seat: Seat, player: Player) -> Player:
    def watched(match: SoFar) -> Turn:
        try:
            return player(match)
        except Forfeit as forfeit:
            raise _Forfeited(seat, len(match.turns), str(forfeit)) from forfeit

    return watched
