"""Compares the engine with the referee on random positions of every ruleset.

`python -m tests.game.differential 5000 1 2 3` compares 5000 positions of each ruleset for each of
the seeds, and prints what was compared; the tests compare fewer.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

from bot.game import (
    RULESETS,
    AmbiguousTurn,
    GameRefusal,
    IllegalPosition,
    NotationError,
    Position,
    Ruleset,
    Step,
    legal_turns,
    play,
    read_position,
    read_turn,
    write_position,
    write_turn,
)
from tests.game import referee
from tests.game.referee.positions import positions
from tests.game.referee.whole_turns import read_turn as meaning_of

WORDS_READ = 12
"""How many texts of turns are read in each position."""

CHARACTERS = "KCkcabcdef123456=~>+-#"


def result_of(step: Step) -> str:
    """Return the text of the position after a turn, with the winner after a win."""
    ending = f" {step.win.winner.name.lower()} wins" if step.win else ""
    return write_position(step.after) + ending


def compare(ruleset: Ruleset, text: str, chance: Random) -> Counter[str]:
    """Compare the legal turns, how turns are read, and which changed texts are legal."""
    position = read_position(text, ruleset)
    expected = referee.legal(ruleset.name, text)
    found = {write_turn(turn): result_of(play(position, turn)) for turn in legal_turns(position)}
    assert found == expected, text
    counted = Counter(positions=1, turns=len(expected))
    words = list(expected)
    for word in sorted(expected)[:: max(len(expected) // WORDS_READ, 1)]:
        changed = chance.choice(CHANGES)(word, chance)
        if names_a_square_twice(changed):
            continue
        meaning = meaning_of(words, changed)
        assert read(position, changed) == meaning, f"{changed!r} in {text}"
        counted[f"words read as {meaning if meaning in NOT_MEANT else 'a turn'}"] += 1
    for changed in changed_texts(text, chance):
        problem = referee.problem(ruleset.name, changed)
        reads = can_be_read(changed, ruleset)
        assert reads == (problem is None), f"{changed!r} in {ruleset.name}: {problem}"
        counted["texts that can be read" if reads else "texts that cannot"] += 1
    return counted


def names_a_square_twice(word: str) -> bool:
    """Return whether a square leaves the bed twice: such a text is no turn, or an illegal one."""
    leaving = re.search("=((?:[a-f][1-6])+)", word.lower())
    squares = re.findall("..", leaving[1]) if leaving else []
    return len(set(squares)) < len(squares)


NOT_MEANT = ("syntax", "illegal", "ambiguous")


def read(position: Position, word: str) -> str:
    """Return the turn that a word means to the engine, or which of three refusals it gets."""
    try:
        return write_turn(play(position, read_turn(word)).turn)
    except NotationError:
        return "syntax"
    except AmbiguousTurn:
        return "ambiguous"
    except GameRefusal:
        return "illegal"


def can_be_read(text: str, ruleset: Ruleset) -> bool:
    try:
        read_position(text, ruleset)
    except (NotationError, IllegalPosition):
        return False
    return True


def as_typed(word: str, chance: Random) -> str:
    """Return the word with shuffled squares, letters of any case, and `#` perhaps left out."""
    leaving = re.search(r"=((?:[a-f][1-6])+)", word)
    if leaving:
        squares = re.findall("..", leaving[1])
        chance.shuffle(squares)
        word = word.replace(leaving[0], "=" + "".join(squares))
    word = "".join(chance.choice((str.upper, str.lower))(letter) for letter in word)
    return word.removesuffix("#") if chance.random() < 0.5 else word


def without_a_part(word: str, chance: Random) -> str:
    """Return the word without the squares that leave the bed, the seam, the recall or the claim."""
    return re.sub(chance.choice(("=[a-f1-6]+", "~.*", "^..>", "#")), "", word)


def with_a_claim(word: str, chance: Random) -> str:
    return word if word.endswith("#") else word + "#"


def mistype(word: str, chance: Random) -> str:
    """Return the word with a character inserted, removed or replaced."""
    at = chance.randrange(len(word) + 1)
    typed: str = chance.choice(("", *CHARACTERS))
    return f"{word[:at]}{typed}{word[at + chance.randrange(2) :]}"


def with_other_square(word: str, chance: Random) -> str:
    """Return the word with one of its squares replaced."""
    start, end = chance.choice(list(re.finditer("[a-f][1-6]", word))).span()
    square: str = chance.choice(referee.SQUARES)
    return f"{word[:start]}{square}{word[end:]}"


CHANGES = (as_typed, as_typed, without_a_part, with_a_claim, mistype, with_other_square)


def changed_texts(text: str, chance: Random) -> Iterator[str]:
    """Yield texts that are close to a legal position's; most of them are not legal."""
    fields = text.split(" ")
    at = chance.randrange(len(text) + 1)
    character = chance.choice("KCkc123456/ og,0789-+abf")
    one, other = sorted(chance.sample(range(len(fields)), 2))
    swapped = [*fields]
    swapped[one], swapped[other] = fields[other], fields[one]
    moved = fields[1].translate({ord("o"): "g", ord("g"): "o"})
    for changed in (
        text[:at] + character + text[at + 1 :],
        text[:at] + character + text[at:],
        text[:at] + text[at + 1 :],
        text[:at],
        " ".join(swapped),
        " ".join([fields[0], moved, *fields[2:]]),
        f"{text} -",
        f"{text} - -",
        " ".join(fields[:-1]),
    ):
        # The page doesn't say whether two numbers of empty squares may be adjacent; the engine
        # requires one number.
        if not re.search("[1-6]{2}", changed.split(" ", maxsplit=1)[0]):
            yield changed


def compare_many(ruleset: Ruleset, count: int, seed: int) -> Counter[str]:
    """Compare `count` positions, half of them played and half scattered."""
    chance = Random(f"{seed} {ruleset.name}")
    texts = islice(positions(ruleset.name, seed), count)
    return sum((compare(ruleset, text, chance) for text in texts), Counter())


def main(count: int, seeds: list[int]) -> None:
    for ruleset in RULESETS:
        counted = sum((compare_many(ruleset, count, seed) for seed in seeds), Counter[str]())
        parts = ", ".join(f"{number} {what}" for what, number in sorted(counted.items()))
        sys.stdout.write(f"{ruleset.name}: {parts}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]), [int(seed) for seed in sys.argv[2:]])
