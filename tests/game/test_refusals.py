"""Exactly the legal turns can be played; each other turn is refused for its own reason."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from random import Random
from typing import Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import (
    ENTRIES,
    EVERY_SQUARE,
    AmbiguousTurn,
    GameRefusal,
    Kind,
    NoSeamInHand,
    NoSuchOption,
    NotAWin,
    NotInPool,
    NotRecallable,
    Placement,
    Position,
    RecallFirst,
    Ruleset,
    Square,
    SquareTaken,
    Turn,
    legal_turns,
    play,
)
from bot.game.ruleset import RecallTime
from tests.kit.compositions import sampled_rulesets
from tests.kit.positions import crowded_positions, positions
from tests.kit.thoroughness import quick_or_thorough


@dataclass(frozen=True)
class Legal:
    """The legal turns of a position, by recall and placement."""

    turns: list[Turn]
    fitting: dict[tuple[Square | None, Placement], list[Turn]]
    kinds: dict[Square | None, set[Kind]]

    @classmethod
    def of(cls, position: Position) -> Self:
        turns = list(legal_turns(position))
        fitting = defaultdict(list)
        kinds = defaultdict(set)
        for turn in turns:
            fitting[turn.recall, turn.placement].append(turn)
            kinds[turn.recall].add(turn.placement.kind)
        return cls(turns, fitting, kinds)

    @property
    def recalls(self) -> tuple[Square, ...]:
        return tuple(sorted(square for square in self.kinds if square is not None))


def expected_of(position: Position, turn: Turn, legal: Legal) -> GameRefusal | Turn:
    """Return the refusal or the full turn that playing must give, by the legal turns alone."""
    kind, square = turn.placement.kind, turn.placement.square
    if legal.recalls and turn.recall is None:
        return RecallFirst(legal.recalls)
    if turn.recall is not None and turn.recall not in legal.recalls:
        return NotRecallable(turn.recall, legal.recalls)
    piece = position.bed.piece_at(square)
    if piece is not None and square != turn.recall:
        return SquareTaken(square, piece)
    if kind not in legal.kinds[turn.recall]:
        return NotInPool(kind, position.to_move)
    fitting = legal.fitting[turn.recall, turn.placement]
    options = tuple({one.leaves for one in fitting if one.leaves})
    if turn.wins and not fitting[0].wins:
        return NotAWin()
    if turn.leaves and turn.leaves not in options:
        return NoSuchOption(turn.leaves, options)
    if len(options) > 1 and not turn.leaves:
        return AmbiguousTurn(options)
    if turn.seam not in {one.seam for one in fitting}:
        return NoSeamInHand()
    leaves = turn.leaves or (options[0] if options else ())
    (found,) = (one for one in fitting if (one.leaves, one.seam) == (leaves, turn.seam))
    return found


def facts(refusal: GameRefusal) -> dict[str, object]:
    found = {name: getattr(refusal, name) for name in getattr(refusal, "__slots__", ())}
    if "options" in found:
        found["options"] = set(found["options"])
    return found


def judge(position: Position, turn: Turn, legal: Legal) -> str:
    expected = expected_of(position, turn, legal)
    if isinstance(expected, Turn):
        assert play(position, turn).turn == expected
        return "played"
    with pytest.raises(type(expected)) as refused:
        play(position, turn)
    assert type(refused.value) is type(expected)
    assert facts(refused.value) == facts(expected)
    return type(expected).__name__


def refusals_of(ruleset: Ruleset) -> set[str]:
    """Return the refusals that a turn of this ruleset can get."""
    refusals: set[type[GameRefusal]] = {NotInPool, SquareTaken, NoSuchOption, AmbiguousTurn}
    refusals |= {NotAWin, NotRecallable, NoSeamInHand}
    if ruleset.recall_time is RecallTime.EMPTY_HAND:
        refusals |= {RecallFirst}
    return {refusal.__name__ for refusal in refusals}


@pytest.mark.long
@sampled_rulesets(0, 4, 5)
def test_play_succeeds_exactly_on_legal_turns_and_refuses_each_other_turn_rightly(
    ruleset: Ruleset,
) -> None:
    chance = Random(ruleset.name)
    seen: Counter[str] = Counter()
    for position in crowded_positions(3, 60, ruleset):
        legal = Legal.of(position)
        for _ in range(quick_or_thorough(40, 160)):
            named = chance.choice(legal.turns)
            turn = Turn(
                Placement(chance.choice(list(Kind)), chance.choice(EVERY_SQUARE))
                if chance.random() < 0.5
                else named.placement,
                chance.choice(((), named.leaves, (chance.choice(EVERY_SQUARE),))),
                chance.random() < 0.2,
                chance.choice((named.recall, *legal.recalls, None))
                if chance.random() < 0.9
                else chance.choice(EVERY_SQUARE),
                chance.choice((None, named.seam))
                if chance.random() < 0.8
                else chance.choice(ENTRIES),
            )
            seen[judge(position, turn, legal)] += 1
    assert seen.keys() >= {"played", *refusals_of(ruleset)}
    assert min(seen.values()) > quick_or_thorough(2, 20)
    assert seen["played"] > quick_or_thorough(250, 1000)


@sampled_rulesets(1, 4, 5)
@given(data=st.data())
@settings(max_examples=quick_or_thorough(8, 60), deadline=None)
def test_each_legal_turn_changed_in_one_part_is_played_or_refused_rightly(
    ruleset: Ruleset, data: st.DataObject
) -> None:
    position = data.draw(positions(ruleset))
    legal = Legal.of(position)
    turn = data.draw(st.sampled_from(legal.turns))
    squares = st.sampled_from(EVERY_SQUARE)
    for changed in (
        Turn(Placement(data.draw(st.sampled_from(Kind)), turn.placement.square), turn.leaves),
        Turn(Placement(turn.placement.kind, data.draw(squares)), turn.leaves, turn.wins),
        Turn(turn.placement, (), turn.wins, turn.recall, turn.seam),
        Turn(turn.placement, turn.leaves, not turn.wins, turn.recall, turn.seam),
        Turn(turn.placement, turn.leaves, turn.wins, data.draw(squares), turn.seam),
        Turn(turn.placement, turn.leaves, turn.wins, None, turn.seam),
        Turn(turn.placement, turn.leaves, turn.wins, turn.recall, None),
        Turn(turn.placement, turn.leaves, turn.wins, turn.recall, data.draw(ENTRY)),
    ):
        judge(position, changed, legal)


ENTRY = st.sampled_from(ENTRIES)
