"""Catalogues that a test writes: a few translations in a separate folder."""

from collections.abc import Callable, Mapping
from pathlib import Path

from bot.text import Message, drop_catalogues

WriteCatalogue = Callable[[str, Mapping[Message, str | tuple[str, ...]]], None]
"""Writes a language's catalogue with these translations."""

FORMS = {
    "de": "nplurals=2; plural=n != 1;",
    "ru": (
        "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : "
        "n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2;"
    ),
}


def write_catalogue_in(
    folder: Path, language: str, translations: Mapping[Message, str | tuple[str, ...]]
) -> None:
    """Write the catalogue of a language."""
    lines = [
        'msgid ""',
        'msgstr ""',
        rf'"Language: {language}\n"',
        r'"Content-Type: text/plain; charset=utf-8\n"',
        rf'"Plural-Forms: {FORMS.get(language, FORMS["de"])}\n"',
        rf'"X-Language-Name: {language.upper()}\n"',
        r'"X-Translated: 40\n"',
    ]
    for message, said in translations.items():
        lines.append("")
        if message.context is not None:
            lines.append(f"msgctxt {quoted(message.context)}")
        lines.append(f"msgid {quoted(message.text)}")
        if isinstance(said, str):
            lines.append(f"msgstr {quoted(said)}")
            continue
        lines.append(f"msgid_plural {quoted(str(message.plural))}")
        lines += [f"msgstr[{number}] {quoted(form)}" for number, form in enumerate(said)]
    (folder / f"{language}.po").write_text("\n".join(lines) + "\n", encoding="utf-8")
    drop_catalogues()


def quoted(text: str) -> str:
    escaped = text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
    return f'"{escaped}"'
