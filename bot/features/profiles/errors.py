"""What a profile declines.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass

from bot.features.matches.errors import HostRefusal
from bot.match.identity import UserId
from bot.text import N_


@dataclass(eq=False, slots=True)
class KeepsToThemself(HostRefusal):
    """The person stands on no leaderboard, and shows what is kept of them to nobody else."""

    message = N_("{user} keeps their ratings and matches private.")

    user: UserId
