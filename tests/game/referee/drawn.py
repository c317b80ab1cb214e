"""Beds drawn as text, as the referee's tests show them: six rows, a dot for an empty square."""

import re


def position(bed: str, others: str) -> str:
    """Return the position text of a drawn bed and of the fields after it."""
    rows = bed.split()
    assert len(rows) == 6, bed
    assert all(len(row) == 6 for row in rows), bed
    packed = [re.sub(r"\.+", lambda empty: str(len(empty[0])), row) for row in rows]
    return f"{'/'.join(packed)} {others}"


def turns_with(placement: str, turns: dict[str, str]) -> dict[str, str]:
    """Return the legal turns that begin with this placement."""
    return {turn: after for turn, after in turns.items() if turn.startswith(placement)}
