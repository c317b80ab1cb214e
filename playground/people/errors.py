"""Errors for actions that Discord's client would not let a person do."""

from __future__ import annotations


class CannotDo(Exception):
    """The person cannot do this: its object does not exist, is not shown, or is not for them."""


class NothingShown(CannotDo):
    """The answer has no message or form: the bot gave another answer, or none."""
