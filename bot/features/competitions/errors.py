"""Refusals of what those who manage a competition want."""

from bot.features.matches.errors import ServiceRefusal
from bot.text import N_


class ChangedMeanwhile(ServiceRefusal):
    """What is to be decided is not in the competition, or no longer."""

    message = N_("That has changed meanwhile, so nothing was done.")


class DecidedAlready(ServiceRefusal):
    """The same was decided already and can still be undone."""

    message = N_("That is decided already. Undo it first, if you want it otherwise.")


class NothingToUndo(ServiceRefusal):
    """The decision was undone, or has taken effect."""

    message = N_("That can no longer be undone.")
