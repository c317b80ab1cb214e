"""Extracting messages from the code, for Babel and translators.

Names and descriptions of slash commands are extracted without a marker: discord.py takes the first
line of a command's docstring as its description and the options' descriptions from `describe`.
"""

import ast
import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Final

from bot.text.messages import COMMAND_NAME, MENU_COMMAND, Message

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("bot", "cogs", "render")
"""The packages with texts for users."""
IN_ENGLISH: Final = ("bot/cli", "bot/config.py", "bot/db", "bot/engine")
"""Modules with texts for hosts only. These stay in English, so catalogues leave them out."""

Places = tuple[int, ...] | tuple[tuple[int, str], int]

MARKERS: Final[dict[str, Places]] = {
    "N_": (1,),
    "NC_": ((1, "c"), 2),
    "NN_": (1, 2),
    "gettext": (1,),
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "locale_str": (1,),
}
"""Which arguments of each function are texts, as Babel counts: from 1, with `c` for a context."""


@dataclass(frozen=True, slots=True)
class MarkerFault:
    """A marker whose argument is not a plain text."""

    file: str
    line: int
    why: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.why}"


@lru_cache(maxsize=1)
def _parsed(source: str) -> ast.Module:
    """Parse a module once for several searches in a row."""
    return ast.parse(source)


def faults_in(source: str, file: str) -> Iterator[MarkerFault]:
    """Find the markers in a module whose texts cannot be extracted or translated."""
    for node in ast.walk(_parsed(source)):
        parts: list[ast.expr] = []
        match node:
            case ast.BinOp(left, _, right):
                parts = [left, right]
            case ast.JoinedStr(values):
                parts = [
                    each.value if isinstance(each, ast.FormattedValue) else each for each in values
                ]
        if any(map(_is_marked, parts)) and any(map(_has_words, parts)):
            yield MarkerFault(file, parts[0].lineno, "a sentence is glued from parts")
        if _is_marked(node):
            yield from _faults_of(node, file)


def command_texts(source: str) -> Iterator[tuple[int, str]]:
    """Find the descriptions of slash commands, groups and options, each with its line.

    This includes commands of the command line, whose whole docstring is shown.
    """
    for node in ast.walk(_parsed(source)):
        match node:
            case ast.AsyncFunctionDef(decorator_list=decorators) if any(map(_declares, decorators)):
                docstring = ast.get_docstring(node)
                if docstring:
                    yield node.lineno, docstring.split("\n")[0]
            case ast.FunctionDef(decorator_list=decorators) if any(map(_declares, decorators)):
                docstring = ast.get_docstring(node, clean=False)
                if docstring:
                    yield node.lineno, inspect.cleandoc(docstring)
            case ast.ClassDef(keywords=keywords) if any(
                each.arg == "group_name" for each in keywords
            ):
                docstring = ast.get_docstring(node)
                if docstring:
                    yield node.lineno, docstring.split("\n")[0]
            case ast.Call(func=called, keywords=keywords):
                for keyword in keywords:
                    match keyword:
                        case ast.keyword(arg, ast.Constant(str(text))) if _last_name(
                            called
                        ) == "describe" or (
                            (arg == "description" and _last_name(called) in _DECLARING)
                            or (arg == "help" and _last_name(called) == "option")
                        ):
                            yield keyword.value.lineno, text


def command_names(source: str) -> Iterator[tuple[int, str]]:
    """Find the names of slash commands, groups and options, each with its line."""
    for node in ast.walk(_parsed(source)):
        match node:
            case ast.AsyncFunctionDef(decorator_list=decorators):
                for decorator in filter(_declares, decorators):
                    named = [each.value for each in keywords_of(decorator) if each.arg == "name"]
                    match named:
                        case [ast.Constant(str(name))]:
                            yield node.lineno, name
                        case _:
                            yield node.lineno, node.name
            case ast.ClassDef(keywords=keywords):
                for keyword in keywords:
                    match keyword:
                        case ast.keyword("group_name", ast.Constant(str(name))):
                            yield node.lineno, name
            case ast.Call(func=called):
                for keyword in keywords_of(node):
                    match _last_name(called), keyword:
                        case "describe", ast.keyword(str(name)):
                            yield keyword.value.lineno, name
                        case "rename", ast.keyword(_, ast.Constant(str(name))):
                            yield keyword.value.lineno, name
                        case "Group", ast.keyword("name", ast.Constant(str(name))):
                            yield keyword.value.lineno, name


def keywords_of(call: ast.expr) -> list[ast.keyword]:
    """Return the keyword arguments of a call."""
    return call.keywords if isinstance(call, ast.Call) else []


_DECLARING: Final = ("command", "group", "Group")


def _declares(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and _last_name(decorator.func) in _DECLARING


def _last_name(called: ast.expr) -> str:
    match called:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return ""


def _is_marked(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _name(node.func) in MARKERS


def _has_words(node: ast.AST) -> bool:
    """Return whether a node is a text with letters; only texts without any may be joined."""
    match node:
        case ast.Constant(str(text)):
            return any(map(str.isalpha, text))
    return False


def _name(called: ast.expr) -> str:
    match called:
        case ast.Name(name):
            return name
        case ast.Attribute(ast.Name("app_commands"), name):
            return name
    return ""


def _faults_of(call: ast.AST, file: str) -> Iterator[MarkerFault]:
    if not isinstance(call, ast.Call):
        return
    places = [each if isinstance(each, int) else each[0] for each in MARKERS[_name(call.func)]]
    if len(call.args) < places[-1]:
        yield MarkerFault(file, call.lineno, "a text is missing")
    for text in call.args[: places[-1]]:
        match text:
            case ast.Constant(str(words)) if words and words == words.strip():
                yield from (MarkerFault(file, text.lineno, why) for why in _bad_gaps(words))
            case ast.Constant(str()):
                yield MarkerFault(
                    file, text.lineno, "a text is empty, or begins or ends with a space"
                )
            case ast.JoinedStr():
                yield MarkerFault(file, text.lineno, "an f-string is never found in a catalogue")
            case ast.BinOp():
                yield MarkerFault(file, text.lineno, "a sentence is glued from parts")
            case _:
                yield MarkerFault(file, text.lineno, "only a plain text can be extracted")


def _bad_gaps(text: str) -> Iterator[str]:
    try:
        parts = list(Formatter().parse(text))
    except ValueError as error:
        yield f"the gaps do not parse: {error}"
        return
    for _, name, format_spec, conversion in parts:
        if name is not None and (not name.isidentifier() or format_spec or conversion):
            yield f"a gap is a name alone, as {{square}}, and not {{{name}}}"


def modules() -> list[Path]:
    """Return every module with texts for users."""
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def all_faults() -> list[MarkerFault]:
    """Return every marker whose text cannot be extracted."""
    return [
        fault
        for path in modules()
        for fault in faults_in(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))
    ]


LIMITS: Final[dict[str, dict[int | str, int]]] = {
    "button": {0: 80},
    "menu": {0: 150},
    "channel_menu": {0: 150},
    "role_menu": {0: 150},
    "SelectOption": {"label": 100, "description": 100},
    "TextInput": {"placeholder": 100},
    "Label": {"text": 45, "description": 100},
    "form": {0: 45},
    "Choice": {1: 80, 2: 100, "about": 100},
    "Heading": {1: 80},
}
"""Discord's limits for the arguments of some functions, by position or name, in characters."""
NAME_LIMIT: Final = 32
DESCRIPTION_LIMIT: Final = 100

Key = tuple[str | None, str]
"""A message by its context and its English text."""


def limits_in(source: str) -> Iterator[tuple[Key, int]]:
    """Find messages that Discord limits: on a button, in a menu, in a form."""
    for node in ast.walk(_parsed(source)):
        if isinstance(node, ast.Call) and _last_name(node.func) in LIMITS:
            limits = LIMITS[_last_name(node.func)]
            given = [*enumerate(node.args), *((each.arg, each.value) for each in node.keywords)]
            for place, argument in given:
                if place in limits and _is_marked(argument) and isinstance(argument, ast.Call):
                    message = _message(argument)
                    yield (message.context, message.text), limits[place]


def messages_in(source: str) -> Iterator[tuple[int, Message]]:
    """Find every marked message, each with its line.

    Babel's own reader skips those in f-strings before Python 3.12.
    """
    for node in ast.walk(_parsed(source)):
        if isinstance(node, ast.Call) and _is_marked(node):
            yield node.lineno, _message(node)


NOTE: Final = "Translators: "
"""How a comment to translators begins; it stands above the first line of a message."""


def note_above(lines: Sequence[str], line: int) -> str | None:
    """Return the comment to translators above a line, if there is one."""
    above = line - 1
    while above and lines[above - 1].lstrip().startswith("# "):
        above -= 1
    comment = " ".join(each.strip().removeprefix("# ") for each in lines[above : line - 1])
    note = comment.removeprefix(NOTE)
    return note if note != comment else None


def _message(call: ast.Call) -> Message:
    texts = {
        place: str(text.value)
        for place, text in enumerate(call.args, 1)
        if isinstance(text, ast.Constant)
    }
    match MARKERS[_name(call.func)]:
        case ((context, _), text):
            return Message(texts[text], context=texts[int(context)])
        case (one, many):
            return Message(texts[int(one)], texts[many])
        case (text,):
            return Message(texts[int(text)])
    raise AssertionError(f"{_name(call.func)} marks no message")


@dataclass(frozen=True, slots=True)
class Template:
    """All messages as a template for catalogues, and the limits of those that have one."""

    catalog: "Catalog"
    limits: Mapping[Key, int]


def extract() -> Template:
    """Return the template of all catalogues.

    Raise `ValueError` if a text is marked with a plural in one place and without one in another: a
    catalogue has one message for both, and its plural forms have a gap for the number.
    """
    from babel.messages.catalog import Catalog

    catalog = Catalog(project="boop", copyright_holder="the authors of boop", charset="utf-8")
    limits = dict[Key, int]()
    plurals = dict[Key, str | None]()

    def bound(key: Key, limit: int) -> None:
        limits[key] = min(limit, limits.get(key, limit))

    for path in modules():
        source, file = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
        lines = source.splitlines()
        if file.startswith(IN_ENGLISH):
            continue
        for line, each in messages_in(source):
            message = each.text if each.plural is None else (each.text, each.plural)
            if plurals.setdefault((each.context, each.text), each.plural) != each.plural:
                raise ValueError(f"{file}:{line}: {each.text!r} has another plural elsewhere")
            note = note_above(lines, line)
            notes = [] if note is None else [note]
            catalog.add(message, None, [(file, line)], auto_comments=notes, context=each.context)
            if each.context == MENU_COMMAND:
                bound((each.context, each.text), NAME_LIMIT)
        for key, limit in limits_in(source):
            bound(key, limit)
        if ROOT / "cogs" in path.parents:
            for line, text in command_texts(source):
                catalog.add(text, None, [(file, line)])
                bound((None, text), DESCRIPTION_LIMIT)
            for line, name in command_names(source):
                catalog.add(name, None, [(file, line)], context=COMMAND_NAME)
                bound((COMMAND_NAME, name), NAME_LIMIT)
    for (context, text), limit in limits.items():
        bounded = catalog.get(text, context)
        if bounded is not None:
            bounded.auto_comments.append(f"At most {limit} characters.")
    return Template(catalog, limits)
