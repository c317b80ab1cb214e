"""What a preference declines.

Not frozen: the standard library assigns `__traceback__` to an exception on its way up.
"""

from dataclasses import dataclass
from typing import Annotated

from bot.features.matches.errors import HostRefusal
from bot.text import N_, AnyOf, Message, Typed

ZoneName = Annotated[str, "the name of a time zone"]


@dataclass(eq=False, slots=True)
class UnknownTimeZone(HostRefusal):
    """No time zone has this name; the nearest that there are, if any."""

    message = N_("There is no time zone {text}. Did you mean {near}?")
    nothing_near = N_("There is no time zone {text}. Write it like `Europe/Berlin`.")

    text: Typed
    near: AnyOf[ZoneName]

    def choose_message(self) -> Message:
        """Return what could have been meant, if anything comes near."""
        return self.message if self.near else self.nothing_near
