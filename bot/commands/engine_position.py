"""Positions and turns as a program gives them to the engine."""

from dataclasses import dataclass

from bot.game import (
    DRAWN_AT,
    MOST_TURNS,
    Position,
    Ruleset,
    is_dead,
    play,
    read_position,
    read_turn,
    write_position,
)


class ProtocolFault(Exception):
    """A line that the engine does not take; its text is the sentence to answer with."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A position, the texts of all that have stood, and why the match is over, if it is."""

    position: Position
    past: tuple[str, ...]
    over: str = ""


def stood(position: Position) -> Standing:
    """Begin with a position."""
    return Standing(position, (write_position(position),))


def played_on(ruleset: Ruleset, words: list[str]) -> Standing:
    """Read `TEXT [turns T…]`, where the text may be `startpos`.

    Raises what reading and playing raise, and `ProtocolFault` for a turn after the match's end.
    """
    at = words.index("turns") if "turns" in words else len(words)
    text = " ".join(words[:at])
    begun = Position.start(ruleset) if text == "startpos" else read_position(text, ruleset)
    standing = stood(begun)
    for word in words[at + 1 :]:
        standing = _after(standing, word)
    return standing


def _after(standing: Standing, word: str) -> Standing:
    if standing.over:
        raise ProtocolFault(f"{word!r} cannot be played: {standing.over}.")
    step = play(standing.position, read_turn(word))
    text = write_position(step.after)
    past = (*standing.past, text)
    over = ""
    if step.win is not None:
        over = f"{step.win.winner.name.lower()} has won"
    elif past.count(text) >= DRAWN_AT:
        over = f"it is drawn, for the position has stood {DRAWN_AT} times"
    elif len(past) > MOST_TURNS:
        over = f"it is drawn after {MOST_TURNS} turns"
    elif not step.after.ruleset.keeps_pieces and is_dead(step.after):
        over = "it is drawn, for neither seat has three pieces left"
    return Standing(step.after, past, over)
