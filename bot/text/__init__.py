"""What people read: messages, their translation, and how facts are written in them."""

from bot.text.languages import (
    ENGLISH,
    PSEUDO,
    Language,
    Translator,
    current,
    gettext,
    ngettext,
    pgettext,
    pseudo,
    speaking,
    translate,
    translator_for,
)
from bot.text.medium import AnyOf, Detail, Formatter, Medium, Spoken, Typed, all_of, any_of
from bot.text.messages import COMMAND_NAME, N_, NC_, NN_, Facts, Message

__all__ = [
    "COMMAND_NAME",
    "ENGLISH",
    "NC_",
    "NN_",
    "N_",
    "PSEUDO",
    "AnyOf",
    "Detail",
    "Facts",
    "Formatter",
    "Language",
    "Medium",
    "Message",
    "Spoken",
    "Translator",
    "Typed",
    "all_of",
    "any_of",
    "current",
    "gettext",
    "ngettext",
    "pgettext",
    "pseudo",
    "speaking",
    "translate",
    "translator_for",
]
