"""Users' input in the plain characters that the parsers expect.

A phone's keyboard produces full-width letters, other digits, look-alike letters of other alphabets,
smart quotes, dashes and many kinds of spaces. The parsers of squares, turns and numbers stay
strict: input is folded first, at every entrance.
"""

import re
import unicodedata
from typing import Final

_LOOKALIKES: Final = {
    # Cyrillic
    "АаВвСсԀԁЕеНһІіЈјКкԚԛМмОоРрЅѕТтԜԝХхУуѴѵ": "AaBbCcDdEeHhIiJjKkQqMmOoPpSsTtWwXxYyVv",
    # Greek
    "ΑαΒβϹϲΕεΗΙιϳΚκΜΝνΟοΡρΤτΥυΧχΖ": "AaBbCcEeHIijKkMNvOoPpTtYuXxZ",
    # Latin, with the Turkish dotless i; its dotted capital stays a capital
    "ıİɑɡ": "iIag",
    # Signs
    "№♯": "##",
    "‹›«»→": "<><>>",
    "‘’‚‛′ʹʼ´": "''''''''",
    "“”„‟″": '"""""',
    "‐‑‒–—―−⁃": "--------",
    "،、؛。": ",,;.",
    "∶꞉": "::",
    "〜∼": "~~",
}
_SINGLE: Final = {
    ord(typed): plain
    for alike, ascii_ in _LOOKALIKES.items()
    for typed, plain in zip(alike, ascii_, strict=True)
}
_LONG_VOWEL: Final = re.compile("(?<=[0-9A-Za-z])[ー－]")
"""A Japanese long vowel mark typed for a minus; after a kana it is a long vowel."""
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that look like a space."""
_UNSEEN: Final = ("Cf", "Cs")
_MARKS: Final = ("Mn", "Me")


def folded(text: str) -> str:
    """Return input in plain characters: for parsing and comparing, not for showing.

    Letters and digits of any width, and digits of any script, become ASCII, as do Cyrillic and
    Greek letters that look like ASCII, so a word of another alphabet comes out mixed. Accents on
    ASCII letters and invisible characters are removed. Every space and every dash becomes the plain
    one. Capital letters stay. A folded text stays as it is.
    """
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text.translate(_SINGLE)).translate(_SINGLE)
    kept = list[str]()
    is_ascii = True
    for character in apart:
        category = unicodedata.category(character)
        if category in _UNSEEN:
            continue
        if category in _MARKS:
            if not is_ascii:
                kept.append(character)
            continue
        plain = _plain(character, category)
        is_ascii = plain.isascii()
        kept.append(plain)
    return _LONG_VOWEL.sub("-", unicodedata.normalize("NFC", "".join(kept)))


def _plain(character: str, category: str) -> str:
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category in ("Zl", "Zp") or character == "\x85":
        return "\n"
    if category == "Zs" or character in _BLANK:
        return " "
    return character
