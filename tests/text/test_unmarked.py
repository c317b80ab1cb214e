"""No sentence for people escapes translation."""

import ast
from collections.abc import Iterator

import pytest

from bot.text.extracting import MARKERS, ROOT, command_texts

SPEAKING = ("bot/app.py", "bot/cli", "bot/config.py", "bot/web", "cogs", "render")
"""The modules whose texts users read."""

STORING = ("bot/features", "bot/match", "bot/game", "bot/engine")
"""Modules whose texts are mostly for the database: only whole sentences count.

Their refusals have sentences, which another test checks.
"""

FOR_MACHINES = frozenset(
    {"debug", "info", "warning", "error", "exception", "critical", "compile"}
    | {"AssertionError", "__init__", "Field", "joinpath", "_give_up", "_look_later", "read_kept"}
)
"""Calls whose texts are not shown to users.

They are for the log, patterns, file names, errors of the program, and the descriptions of settings
in `.env.example`.
"""

PROTOCOLS = ("bot/cli/engine.py", "bot/web/live.py")
"""Modules that talk to other programs, in an engine's protocol or by a page's events."""


def unmarked(source: str) -> Iterator[str]:
    """Yield texts of two words or more that users read and that are in no marker."""
    found = list(_sentences(ast.parse(source)))
    described = {text for _, text in command_texts(source)} if found else set()
    yield from (text for text in found if text not in described)


def _sentences(tree: ast.AST) -> Iterator[str]:
    skipped = set[ast.AST]()
    for node in ast.walk(tree):
        if node in skipped:
            skipped.update(ast.iter_child_nodes(node))
            continue
        match node:
            case ast.Expr(ast.Constant()) | ast.Raise() | ast.Subscript(ast.Name("Annotated")):
                skipped.update(ast.iter_child_nodes(node))
            case ast.FunctionDef(name="__str__" | "__repr__") | ast.AnnAssign(ast.Name("STYLE")):
                skipped.update(ast.iter_child_nodes(node))
            case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)) if (
                name in MARKERS or name in FOR_MACHINES
            ):
                skipped.update(ast.iter_child_nodes(node))
            case ast.JoinedStr(values):
                skipped.update(values)
                text = "".join(
                    str(each.value) if isinstance(each, ast.Constant) else " {} " for each in values
                )
                skipped.difference_update(each for each in values if isinstance(each, ast.Call))
                if _is_sentence(text):
                    yield text
            case ast.Constant(str(text)) if _is_sentence(text):
                yield text


def _is_sentence(text: str) -> bool:
    words = [word.strip(".,:;!?*_()…") for word in text.split()]
    return sum(len(word) > 1 and word.isalpha() and word.isascii() for word in words) >= 2


def _is_whole(text: str) -> bool:
    return text[0].isupper() and text[-1] in ".:!?…"


def found() -> dict[str, list[str]]:
    faults = {}
    for place in (*SPEAKING, *STORING):
        path = ROOT / place
        for module in [path] if path.is_file() else path.rglob("*.py"):
            name = module.relative_to(ROOT).as_posix()
            texts = list(unmarked(module.read_text(encoding="utf-8")))
            if place in STORING:
                texts = [text for text in texts if _is_whole(text)]
            if texts and name not in PROTOCOLS:
                faults[name] = texts
    return faults


@pytest.mark.long
def test_no_module_has_an_unmarked_text_for_people() -> None:
    assert found() == {}


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ('say("It is taken.")', ["It is taken."]),
        ('say(f"{name} is taken here.")', [" {}  is taken here."]),
        ('say(gettext("It is taken."))', []),
        ('_log.warning("board not shown", reason="it is gone")', []),
        ('raise ValueError("no such square")', []),
        ('super().__init__("no such square")', []),
        ('def __str__(self) -> str:\n    return "no such square"', []),
        ('@click.option("--seed", help="Equal seeds.")\ndef make() -> None: ...', []),
        ('"""A module that says nothing."""', []),
        ('kind = "kitten"', []),
    ],
)
def test_unmarked_texts_are_found(code: str, texts: list[str]) -> None:
    assert list(unmarked(code)) == texts
