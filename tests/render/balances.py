"""Balances for the tests, which `tests.render.charts` stores as pictures."""

from dataclasses import replace
from math import sin

from bot.game import Seat
from render.balance import Balance, Pin, middle_turn
from render.theme import THEMES


def shares(number: int) -> tuple[float, ...]:
    """Return the shares of a match whose lead alternates for that many turns, until gray wins."""
    wander = (
        0.5 + ply / number * 0.4 * sin(ply / 4) + 0.04 * sin(ply * 1.7) for ply in range(number)
    )
    return (*(min(max(share, 0.0), 1.0) for share in wander), 0.0)


LIVELY = Balance(
    "Match #1234 · who stood better",
    shares(38),
    (Pin(17, Seat.ORANGE), Pin(20, Seat.GRAY), Pin(37, Seat.ORANGE)),
)
CLOSE = replace(LIVELY, pins=(Pin(33, Seat.ORANGE), Pin(35, Seat.ORANGE), Pin(37, Seat.ORANGE)))
EARLY = replace(LIVELY, pins=(Pin(1, Seat.ORANGE), Pin(2, Seat.GRAY), Pin(3, Seat.ORANGE)))
SHORT = Balance("Match #7 · who stood better", (0.5, 1.0), (Pin(1, Seat.ORANGE),))
LONG = Balance("Match #123456 · who stood better", shares(300))
NONE = Balance("Match #1 · who stood better", (0.5,))


def named(balance: Balance) -> Balance:
    """Return a balance with English labels below it."""
    last = len(balance.shares) - 1
    below = ("Start", f"Turn {middle_turn(last)}", f"Turn {last}")
    return replace(balance, below=below)


def balances() -> dict[str, Balance]:
    """Return every stored balance by its name."""
    themed = {name: replace(LIVELY, theme=theme) for name, theme in THEMES.items()}
    others = {"close": CLOSE, "early": EARLY, "short": SHORT, "long": LONG, "none": NONE}
    return {name: named(each) for name, each in (themed | others).items()}
