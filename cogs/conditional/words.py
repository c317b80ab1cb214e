"""Planned turns in words, for people who have never heard of them."""

from typing import Final

from bot.game import Turn, write_turn
from bot.match.conditional import Line, Plan, Planned, Role
from bot.text import gettext
from cogs.core.words import capital, turn_words

LONGEST: Final = 3000
"""Characters of a plan on a panel; a message takes 4 000 in all."""
LONGEST_LABEL: Final = 100
"""Discord's limit of an option in a menu."""


def turn_with_notation(turn: Turn) -> str:
    """Say a turn in words with its notation, without which nobody could name it."""
    return gettext("{turn} (`{notation}`)", turn=turn_words(turn), notation=write_turn(turn))


def reply_words(theirs: Turn, answer: Turn) -> str:
    """Say what is answered to what."""
    return gettext(
        "if they {theirs}, you {answer}",
        theirs=turn_with_notation(theirs),
        answer=turn_with_notation(answer),
    )


def plan_words(plan: Plan) -> str:
    """List a plan as a tree, each reply below the one that comes before it."""
    words = "\n".join(_listed(plan.turns, plan.begins, 0))
    if len(words) <= LONGEST:
        return words
    return "\n".join(_listed_shortly(plan.turns, plan.begins, 0))


def line_label(line: Line) -> str:
    """Return a line in notation for a menu, the end of one that is too long."""
    label = " ".join(map(write_turn, line))
    return label if len(label) <= LONGEST_LABEL else "…" + label[1 - LONGEST_LABEL :]


def _listed(level: tuple[Planned, ...], role: Role, depth: int) -> list[str]:
    lines = []
    for each in level:
        bullet = "  " * depth + "- "
        match role:
            case Role.BY_HAND:
                turn = turn_with_notation(each.turn)
                lines.append(bullet + gettext("After you {turn}:", turn=turn))
                lines += _listed(each.then, role.next, depth + 1)
            case _:
                for answer in each.then:
                    words = reply_words(each.turn, answer.turn)
                    words = gettext("then, {reply}", reply=words) if depth else capital(words)
                    lines.append(bullet + words)
                    lines += _listed(answer.then, Role.THEIRS, depth + 1)
    return lines


def _listed_shortly(level: tuple[Planned, ...], role: Role, depth: int) -> list[str]:
    """List a plan in notation alone: `Kc3 → Cd4`."""
    lines = []
    for each in level:
        bullet = "  " * depth + "- "
        if role is Role.BY_HAND:
            lines.append(f"{bullet}`{write_turn(each.turn)}`")
            lines += _listed_shortly(each.then, role.next, depth + 1)
        for answer in each.then if role is Role.THEIRS else ():
            lines.append(f"{bullet}`{write_turn(each.turn)}` → `{write_turn(answer.turn)}`")
            lines += _listed_shortly(answer.then, Role.THEIRS, depth + 1)
    return lines
