"""The opening book: reading it, orientations of the bed, its contents, and how it is made."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from bot.cli import boop
from bot.engine.book import (
    FILE,
    BookEntry,
    BookUnreadable,
    best_turns,
    book_entry,
    known_score,
    known_turns,
    own_book,
    read_book,
    section_of,
    write_book,
)
from bot.engine.lab.book_making import MOST_UNPROVED, BookMaker, Reach, reach_of
from bot.engine.lab.solving import WinProver
from bot.engine.proving import Prover, TooMuchWork
from bot.engine.symmetry import EVERY_WAY, common_text, turned_position
from bot.engine.thinking import Work, think, turned, turns_to_win
from bot.engine.tree import WIN, WIN_AT_LEAST
from bot.game import (
    CLASSIC,
    JUNIOR,
    ROWS,
    RULESETS,
    SCARCE,
    SEAM,
    Bed,
    Position,
    Ruleset,
    legal_turns,
    play,
    read_position,
    read_turn,
)
from bot.game.chance import pick
from tests.engine.positions import random_positions
from tests.engine.refereed_book import check, proved_positions
from tests.engine.searched_book import losses
from tests.kit.thoroughness import quick_or_thorough, sampled

pytestmark = pytest.mark.usefixtures("without_numba")

MOST_BYTES = 500_000
SHALLOW = 15_000
SHALLOW_LOSS = 0.15
"""The share of a match's point that a turn of the book may lose, by a search of `SHALLOW`."""


def walk(ruleset: Ruleset, plies: int, chance: Random) -> Position:
    """Return the position after a number of random turns."""
    position = Position.start(ruleset)
    for _ in range(plies):
        turns = [turn for turn in legal_turns(position) if turn.seam is None]
        position = play(position, pick(turns, chance)).after
    return position


def other_seat(position: Position) -> Position:
    """Return a position with the colours exchanged."""
    bed = position.bed
    return replace(
        position,
        bed=Bed(bed.gray_kittens, bed.gray_cats, bed.orange_kittens, bed.orange_cats),
        orange_pool=position.gray_pool,
        gray_pool=position.orange_pool,
        to_move=position.to_move.other,
        orange_seam=position.gray_seam,
        gray_seam=position.orange_seam,
    )


def test_a_book_is_read_as_it_was_written() -> None:
    entries = {
        common_text(walk(CLASSIC, 3, Random(seed))): BookEntry(seed - 20, seed % 3 == 0)
        for seed in range(40)
    }
    start = common_text(Position.start(JUNIOR))
    content = write_book(
        {CLASSIC: section_of(entries), JUNIOR: section_of({start: BookEntry(WIN - 21, True)})}
    )
    book = read_book(content)
    assert write_book(book) == content
    assert {text: book[CLASSIC].find(text) for text in entries} == entries
    assert book[JUNIOR].find(start) == BookEntry(WIN - 21, True)
    assert len(book[CLASSIC]) == len(entries)
    assert book[CLASSIC].find("nothing") is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"boop book 1\nclassic 1 0\n\n",
        b"boop book 2\nclassic 1\n\n",
        b"boop book 2\nclassic 1 0\n\n",
        b"boop book 2\nchess 1 0 0\n\n",
        b"boop book 2\nclassic 1 1 1\n\n1234567",
        b"boop book 2\nclassic 1 -1 2\n\n1234567",
        b"boop book 2\nclassic 1 1 -1\n\n1234567",
        b"boop book 2\nclassic 1 1 0\n\n1234567more",
        b"\xff",
    ],
)
def test_a_foreign_file_is_not_read_as_a_book(content: bytes) -> None:
    with pytest.raises(BookUnreadable):
        read_book(content)


def test_the_included_book_is_small_and_has_every_ruleset() -> None:
    assert FILE.stat().st_size < MOST_BYTES
    assert tuple(own_book()) == RULESETS
    for ruleset in RULESETS:
        assert known_score(Position.start(ruleset)) is not None


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_all_first_two_turns_are_known_in_every_symmetry(ruleset: Ruleset) -> None:
    for seed in range(quick_or_thorough(3, 100)):
        position = walk(ruleset, 2, Random(seed))
        score = known_score(position)
        assert score is not None
        copies = [turned_position(position, way) for way in EVERY_WAY]
        assert {known_score(copy) for copy in copies} == {score}
        assert {known_score(other_seat(copy)) for copy in copies} == {score}
        scores = [each.score for each in known_turns(position)]
        for copy in copies[:2]:
            assert [each.score for each in known_turns(copy)] == scores


def test_the_book_of_junior_is_complete_up_to_the_fourth_turn() -> None:
    for seed in range(quick_or_thorough(20, 5_000)):
        for plies in (3, 4):
            assert known_score(walk(JUNIOR, plies, Random(seed))) is not None
    assert reach_of(JUNIOR).plies == reach_of(JUNIOR).whole == 4
    assert known_score(walk(JUNIOR, 8, Random(1))) is None


@pytest.mark.long
@pytest.mark.parametrize(
    ("ruleset", "plies"),
    sampled([(CLASSIC, 6), (ROWS, 6), (SEAM, 4), (SCARCE, 6)], 0, 1, 3),
    ids=lambda each: each.name if isinstance(each, Ruleset) else None,
)
def test_the_longest_line_of_the_book_has_a_minimum_length(ruleset: Ruleset, plies: int) -> None:
    def is_known(position: Position, plies: int) -> bool:
        if plies == 0:
            return known_score(position) is not None
        found = known_turns(position)
        return any(is_known(play(position, each.turn).after, plies - 1) for each in found)

    assert is_known(Position.start(ruleset), plies)


def test_the_value_of_a_position_follows_from_the_positions_after_its_turns() -> None:
    # No piece can fall off here, so no turn leads to an earlier position.
    position = read_position("6/6/2K3/6/2K1k1/6 g 6,0 7,0", JUNIOR)
    turns = known_turns(position)
    assert len(turns) == len(list(legal_turns(position)))
    assert known_score(position) == turns[0].score
    scores = [turned(known_score(play(position, each.turn).after) or 0) for each in turns]
    assert scores == [each.score for each in turns] == sorted(scores, reverse=True)


def test_a_position_with_a_winning_turn_is_not_in_the_book() -> None:
    won = read_position("KK4/6/6/6/6/6 o 6,0 8,0", JUNIOR)
    assert known_score(won) is None
    assert known_turns(won) == ()


@pytest.mark.night
@pytest.mark.long
def test_the_same_work_makes_the_same_book() -> None:
    reach = Reach(plies=2, whole=1, margin=40, nodes=40, checks=80)
    books = []
    for _ in range(2):
        maker = BookMaker(SEAM, reach)
        done = list(maker.search())
        assert [each.of for each in done if each.done == each.of] == maker.counts
        assert maker.counts[:2] == [1, 6]
        assert maker.counts[2] > 1
        assert len(list(maker.check())) <= 7
        books.append(maker.entries())
    assert books[0] == books[1]
    assert max(abs(entry.score) for entry in books[0].values()) <= MOST_UNPROVED


@pytest.mark.long
def test_turns_that_a_deeper_search_rejects_are_not_answers() -> None:
    maker = BookMaker(JUNIOR, Reach(plies=3, whole=1, margin=60, nodes=10, checks=1_500))
    assert len(list(maker.search())) == sum(maker.counts)
    before = {text for text, entry in maker.entries().items() if entry.is_answered}
    assert len(list(maker.check())) == len(before)
    entries = maker.entries()
    after = {text for text, entry in entries.items() if entry.is_answered}
    assert after < before
    for text in after:
        position = read_position(text, JUNIOR)
        good = think(position, (), Work(nodes=1_500), margin=40).scored
        for each in best_turns(position, lambda after: entries.get(common_text(after))):
            assert each.turn in [one.turn for one in good]


def test_turns_worth_less_than_their_position_are_not_played() -> None:
    position = walk(JUNIOR, 3, Random(1))
    after = [play(position, turn).after for turn in legal_turns(position)]
    entries = {common_text(position): BookEntry(30, True)}
    entries |= {common_text(each): BookEntry(-15, False) for each in after[::2]}

    def look_up(asked: Position) -> BookEntry | None:
        return entries.get(common_text(asked))

    assert known_turns(position, look_up)
    assert best_turns(position, look_up) == ()
    entries[common_text(position)] = BookEntry(25, True)
    assert best_turns(position, look_up) == known_turns(position, look_up)
    entries[common_text(after[0])] = BookEntry(-26, False)
    assert {each.score for each in best_turns(position, look_up)} == {26}
    entries[common_text(position)] = BookEntry(25, False)
    assert known_turns(position, look_up) == best_turns(position, look_up) == ()


@pytest.mark.long
@pytest.mark.parametrize("ruleset", sampled(RULESETS, 1, 4), ids=lambda ruleset: ruleset.name)
def test_turns_that_lead_back_from_the_edge_of_the_book_are_not_answers(ruleset: Ruleset) -> None:
    led_back = 0
    for seed in range(quick_or_thorough(12, 200)):
        chance, position = Random(seed), walk(ruleset, 2, Random(seed))
        while turns := known_turns(position):
            position = play(position, pick(turns, chance).turn).after
        entry = book_entry(position)
        assert entry is not None
        assert not entry.is_answered
        assert best_turns(position) == ()
        plain = [turn for turn in legal_turns(position) if turn.seam is None]
        led_back += any(book_entry(play(position, turn).after) for turn in plain)
    assert led_back


@pytest.mark.long
@pytest.mark.parametrize("ruleset", sampled(RULESETS, 0), ids=lambda ruleset: ruleset.name)
def test_answers_of_the_book_are_among_the_best_of_a_search(ruleset: Ruleset) -> None:
    # A shallow sample of the search of `python -m tests.engine.searched_book`.
    searched = 0
    for seed in quick_or_thorough(range(1, 2), range(30)):
        chance, position = Random(seed), walk(ruleset, seed % 3, Random(seed))
        while searched < quick_or_thorough(3, 10_000) and (turns := best_turns(position)):
            searched += 1
            lost = losses(position, SHALLOW)
            assert len(lost) == len(turns)
            assert max(lost.values()) <= SHALLOW_LOSS
            position = play(position, pick(turns, chance).turn).after
    assert searched


def test_the_command_extends_the_existing_book(tmp_path: Path) -> None:
    file = tmp_path / "book.bin"
    file.write_bytes(write_book({CLASSIC: section_of({"a position": BookEntry(7, True)})}))
    arguments = [
        "book",
        "make",
        "junior",
        "--plies",
        "2",
        "--nodes",
        "30",
        "--checks",
        "30",
        "--proofs",
        "0",
        "--file",
    ]
    made = CliRunner().invoke(boop, [*arguments, str(file)], prog_name="boop")
    assert made.exit_code == 0, made.output
    last = made.output.splitlines()[-1]
    assert re.fullmatch(r"junior: 142 positions, [1-7] of them answered, 0 proved", last)
    book = read_book(file.read_bytes())
    assert list(book) == [CLASSIC, JUNIOR]
    assert book[CLASSIC].find("a position") == BookEntry(7, True)
    assert len(book[JUNIOR]) == 142
    assert [path.name for path in tmp_path.iterdir()] == ["book.bin"]


def test_the_command_does_not_change_a_foreign_file(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("notes")
    made = CliRunner().invoke(boop, ["book", "make", "--file", str(file)], prog_name="boop")
    assert made.exit_code == 2
    assert f"{file} is no opening book." in made.output
    assert file.read_text() == "notes"


@pytest.mark.long
def test_solving_agrees_with_trying_every_turn() -> None:
    solver, prover = WinProver(JUNIOR, 1 << 14), Prover(JUNIOR)
    for position in random_positions(JUNIOR, 8, quick_or_thorough(4, 60)):
        for turns in (1, 2):
            left = 2 * turns - 1
            score = WIN - left if prover.can_win(position, turns) else None
            assert solver.prove(position, left, 10**6) == score
            turn = solver.winning_turn(position, left, 10**6)
            assert (turn is None) is (score is None)
            if turn is not None:
                assert turn in prover.winning_turns(position, turns)
            lost = None if prover.can_hold(position, turns) else 2 * turns - WIN
            assert solver.prove(position, 2 * turns, 10**6) == lost


def test_solving_stops_at_its_limit() -> None:
    solver, position = WinProver(JUNIOR, 1 << 10), walk(JUNIOR, 4, Random(1))
    assert solver.prove(position, 15, 1_000) is None
    assert solver.nodes < 2_000
    with pytest.raises(TooMuchWork):
        solver.winning_turn(position, 15, 1_000)
    with pytest.raises(ValueError, match="41 turns"):
        solver.prove(position, 41, 1)
    with pytest.raises(ValueError, match="classic"):
        solver.prove(Position(), 1, 1)
    with pytest.raises(ValueError, match="seam"):
        WinProver(SEAM, 1 << 10)


@pytest.mark.night
@pytest.mark.long
def test_the_referee_sees_what_the_book_calls_proved_won() -> None:
    found = list(proved_positions(quick_or_thorough(1, 10)))
    assert len(found) == quick_or_thorough(1, 10)
    for position, turns in found:
        assert check(position, turns) > 0


def test_only_what_is_proved_is_called_won() -> None:
    for ruleset in RULESETS:
        for seed in range(quick_or_thorough(6, 200)):
            score = known_score(walk(ruleset, 2 + seed % 3, Random(seed)))
            if score is None:
                continue
            turns = turns_to_win(score)
            assert turns is None or ruleset is JUNIOR
            assert abs(score) <= MOST_UNPROVED or abs(score) >= WIN_AT_LEAST


def test_a_turn_of_the_book_can_be_played() -> None:
    start = Position()
    assert read_turn("Kc3") in [each.turn for each in known_turns(start)]
