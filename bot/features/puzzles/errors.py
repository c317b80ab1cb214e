"""What a puzzle declines.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from bot.features.matches.errors import HostRefusal
from bot.text import N_


class PuzzleGone(HostRefusal):
    """The puzzle is of a day that had none, or is no more among those that there are."""

    message = N_("I don't have that puzzle any more. `/puzzle` brings today's.")
