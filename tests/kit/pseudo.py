"""Find words of a text in the pseudo-language that were never translated."""

import re
from typing import Final

from bot.engine import LEVELS
from bot.text import translations

_KEPT: Final = re.compile(
    r"`[^`]*`|“[^”]*”|(?<!\w)'[^']*'|<[^<> ]*>|https?://\S+|/\S+|BOOP_\w+|\b[a-f][1-6]\b|:\w+:"
)
"""Code, what people typed, mentions, addresses, names of settings, squares and emoji."""
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_ACCENTED: Final = re.compile(r"[áçéíñóúýžÁÇÉÍÑÓÚÝŽ]")
_CHANGED: Final = re.compile(r"[aceinouyzACEINOUYZ]")
_CATS: Final = tuple(level.name for level in LEVELS)
"""Cats have proper names, see docs/decisions/user-and-server-language.md."""
_NAMED: Final = (
    *_CATS,
    *("boop", "Attach Files", "Send Messages", "Discord", "Kitkat", "Wool", "Elo", "JSON"),
    *("English", *(re.sub(r" \(.*", "", each.name) for each in translations().values())),
    *re.findall(r"\((.*?)\)", " ".join(each.name for each in translations().values())),
)
_NAMES: Final = re.compile(rf"\b({'|'.join(_NAMED)})\b")
"""Names that are the same in every language, such as a language's own name for itself."""


def untranslated(text: str) -> list[str]:
    """Return the words that are outside of all brackets, or that have no accent inside them."""
    rest = _NAMES.sub(" ", _KEPT.sub(" ", text))
    depth, outside = 0, ""
    for letter in rest:
        depth += {"⟦": 1, "⟧": -1}.get(letter, 0)
        outside += letter if depth == 0 else " "
    plain = [word for word in _WORD.findall(rest) if _CHANGED.search(word)]
    return [*_WORD.findall(outside), *(word for word in plain if not _ACCENTED.search(word))]
