"""The same text as other keyboards produce it."""

from collections.abc import Iterator

_CYRILLIC = str.maketrans("aceopxyABCEHKMOPTX", "асеорхуАВСЕНКМОРТХ")
_GREEK = str.maketrans("aoABEHIKMNOPTXZ", "αοΑΒΕΗΙΚΜΝΟΡΤΧΖ")
_FULL_WIDTH = str.maketrans({code: code + 0xFEE0 for code in range(ord("!"), ord("~") + 1)})
_ARABIC = str.maketrans("0123456789,;", "٠١٢٣٤٥٦٧٨٩،؛")
_SMART = str.maketrans("-'\"", "–’”")


def disguises(text: str) -> list[str]:
    """Return variants of a text with lookalike letters, digits, signs and spaces."""
    return [each for each in dict.fromkeys(_disguises(text)) if each != text]


def _disguises(text: str) -> Iterator[str]:
    yield text.translate(_FULL_WIDTH)
    yield text.translate(_FULL_WIDTH).replace(" ", "\u3000")
    yield text.translate(_CYRILLIC)
    yield text.translate(_GREEK)
    yield text.translate(_ARABIC)
    yield text.translate(_SMART)
    yield text.replace("#", "№")
    yield f"\ufeff{text}"
    yield f"\u00a0{text.replace(' ', chr(0xA0))}\u200b"
    yield f"\u200e{text.replace(' ', chr(0x202F))}\u3000"
    yield "".join(f"{each}\u20e3" if each.isdigit() else each for each in text)
