"""What Discord's client would not let a person do."""

from __future__ import annotations


class CannotDo(Exception):
    """The person has no way to do this: the thing is not there, not shown, or not for them."""


class NothingShown(CannotDo):
    """There is no message where one was asked for: the bot gave another answer, or none."""
