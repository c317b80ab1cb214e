"""Cutting text between graphemes: the characters that users see, such as a flag or a family."""

from collections.abc import Iterator

ELLIPSIS = "…"


def beginnings(text: str) -> Iterator[str]:
    """Yield the beginnings of a text that end between two graphemes, the longest first.

    The boundaries are those of Unicode's UAX #29. The last beginning is the first grapheme alone.
    """
    # Few texts are ever cut, so starting the bot does not wait for this module (15 ms).
    import regex

    for grapheme in reversed(list(regex.finditer(r"\X", text))):
        yield text[: grapheme.end()]


def beginning(text: str, most: int) -> str:
    """Return the longest beginning of at most `most` characters that cuts no grapheme.

    Characters are code points, as Discord counts them. A first grapheme that is longer is cut.
    """
    if len(text) <= most:
        return text
    return next((each for each in beginnings(text) if len(each) <= most), text[:most])


def shortened(text: str, most: int) -> str:
    """Return a text, cut to at most `most` characters with "…" at the end if it is longer."""
    if len(text) <= most:
        return text
    return beginning(text, most - len(ELLIPSIS)).rstrip() + ELLIPSIS
