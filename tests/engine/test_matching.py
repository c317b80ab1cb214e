"""Whole matches between players: openings, and how matches end."""

from dataclasses import replace
from random import Random

from bot.engine.lab.matching import MatchInProgress, play_match, random_opening
from bot.game import (
    CLASSIC,
    MOST_TURNS,
    SCARCE,
    Position,
    Seat,
    Turn,
    legal_turns,
    play,
    read_turn,
    write_position,
)
from bot.game.chance import pick
from bot.game.ruleset import Growth


def following(texts: str) -> tuple[Turn, ...]:
    return tuple(map(read_turn, texts.split()))


def fail(match: MatchInProgress) -> Turn:
    raise AssertionError(f"no player should move in {match}")


NEITHER = dict.fromkeys(Seat, fail)


def test_an_opening_has_the_requested_length_and_can_be_played() -> None:
    opening = random_opening(CLASSIC, 6, Random(2))
    position = Position()
    for turn in opening:
        assert turn in list(legal_turns(position))
        position = play(position, turn).after
    assert len(opening) == 6
    assert random_opening(CLASSIC, 6, Random(2)) == opening


def test_an_opening_that_would_win_is_begun_again() -> None:
    quick = replace(
        CLASSIC, name="quick", lines_win_of=next(iter(legal_turns(Position()))).placement.kind
    )
    for seed in range(20):
        position = Position.start(quick)
        for turn in random_opening(quick, 12, Random(seed)):
            step = play(position, turn)
            assert step.win is None
            position = step.after


def test_player_is_shown_the_match_so_far() -> None:
    seen: list[MatchInProgress] = []

    def watching(match: MatchInProgress) -> Turn:
        seen.append(MatchInProgress(match.position, tuple(match.past), tuple(match.turns)))
        return next(iter(legal_turns(match.position)))

    opening = following("Kc3")
    played = play_match(CLASSIC, opening, dict.fromkeys(Seat, watching))
    assert seen[0].turns == opening
    assert seen[0].past == (write_position(Position()), write_position(seen[0].position))
    assert [len(match.turns) for match in seen] == list(range(1, len(played.turns)))


def test_a_match_is_drawn_when_a_position_occurs_for_the_third_time() -> None:
    # Each kitten pushes the other off the bed, over the corner, and then is pushed off itself.
    played = play_match(CLASSIC, following("Kb1 Ka2 " * 40), NEITHER)
    assert played.winner is None
    assert len(played.turns) < 20


def test_a_match_is_drawn_at_the_maximum_number_of_turns() -> None:
    endless = replace(CLASSIC, name="endless", growth=Growth.STAY_KITTENS)
    chance = Random(1)

    def aimless(match: MatchInProgress) -> Turn:
        return pick(list(legal_turns(match.position)), chance)

    played = play_match(endless, (), dict.fromkeys(Seat, aimless))
    assert (len(played.turns), played.winner) == (MOST_TURNS, None)


def test_a_dead_match_is_drawn() -> None:
    few = replace(SCARCE, name="few", pieces=3)
    chance = Random(2)

    def shrinking(match: MatchInProgress) -> Turn:
        """Lose pieces if that does not win."""
        turns = list(legal_turns(match.position))
        turns = [turn for turn in turns if not turn.wins] or turns
        return max(turns, key=lambda turn: (len(turn.leaves), chance.random()))

    played = play_match(few, (), dict.fromkeys(Seat, shrinking))
    assert played.winner is None
    assert len(played.turns) < MOST_TURNS
    assert sum(len(turn.leaves) == 3 for turn in played.turns) == 2
