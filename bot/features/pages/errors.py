"""Why a match can't be shared by link."""

from dataclasses import dataclass

from bot.features.matches.errors import ServiceRefusal
from bot.text import N_


@dataclass(eq=False, slots=True)
class NoMatchPages(ServiceRefusal):
    """The server lets no match have a page."""

    message = N_(
        "This server's matches aren't shared on the web. Those who manage it can change that in "
        "`/settings`, Web."
    )


@dataclass(eq=False, slots=True)
class NotShared(ServiceRefusal):
    """The match has no page, or the user has not shared it."""

    message = N_("This match isn't shared by link.")
