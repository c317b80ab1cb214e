"""The picture in words: a blind player learns as much as one who sees it."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game import (
    ENTRIES,
    RULESETS,
    Bed,
    Kind,
    Landing,
    Piece,
    Placed,
    Pool,
    Position,
    Ruleset,
    SeamPiece,
    Seat,
    Square,
    Squares,
    land,
    legal_turns,
    name_of,
    play,
    read_turn,
    square_named,
)
from bot.game.pieces import SEAM_STEPS
from bot.game.squares import mask_of
from bot.text import ENGLISH, PSEUDO, Language, all_of, speaking, translations
from cogs.wording.alt_text import LONGEST, alt_text, animation_text
from cogs.wording.narration import narrated
from cogs.wording.phrases import entry_name, piece_name, seam_name
from render.scene import Ending, Recent, Scene, Status, letter_of
from tests.kit.positions import (
    crowded_position,
    crowded_positions,
    positions,
    positions_of_random_match,
)
from tests.kit.thoroughness import quick_or_thorough

SEATS = {"Orange": Seat.ORANGE, "Gray": Seat.GRAY}
KINDS = {"kitten": Kind.KITTEN, "cat": Kind.CAT}
STANDING = re.compile(
    r"(Orange|Gray): (no pieces on the bed|[^.]*? on [^.]*?); in hand ([a-z0-9 ]+)"
    r"(?:; seam piece ([^.]+))?\."
)
ON_BED = re.compile(r"(kitten|cat)s? on ((?:[a-f][1-6](?:, )?)+)")
IN_POOL = re.compile(r"(\d) (kitten|cat)")
SEAM = re.compile(r"laid (.*)|between (.*?), (from the \w+), leaves after (\d) more turns?")
ENTRY_NAMED = {entry_name(entry): entry for entry in ENTRIES}
OPTION = re.compile(r"([A-N]) ((?:[a-f][1-6] ?)+)")

RULESETS_BY_NAME = {ruleset.name: ruleset for ruleset in RULESETS}


def read_description(words: str, ruleset: Ruleset) -> Position:
    """Return the position as the words alone describe it."""
    bed_of: dict[tuple[Seat, Kind], list[Square]] = {}
    pools: dict[Seat, Pool] = {}
    seams: dict[Seat, SeamPiece | None] = {}
    for name, on_bed, pool, seam in STANDING.findall(words):
        seat = SEATS[name]
        for kind, squares in ON_BED.findall(on_bed):
            bed_of[seat, KINDS[kind]] = list(map(square_named, squares.split(", ")))
        counts = {kind: int(count) for count, kind in IN_POOL.findall(pool)}
        pools[seat] = Pool(counts.get("kitten", 0), counts.get("cat", 0))
        seams[seat] = read_seam(seam)
    bed = Bed(*(mask_of(bed_of.get((seat, kind), ())) for seat in Seat for kind in Kind))
    [to_move] = re.findall(r"(Orange|Gray) to move\.", words)
    return Position(
        bed,
        pools[Seat.ORANGE],
        pools[Seat.GRAY],
        SEATS[to_move],
        ruleset,
        seams[Seat.ORANGE],
        seams[Seat.GRAY],
    )


def read_seam(words: str) -> SeamPiece | None:
    parsed = SEAM.fullmatch(words)
    if parsed is None:
        assert words in ("", "in hand")
        return None
    laid, squares, way, left = parsed.groups()
    if laid:
        return SeamPiece(ENTRY_NAMED[laid])
    steps = SEAM_STEPS - int(left)
    pieces = [SeamPiece(entry, steps) for entry in ENTRIES if entry_name(entry).endswith(way)]
    [piece] = [each for each in pieces if all_of(named(each.squares or ())) == squares]
    return piece


def named(squares: Squares) -> list[str]:
    return list(map(name_of, squares))


def read_options(words: str) -> dict[str, Squares]:
    [choices] = re.findall(r"To choose: ([^.]*)\.", words)
    return {
        letter: tuple(map(square_named, squares.split()))
        for letter, squares in OPTION.findall(choices)
    }


def random_turns(chance: Random, ruleset: Ruleset, turns: int) -> Iterator[Recent]:
    """Yield turns from a crowded position, perhaps with a choice at the end."""
    position = crowded_position(chance, ruleset)
    for _ in range(turns):
        turns_left = list(legal_turns(position))
        if not turns_left:
            return  # all pieces of the other seat are on the bed, which no match reaches
        turn = chance.choice(turns_left)
        landing = land(position, turn.placement, turn.recall)
        if landing.needs_choice and chance.random() < 0.3:
            yield landing
            return
        step = play(position, turn)
        yield step
        if step.win is not None:
            return
        position = step.after


def scene_of(turns: tuple[Recent, ...]) -> Scene:
    last = turns[-1]
    if isinstance(last, Landing):
        return Scene(last.position, turns, last.options)
    return Scene(last.after, turns, win=last.win)


@pytest.mark.parametrize("name", RULESETS_BY_NAME)
def test_an_alt_text_reads_back_as_the_position(name: str) -> None:
    ruleset = RULESETS_BY_NAME[name]

    @settings(deadline=None, max_examples=quick_or_thorough(15, 100))
    @given(positions(ruleset))
    def read_back(position: Position) -> None:
        words = alt_text(Scene(position))
        assert len(words) <= LONGEST
        assert read_description(words, ruleset) == position

    read_back()


@settings(deadline=None, max_examples=quick_or_thorough(15, 100))
@given(st.sampled_from(RULESETS), st.integers(0, 2**32), st.integers(1, 9))
def test_the_position_reads_back_with_any_number_of_turns_described(
    ruleset: Ruleset, seed: int, turns: int
) -> None:
    scene = scene_of(tuple(random_turns(Random(seed), ruleset, turns)))
    for status in Status:
        words = alt_text(scene.with_status(status))
        assert len(words) <= LONGEST
        assert "…" not in words
        if scene.ending is None:
            assert read_description(words, ruleset) == scene.position
        if scene.options:
            options = {letter_of(index): each for index, each in enumerate(scene.options)}
            assert read_options(words) == options


def test_squares_are_listed_by_row_and_then_by_column() -> None:
    for position in crowded_positions(seed=3, count=50):
        for _, squares in ON_BED.findall(alt_text(Scene(position))):
            names = squares.split(", ")
            assert names == sorted(names, key=square_named)


@pytest.mark.long
def test_the_longest_alt_text_fits_in_every_language() -> None:
    by_length = sorted(crowded_scenes(), key=lambda scene: len(alt_text(scene)), reverse=True)
    scenes, longest = by_length[: quick_or_thorough(8, len(by_length))], dict[Language, int]()
    for language in (ENGLISH, PSEUDO, *translations()):
        with speaking(language):
            longest[language] = max(len(alt_text(scene)) for scene in scenes)
    # Japanese says the same in fewer letters.
    assert all(400 < each <= LONGEST for each in longest.values()), longest


def crowded_scenes() -> list[Scene]:
    """Return scenes of crowded beds: of each shape the one in which most happened.

    The number of pieces, options, entries and events determines the length of the text, because all
    squares have names of the same length.
    """
    scenes = dict[tuple[object, ...], tuple[int, Scene]]()
    for ruleset in RULESETS:
        for position in crowded_positions(seed=5, count=25, ruleset=ruleset):
            for turn in list(legal_turns(position))[:: 20 if ruleset.seams else 1]:
                landing = land(position, turn.placement, turn.recall)
                scene = Scene(landing.position, (landing,), landing.options, entries=ENTRIES[1:])
                shape, events = _shape(scene), len(landing.events)
                if shape not in scenes or scenes[shape][0] < events:
                    scenes[shape] = (events, scene)
    return [scene for _, scene in scenes.values()]


def _shape(scene: Scene) -> tuple[object, ...]:
    """Return everything that determines the length of the text, except the events."""
    position = scene.position
    on_bed = Counter(piece for _, piece in position.bed)
    seams = tuple(len(seam_name(position.seam_of(seat))) for seat in Seat)
    return (
        position.ruleset.seams,
        frozenset(on_bed.items()),
        *(position.pool_of(seat) for seat in Seat),
        seams if position.ruleset.seams else None,
        tuple(sorted(map(len, scene.options))),
    )


@pytest.mark.long
def test_every_option_is_described_by_its_letter_and_squares() -> None:
    seen = 0
    for position in crowded_positions(seed=5, count=quick_or_thorough(30, 60)):
        for turn in legal_turns(position):
            landing = land(position, turn.placement)
            if not landing.needs_choice:
                continue
            seen += 1
            words = alt_text(Scene(landing.position, landing, landing.options))
            for index, squares in enumerate(landing.options):
                assert f"{letter_of(index)} {' '.join(map(name_of, squares))}" in words
    assert seen > 10


@pytest.mark.long
def test_a_win_is_described_and_no_player_is_to_move() -> None:
    seen = 0
    for position in crowded_positions(seed=6, count=quick_or_thorough(100, 200)):
        for turn in legal_turns(position):
            if not turn.wins:
                continue
            step = play(position, turn)
            words = alt_text(Scene(step.after, step, win=step.win))
            winner = "Orange" if position.to_move is Seat.ORANGE else "Gray"
            assert words.endswith(f"{winner} has won.")
            assert "wins with the" in words
            assert "to move" not in words
            seen += 1
    assert seen > 5


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        (Ending.ORANGE_WON, "Orange has won."),
        (Ending.GRAY_WON, "Gray has won."),
        (Ending.DRAWN, "The match is over, and no one has won."),
    ],
)
def test_every_other_ending_is_described(ending: Ending, words: str) -> None:
    assert alt_text(Scene(Position(), ending=ending)).endswith(words)


def test_the_last_turn_is_described_in_order() -> None:
    step = play(Position(), next(iter(legal_turns(Position()))))
    words = alt_text(Scene(step.after, recent=step))
    [(square, piece)] = list(step.after.bed)
    assert f"Last turn: {piece_name(piece)} to {name_of(square)}." in words
    assert words.endswith("Gray to move.")


def test_several_turns_are_described_oldest_first() -> None:
    first = play(Position(), read_turn("Kc3"))
    second = play(first.after, read_turn("Kd4"))
    words = alt_text(Scene(second.after, (first, second)))
    assert (
        "Last 2 turns: orange kitten to c3. Then gray kitten to d4; "
        "it boops the orange kitten c3 → b2." in words
    )


@pytest.mark.night
@pytest.mark.long
def test_with_little_room_the_last_turn_has_the_longest_description() -> None:
    steps = [
        play(position, next(iter(legal_turns(position))))
        for position in positions_of_random_match(4, 60, RULESETS_BY_NAME["classic"])
    ]
    words = alt_text(Scene(steps[-1].after, tuple(steps * 2)))
    assert len(words) <= LONGEST
    assert narrated(steps[-1].events) in words
    assert re.search(r"Last \d+ turns: \d+ turns before; ", words)


def test_the_entries_of_a_seam_piece_are_described() -> None:
    seam = RULESETS_BY_NAME["seam"]
    position = Position.start(seam)
    words = alt_text(Scene(position, entries=ENTRIES))
    assert "To lay the seam piece: G ab ↓, H bc ↓, I cd ↓, J de ↓, K ef ↓, L 12 ←, M 23 ←" in words
    assert "U ef ↑, V 12 →" in words


def test_a_preview_says_first_that_it_is_not_played_yet() -> None:
    step = play(Position(), read_turn("Kc3"))
    hint = alt_text(Scene(step.after, step).with_status(Status.HINTED))
    assert hint.startswith("A hint, not played yet.")
    assert "What would happen" in hint
    words = alt_text(Scene(step.after, step).with_status(Status.NOT_YET_PLAYED))
    assert words.startswith("A preview, not played yet.")
    assert "What would happen: orange kitten to c3." in words


def test_a_chosen_piece_is_described_without_its_boops() -> None:
    position = play(Position(), read_turn("Kc3")).after
    chosen = Placed(Piece(Seat.GRAY, Kind.KITTEN), square_named("d4"))
    plain, words = alt_text(Scene(position)), alt_text(Scene(position, chosen=chosen))
    inserted = "Chosen, not yet placed: gray kitten to d4. "
    assert words == plain.replace("Gray to move.", f"{inserted}Gray to move.")


def test_an_animation_is_described_by_its_ending() -> None:
    step = play(Position(), read_turn("Kc3"))
    words = animation_text(Scene(step.after, step, ending=Ending.GRAY_WON), 1)
    assert words.startswith("An animation of 1 turn. At its end: Orange: kitten on c3;")
    assert words.endswith("Gray has won.")
    assert len(words) <= LONGEST
