"""Reading the text of a match record; each refusal names the line at fault."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Final, NoReturn, assert_never

from bot.errors import StartRefusal
from bot.game import (
    CLAIMED_AT,
    RULESETS,
    GameRefusal,
    NotationError,
    Position,
    Ruleset,
    Seat,
    Step,
    Turn,
    play,
    read_turn,
    write_position,
)
from bot.match.calendar import Day, read_day
from bot.match.identity import Ply
from bot.match.match import EndReason, Outcome, outcome_after
from bot.match.record import Record, Result, results_of
from bot.text import N_, Detail, Message, Typed, any_of

MaybeOutcome = Annotated[Outcome | None, "how a match ended, or that it goes on"]


@dataclass(eq=False, slots=True)
class RecordRefusal(StartRefusal):
    """The base of all errors in the text of a record; only the command line reads records.

    `line` counts from 1.
    """

    line: int


@dataclass(eq=False, slots=True)
class RecordUnreadable(RecordRefusal):
    """A record that cannot be parsed.

    `at` is the character in the line, counted from 0. `found` is the text there, empty at the end
    of a line, and `expected` names what may stand there.
    """

    message = N_(
        "Can't read the record: line {line}, character {place} should be {expected}, not {found}."
    )

    at_the_end = N_("Can't read the record: line {line} ends before {expected}.")

    at: int
    found: Typed
    expected: Message

    @property
    def place(self) -> int:
        """The character in the line, counted from 1."""
        return self.at + 1

    def choose_message(self) -> Message:
        """Return the sentence for a wrong character, or for a line that ends too early."""
        return self.message if self.found else self.at_the_end


@dataclass(eq=False, slots=True)
class RulesetUnknown(RecordRefusal):
    """A record of an unknown ruleset, or of an unknown version of its rules."""

    message = N_(
        "Line {line} names the ruleset {named}, which this program doesn't know. It knows {known}."
    )

    named: Typed
    known: tuple[Detail, ...]


@dataclass(eq=False, slots=True)
class RecordTurnRefused(RecordRefusal):
    """A turn of a record that cannot be played in its position; `refusal` says why."""

    message = N_("Turn {ply}, {text} in line {line}, is illegal. {refusal}")

    ply: Ply
    text: Typed
    refusal: GameRefusal


@dataclass(eq=False, slots=True)
class RecordTurnTooMany(RecordRefusal):
    """A turn of a record after the one that ended the match."""

    message = N_(
        "Turn {ply}, {text} in line {line}, can't be played. Before it the match was over: "
        "{outcome}."
    )

    ply: Ply
    text: Typed
    outcome: Outcome


@dataclass(eq=False, slots=True)
class RecordContradicted(RecordRefusal):
    """A record whose result contradicts its turns; `None` is a match that goes on."""

    message = N_(
        "The result in line {line} contradicts the turns. It says: {written}. After the turns it "
        "is: {found}."
    )

    written: MaybeOutcome
    found: MaybeOutcome


_LINE_END: Final = re.compile("\r\n|[\n\r\x85\u2028\u2029]")

_BLANKS: Final = r"\s\u200b\u200e\u200f\u2060\ufeff"
"""All kinds of spaces, and invisible characters that are copied along with text."""

_SKIPPED: Final = re.compile(f"[{_BLANKS}]*")

_TOKEN: Final = re.compile(rf"[0-9]+\.(?=[^.{_BLANKS}])|[^{_BLANKS}]+")
"""The number directly before a turn, or a run of other characters."""

_PLAIN: Final = re.compile(r'[^"\\\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]+')
"""Characters that may stand unescaped in a quoted text: not its end, and none that `breaks_a_line`.
"""

_A_RULESET: Final = re.compile("[a-z]+ [0-9]+")


def read_record(text: str) -> Record:
    """Read a record written by `write_record`, or by hand in the same format.

    Raise `RecordUnreadable` if the text cannot be parsed, `RulesetUnknown`, `RecordTurnRefused` for
    a turn that its position does not allow, `RecordTurnTooMany` for a turn after the end, and
    `RecordContradicted` if the result contradicts the turns.
    """
    reader = _HeaderReader(tuple(_LINE_END.split(text)))
    event = reader.header("Event").text
    day = _day(reader.header("Date"))
    orange, gray = reader.header("Orange").text, reader.header("Gray").text
    ruleset = _ruleset(reader.header("Ruleset"))
    terms = reader.header("Terms").text
    stated = reader.header("Result")
    result = _result(stated)
    has_reason = result is not Result.NONE or reader.has_header
    outcome = _outcome(result, reader.header("Why")) if has_reason else None
    played = _PlayedTurns(Position.start(ruleset))
    _read_turns(reader, played, result)
    _check(stated, outcome, played)
    return Record(event, day, orange, gray, ruleset, terms, tuple(played.turns), outcome)


@dataclass(frozen=True, slots=True)
class _Text:
    """A piece of the text and its place: a line counted from 1, a character from 0."""

    text: str
    line: int
    at: int

    @property
    def words(self) -> str:
        """The text with single spaces between words, and none around them."""
        return " ".join(re.findall(f"[^{_BLANKS}]+", self.text))

    def unreadable(self, expected: Message) -> RecordUnreadable:
        return RecordUnreadable(self.line, self.at, self.text, expected)


@dataclass(slots=True)
class _HeaderReader:
    """Reads headers from the top and tracks its place."""

    lines: tuple[str, ...]
    index: int = 0
    at: int = 0

    @property
    def next(self) -> str:
        """The current character, empty at the end of the line."""
        return self.lines[self.index][self.at : self.at + 1]

    @property
    def has_header(self) -> bool:
        """Whether another header follows."""
        self._skip_lines()
        return self.next == "["

    def header(self, name: str) -> _Text:
        """Read the header of that name and return its text."""
        self._skip_lines()
        expected = N_('[{name} "…"]').filled(name=name)
        self._expect("[", expected)
        self._skip_blanks()
        for character in name:
            self._expect(character, expected)
        self._skip_blanks()
        self._expect('"', expected)
        at = self.at
        text = self._quoted()
        self._skip_blanks()
        self._expect("]", N_("']'"))
        return _Text(text, self.index + 1, at)

    def tokens(self) -> Iterator[_Text]:
        """Iterate over the tokens from here to the end."""
        for index in range(self.index, len(self.lines)):
            start = self.at if index == self.index else 0
            for token in _TOKEN.finditer(self.lines[index], start):
                yield _Text(token[0], index + 1, token.start())
        yield _Text("", len(self.lines), len(self.lines[-1]))

    def _quoted(self) -> str:
        line, parts = self.lines[self.index], list[str]()
        while self.next != '"':
            if not self.next:
                self._fail(N_("'\"', which ends the text"))
            if self.next == "\\":
                self.at += 1
                if self.next not in ('"', "\\"):
                    self._fail(N_("'\"' or a backslash after a backslash"))
                parts.append(self.next)
                self.at += 1
                continue
            # Read a run at a time: single characters take too long in a long text.
            plain = _PLAIN.match(line, self.at)
            if plain is None:
                self._fail(N_("a character that can stand in a line"))
            parts.append(plain[0])
            self.at = plain.end()
        self.at += 1
        return "".join(parts)

    def _expect(self, character: str, expected: Message) -> None:
        if self.next != character:
            self._fail(expected)
        self.at += 1

    def _skip_blanks(self) -> None:
        skipped = _SKIPPED.match(self.lines[self.index], self.at)
        self.at = self.at if skipped is None else skipped.end()

    def _skip_lines(self) -> None:
        self._skip_blanks()
        while not self.next and self.index + 1 < len(self.lines):
            self.index, self.at = self.index + 1, 0
            self._skip_blanks()

    def _fail(self, expected: Message) -> NoReturn:
        raise RecordUnreadable(self.index + 1, self.at, self.next, expected)


@dataclass(slots=True)
class _PlayedTurns:
    """The turns played so far, the position they lead to, and the positions before it."""

    position: Position
    turns: list[Turn] = field(default_factory=list)
    past: list[str] = field(default_factory=list)
    outcome: Outcome | None = None

    def __post_init__(self) -> None:
        self.past.append(write_position(self.position))

    @property
    def next_ply(self) -> Ply:
        return Ply(len(self.turns) + 1)

    @property
    def repetitions(self) -> int:
        return self.past.count(self.past[-1])

    def go_on(self, step: Step) -> None:
        self.turns.append(step.turn)
        self.position = step.after
        self.past.append(write_position(step.after))
        self.outcome = outcome_after(step, Ply(len(self.turns)), self.repetitions)


def _day(token: _Text) -> Day:
    day = read_day(token.words)
    if day is None:
        raise token.unreadable(N_("a day such as 2026-08-14"))
    return day


def _ruleset(token: _Text) -> Ruleset:
    named = token.words
    if not _A_RULESET.fullmatch(named):
        raise token.unreadable(N_("a ruleset and the version of its rules, such as classic 1"))
    known = {ruleset.versioned_name: ruleset for ruleset in RULESETS}
    if named not in known:
        raise RulesetUnknown(token.line, named, tuple(known))
    return known[named]


def _result(token: _Text) -> Result:
    for result in Result:
        if token.words == result.value:
            return result
    choices = any_of([result.value for result in Result])
    raise token.unreadable(N_("{choices}").filled(choices=choices))


def _outcome(result: Result, token: _Text) -> Outcome:
    fitting = [why for why in EndReason if result in results_of(why)]
    for why in fitting:
        if token.words == why.value:
            return Outcome(why, _winner(result))
    reasons = any_of([why.value for why in fitting])
    raise token.unreadable(
        N_("{reasons}, since the result is {result}").filled(reasons=reasons, result=result.value)
    )


def _winner(result: Result) -> Seat | None:
    match result:
        case Result.ORANGE_WON:
            return Seat.ORANGE
        case Result.GRAY_WON:
            return Seat.GRAY
        case Result.DRAWN | Result.NONE:
            return None
        case _:
            assert_never(result)


def _read_turns(reader: _HeaderReader, played: _PlayedTurns, result: Result) -> None:
    tokens = reader.tokens()
    for token in tokens:
        if token.text == result.value:
            after = next(tokens)
            if after.text:
                raise after.unreadable(N_("the end after the result"))
            return
        if token.text != f"{played.next_ply}.":
            raise token.unreadable(
                N_("'{turn}.' or the result, {result}").filled(
                    turn=int(played.next_ply), result=result.value
                )
            )
        _play(next(tokens), played)


def _play(token: _Text, played: _PlayedTurns) -> None:
    try:
        turn = read_turn(token.text)
    except NotationError as error:
        character = _Text(token.text[error.at : error.at + 1], token.line, token.at + error.at)
        raise character.unreadable(error.expected) from error
    if played.outcome is not None:
        raise RecordTurnTooMany(token.line, played.next_ply, token.text, played.outcome)
    try:
        played.go_on(play(played.position, turn))
    except GameRefusal as refusal:
        raise RecordTurnRefused(token.line, played.next_ply, token.text, refusal) from refusal


def _check(stated: _Text, written: Outcome | None, played: _PlayedTurns) -> None:
    if written == played.outcome:
        return
    if played.outcome is not None or written is None or not _may_end(written.why, played):
        raise RecordContradicted(stated.line, written, played.outcome)


def _may_end(why: EndReason, played: _PlayedTurns) -> bool:
    """Return whether a match can end for that reason after turns that do not end it themselves."""
    match why:
        case (
            EndReason.RESIGNATION
            | EndReason.AGREEMENT
            | EndReason.TIME
            | EndReason.LEFT
            | EndReason.FORFEIT
            | EndReason.ADJUDICATED
            | EndReason.ABORTED
            | EndReason.CALLED_OFF
            | EndReason.BOTH_LEFT
            | EndReason.ENDED_BY_MODERATOR
            | EndReason.BOT_GONE
            | EndReason.BOTH_FORFEIT
        ):
            return True
        case EndReason.REPETITION:
            return played.repetitions >= CLAIMED_AT
        case (
            EndReason.LINE
            | EndReason.FULL_BED
            | EndReason.FIVEFOLD
            | EndReason.MOST_TURNS
            | EndReason.DEAD
        ):
            return False
        case _:
            assert_never(why)
