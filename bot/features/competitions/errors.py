"""Refusals of actions by the managers of a competition."""

from bot.features.matches.errors import ServiceRefusal
from bot.text import N_


class ChangedMeanwhile(ServiceRefusal):
    """The player or match to decide about is not, or no longer, in the competition."""

    message = N_("That has changed meanwhile, so nothing was done.")


class DecidedAlready(ServiceRefusal):
    """A decision about the same subject is pending."""

    message = N_("That is decided already. Undo it first, if you want it otherwise.")


class NothingToUndo(ServiceRefusal):
    """The decision was undone, or has taken effect."""

    message = N_("That can no longer be undone.")
