"""Refusals to share a match by link."""

from bot.features.matches.errors import ServiceRefusal
from bot.text import N_


class NoMatchPages(ServiceRefusal):
    """The server allows no pages for its matches."""

    message = N_(
        "This server's matches aren't shared on the web. Those who manage it can change that in "
        "`/settings`, Web."
    )


class NotShared(ServiceRefusal):
    """The match has no page, or the user has not shared it."""

    message = N_("This match isn't shared by link.")
