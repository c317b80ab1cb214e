"""Playing succeeds exactly on the legal turns; each other turn is refused for its own reason."""

from collections import Counter
from random import Random

import pytest

from bot.game import (
    EVERY_SQUARE,
    AmbiguousTurn,
    GameRefusal,
    Kind,
    NoSuchOption,
    NotAWin,
    NotInPool,
    Placement,
    Position,
    SquareTaken,
    Turn,
    legal_turns,
    play,
)
from tests.game.positions import crowded


def expected_of(position: Position, turn: Turn, legal: set[Turn]) -> GameRefusal | Turn:
    """What playing must give, from the list of legal turns alone: a refusal or the full turn."""
    kind, square = turn.placement.kind, turn.placement.square
    standing = position.bed.piece_at(square)
    if standing is not None:
        return SquareTaken(square, standing)
    if kind not in position.pool_of(position.to_move).kinds:
        return NotInPool(kind, position.to_move)
    fitting = [one for one in legal if one.placement == turn.placement]
    options = tuple(one.leaves for one in fitting if one.leaves)
    if turn.wins and not fitting[0].wins:
        return NotAWin()
    if turn.leaves:
        if turn.leaves not in options:
            return NoSuchOption(turn.leaves, options)
        return Turn(turn.placement, turn.leaves)
    if len(options) > 1:
        return AmbiguousTurn(options)
    return fitting[0]


def facts(refusal: GameRefusal) -> dict[str, object]:
    found = {name: getattr(refusal, name) for name in getattr(refusal, "__slots__", ())}
    if "options" in found:
        found["options"] = set(found["options"])
    return found


def judge(position: Position, turn: Turn, legal: set[Turn]) -> str:
    expected = expected_of(position, turn, legal)
    if isinstance(expected, Turn):
        assert play(position, turn).turn == expected
        assert expected in legal
        return "played"
    with pytest.raises(type(expected)) as refused:
        play(position, turn)
    assert type(refused.value) is type(expected)
    assert facts(refused.value) == facts(expected)
    return type(expected).__name__


@pytest.mark.parametrize("seed", range(3))
def test_play_succeeds_exactly_on_legal_turns_and_refuses_each_other_turn_rightly(
    seed: int,
) -> None:
    chance = Random(seed)
    seen: Counter[str] = Counter()
    for position in crowded(seed, 60):
        legal = set(legal_turns(position))
        offered = [turn.leaves for turn in legal] + [(square,) for square in EVERY_SQUARE]
        for kind in Kind:
            for square in EVERY_SQUARE:
                for leaves in ((), chance.choice(offered), chance.choice(offered)):
                    turn = Turn(Placement(kind, square), leaves, chance.random() < 0.2)
                    seen[judge(position, turn, legal)] += 1
    refusals = (AmbiguousTurn, NoSuchOption, NotAWin, NotInPool, SquareTaken)
    assert set(seen) == {"played", *(refusal.__name__ for refusal in refusals)}
    assert min(seen.values()) > 100
