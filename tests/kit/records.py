"""Records of matches for tests: given, or played at random and ended in every way."""

from dataclasses import replace
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from bot.game import (
    CLAIMED_AT,
    ENTRIES,
    RULESETS,
    Position,
    Ruleset,
    Seat,
    Turn,
    legal_turns,
    play,
    read_turn,
    write_position,
)
from bot.match.calendar import Day, days_in
from bot.match.identity import Ply
from bot.match.match import EndReason, Outcome, outcome_after
from bot.match.record import Record
from tests.kit.matches import shuttle_turns

DAY = Day(2026, 8, 14)

CLOSING = {
    why: tuple(Outcome(why, winner) for winner in winners)
    for why, winners in {
        EndReason.RESIGNATION: (Seat.ORANGE, Seat.GRAY),
        EndReason.TIME: (Seat.ORANGE, Seat.GRAY),
        EndReason.AGREEMENT: (None,),
        EndReason.LEFT: (Seat.ORANGE, Seat.GRAY),
        EndReason.ABORTED: (None,),
        EndReason.CALLED_OFF: (None,),
        EndReason.BOTH_LEFT: (None,),
        EndReason.ENDED_BY_MODERATOR: (None,),
        EndReason.BOT_GONE: (None,),
        EndReason.FORFEIT: (Seat.ORANGE, Seat.GRAY),
        EndReason.BOTH_FORFEIT: (None,),
        EndReason.ADJUDICATED: (None,),
    }.items()
}
"""The outcomes by which people end a match at any time."""


def record(*texts: str, ruleset: Ruleset = RULESETS[0], outcome: Outcome | None = None) -> Record:
    """Return the record of turns in notation, with their outcome or the given one."""
    turns, by_itself = play_turns(ruleset, [read_turn(text) for text in texts])
    return Record(
        event="Match #12",
        day=DAY,
        orange="Ada",
        gray="Bob",
        ruleset=ruleset,
        terms="3 days per move",
        turns=turns,
        outcome=outcome or by_itself,
    )


def play_turns(ruleset: Ruleset, turns: list[Turn]) -> tuple[tuple[Turn, ...], Outcome | None]:
    """Return the turns in full, and the outcome that they lead to by themselves."""
    position, outcome = Position.start(ruleset), None
    past, full = [write_position(position)], []
    for turn in turns:
        assert outcome is None
        step = play(position, turn)
        position = step.after
        past.append(write_position(position))
        full.append(step.turn)
        outcome = outcome_after(step, Ply(len(full)), past.count(past[-1]))
    return tuple(full), outcome


def random_turns(ruleset: Ruleset, chance: Random, most: int) -> list[Turn]:
    """Return random turns of a match, up to its end or `most` turns."""
    position, past, turns = Position.start(ruleset), list[str](), list[Turn]()
    while len(turns) < most:
        turn = random_turn(position, chance)
        step = play(position, turn)
        turns.append(turn)
        position = step.after
        past.append(write_position(position))
        if outcome_after(step, Ply(len(turns)), past.count(past[-1])):
            break
    return turns


def random_turn(position: Position, chance: Random) -> Turn:
    """Return a random turn; half the time it lays a seam piece that is in hand.

    Listing every turn with every entry would take twenty times as long.
    """
    plain = replace(position, ruleset=replace(position.ruleset, seams=0))
    turn = chance.choice(list(legal_turns(plain)))
    may_lay = position.ruleset.seams and position.seam_of(position.to_move) is None
    if may_lay and not turn.wins and chance.random() < 0.5:
        return replace(turn, seam=chance.choice(ENTRIES))
    return turn


ANY_TIME = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A record is played before it is tested, which takes long on a busy machine."""

LINES = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=40)
DAYS = st.builds(
    lambda year, month, day: Day(year, month, min(day, days_in(year, month))),
    st.integers(1, 9999),
    st.integers(1, 12),
    st.integers(1, 31),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw a record: of any ruleset, of random or repeating turns, ended in any way or not yet."""
    ruleset = draw(st.sampled_from(RULESETS))
    turns = [read_turn(text) for text in shuttle_turns(draw(st.integers(0, 9)))]
    if draw(st.booleans()):
        turns = random_turns(ruleset, Random(draw(st.integers())), draw(st.integers(0, 90)))
    full, outcome = play_turns(ruleset, turns)
    if outcome is None:
        outcome = draw(st.sampled_from([None, *closings(ruleset, full)]))
    event, orange, gray, terms = (draw(LINES) for _ in range(4))
    return Record(event, draw(DAYS), orange, gray, ruleset, terms, full, outcome)


def closings(ruleset: Ruleset, turns: tuple[Turn, ...]) -> list[Outcome]:
    """Return the outcomes that people can cause after turns that do not end the match."""
    outcomes = [outcome for group in CLOSING.values() for outcome in group]
    position = Position.start(ruleset)
    past = [write_position(position)]
    for turn in turns:
        position = play(position, turn).after
        past.append(write_position(position))
    if past.count(past[-1]) >= CLAIMED_AT:
        outcomes.append(Outcome(EndReason.REPETITION, None))
    return outcomes
