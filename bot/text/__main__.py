"""Extract every message from the code into `boop.pot`, and say which cannot be extracted.

`python -m bot.text [FILE]`, with Babel from the extra `checks`. The exit status is 1 if anything
inside a marker is not one plain text: an f-string, a sum, a name.

What Discord shows of slash commands is extracted too, without a marker: discord.py takes the first
line of a command's docstring for its description and has names of options in `describe`. So is the
help of the command line: click takes a command's docstring and has its options' in `help`.
"""

import ast
import inspect
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Final

from bot.text.messages import COMMAND_NAME
from bot.text.po_files import LOCALE

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("bot", "cogs", "render")
"""The packages in which people are spoken to."""

Places = tuple[int | tuple[int, str], ...]

MARKERS: Final[dict[str, Places]] = {
    "N_": (1,),
    "NC_": ((1, "c"), 2),
    "NN_": (1, 2),
    "gettext": (1,),
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "locale_str": (1,),
}
"""Which arguments of which function are a text, as Babel counts: from 1, with `c` for a context."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A marker that holds no plain text."""

    file: str
    line: int
    why: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.why}"


def faults_in(source: str, file: str) -> Iterator[Fault]:
    """Find the markers in a module whose texts could not be extracted or translated."""
    for node in ast.walk(ast.parse(source)):
        parts: list[ast.expr] = []
        match node:
            case ast.BinOp(left, _, right):
                parts = [left, right]
            case ast.JoinedStr(values):
                parts = [
                    each.value if isinstance(each, ast.FormattedValue) else each for each in values
                ]
        if any(map(_is_marked, parts)) and any(map(_has_words, parts)):
            yield Fault(file, parts[0].lineno, "a sentence is glued from parts")
        if _is_marked(node):
            yield from _faults_of(node, file)


def command_texts(source: str) -> Iterator[tuple[int, str]]:
    """Find the descriptions of slash commands, groups and options, each with its line.

    Those of the command line are among them; there a docstring is shown whole.
    """
    for node in ast.walk(ast.parse(source)):
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
    for node in ast.walk(ast.parse(source)):
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
    """Return the arguments that a call gives by name."""
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
    """Return whether a part is a plain text with letters; marks and line breaks glue nothing."""
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


def _faults_of(call: ast.AST, file: str) -> Iterator[Fault]:
    if not isinstance(call, ast.Call):
        return
    places = [each if isinstance(each, int) else each[0] for each in MARKERS[_name(call.func)]]
    if len(call.args) < places[-1]:
        yield Fault(file, call.lineno, "a text is missing")
    for text in call.args[: places[-1]]:
        match text:
            case ast.Constant(str(words)) if words and words == words.strip():
                yield from (Fault(file, text.lineno, why) for why in _bad_gaps(words))
            case ast.Constant(str()):
                yield Fault(file, text.lineno, "a text is empty, or begins or ends with a space")
            case ast.JoinedStr():
                yield Fault(file, text.lineno, "an f-string is never found in a catalogue")
            case ast.BinOp():
                yield Fault(file, text.lineno, "a sentence is glued from parts")
            case _:
                yield Fault(file, text.lineno, "only a plain text can be extracted")


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
    """Return every module in which people are spoken to."""
    return sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def all_faults() -> list[Fault]:
    """Return every marker that cannot be extracted."""
    return [
        fault
        for path in modules()
        for fault in faults_in(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))
    ]


def extract(target: Path) -> int:
    """Write the template of all catalogues, and return how many messages it has."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract_from_file
    from babel.messages.pofile import write_po

    catalog = Catalog(project="boop", copyright_holder="the authors of boop", charset="utf-8")
    for path in modules():
        found = extract_from_file("python", path, keywords=MARKERS, comment_tags=("Translators:",))
        for line, message, comments, context in found:
            place = (path.relative_to(ROOT).as_posix(), line)
            catalog.add(message, None, [place], auto_comments=comments, context=context)
        for line, text in command_texts(path.read_text(encoding="utf-8")):
            catalog.add(text, None, [(path.relative_to(ROOT).as_posix(), line)])
        if ROOT / "cogs" in path.parents:
            for line, name in command_names(path.read_text(encoding="utf-8")):
                place = (path.relative_to(ROOT).as_posix(), line)
                catalog.add(name, None, [place], context=COMMAND_NAME)
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        write_po(file, catalog, sort_by_file=True, omit_header=False)
    return len(catalog)


def main(arguments: Sequence[str]) -> int:
    """Extract, and return the exit status."""
    faults = all_faults()
    for fault in faults:
        sys.stderr.write(f"{fault}\n")
    if faults:
        return 1
    target = Path(arguments[0]) if arguments else LOCALE / "boop.pot"
    sys.stdout.write(f"{extract(target)} messages in {target}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
