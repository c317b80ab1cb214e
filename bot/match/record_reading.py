"""Reading the record of a match: strictly, and every turn is played."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NoReturn, assert_never

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
from bot.match.day import Day, read_day
from bot.match.identity import Ply
from bot.match.outcome import Outcome, Why, outcome_after
from bot.match.record import Record, Result, results_of, write_ruleset
from bot.match.record_errors import (
    RecordContradicted,
    RecordTurnRefused,
    RecordTurnTooMany,
    RecordUnreadable,
    RulesetUnknown,
)
from bot.text import N_, Message, any_of

_BLANKS: Final = " \t"
_TOKEN: Final = re.compile(rf"[^{_BLANKS}]+")
_PLAIN: Final = re.compile(r'[^"\\\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]+')
"""What stands in a quoted text as it is: all but what ends it and what `breaks_a_line`."""
_A_RULESET: Final = re.compile("[a-z]+ [0-9]+")


def read_record(text: str) -> Record:
    """Read a record that `write_record` has written, or that somebody wrote in its manner.

    Raises `RecordUnreadable` where the text does not read, `RulesetUnknown`, `RecordTurnRefused`
    for a turn that the position before it does not allow, `RecordTurnTooMany` for one after the
    end, and `RecordContradicted` where the result is not what the turns lead to.
    """
    reader = _HeaderReader(tuple(line.removesuffix("\r") for line in text.split("\n")))
    event = reader.header("Event").text
    day = _day(reader.header("Date"))
    orange, gray = reader.header("Orange").text, reader.header("Gray").text
    ruleset = _ruleset(reader.header("Ruleset"))
    terms = reader.header("Terms").text
    stated = reader.header("Result")
    result = _result(stated)
    has_reason = result is not Result.NONE or reader.has_header
    outcome = _outcome(result, reader.header("Why")) if has_reason else None
    played = _Played(Position.start(ruleset))
    _read_turns(reader, played, result)
    _check(stated, outcome, played)
    return Record(event, day, orange, gray, ruleset, terms, tuple(played.turns), outcome)


@dataclass(frozen=True, slots=True)
class _Text:
    """A piece of the text and where it stands: a line counted from 1, a character from 0."""

    text: str
    line: int
    at: int

    def unreadable(self, expected: Message) -> RecordUnreadable:
        return RecordUnreadable(self.line, self.at, self.text, expected)


@dataclass(slots=True)
class _HeaderReader:
    """Reads headers from the top, and remembers where it stands."""

    lines: tuple[str, ...]
    index: int = 0
    at: int = 0

    @property
    def next(self) -> str:
        """The character that stands here, empty at the end of the line."""
        return self.lines[self.index][self.at : self.at + 1]

    @property
    def has_header(self) -> bool:
        """Whether one more header follows."""
        self._skip_blank_lines()
        return self.next == "["

    def header(self, name: str) -> _Text:
        """Read the header of that name, and give its text."""
        self._skip_blank_lines()
        for character in f'[{name} "':
            self._expect(character, N_('[{name} "…"]').filled(name=name))
        at = self.at
        text = self._quoted()
        self._expect("]", N_("']'"))
        found = _Text(text, self.index + 1, at)
        self._end_line()
        return found

    def tokens(self) -> Iterator[_Text]:
        """Walk over what stands between blanks from here to the end."""
        for index in range(self.index, len(self.lines)):
            for token in _TOKEN.finditer(self.lines[index]):
                yield _Text(token[0], index + 1, token.start())
        yield _Text("", len(self.lines), len(self.lines[-1]))

    def _quoted(self) -> str:
        """Read up to the quotation mark that ends a text, and go over it."""
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
            # As far as it goes at once: to go character by character takes long for a long text.
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

    def _end_line(self) -> None:
        while self.next and self.next in _BLANKS:
            self.at += 1
        if self.next:
            self._fail(N_("the end of the line"))
        if self.index + 1 < len(self.lines):
            self.index, self.at = self.index + 1, 0

    def _skip_blank_lines(self) -> None:
        while self.index + 1 < len(self.lines) and not self.lines[self.index].strip(_BLANKS):
            self.index, self.at = self.index + 1, 0

    def _fail(self, expected: Message) -> NoReturn:
        raise RecordUnreadable(self.index + 1, self.at, self.next, expected)


@dataclass(slots=True)
class _Played:
    """The turns played so far, the position they lead to, and those that have stood."""

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
    def stands(self) -> int:
        return self.past.count(self.past[-1])

    def go_on(self, step: Step) -> None:
        self.turns.append(step.turn)
        self.position = step.after
        self.past.append(write_position(step.after))
        self.outcome = outcome_after(step, Ply(len(self.turns)), self.stands)


def _day(found: _Text) -> Day:
    day = read_day(found.text)
    if day is None:
        raise found.unreadable(N_("a day such as 2026-08-14"))
    return day


def _ruleset(found: _Text) -> Ruleset:
    if not _A_RULESET.fullmatch(found.text):
        raise found.unreadable(N_("a ruleset and the version of its rules, such as classic 1"))
    known = {write_ruleset(ruleset): ruleset for ruleset in RULESETS}
    if found.text not in known:
        raise RulesetUnknown(found.line, found.text, tuple(known))
    return known[found.text]


def _result(found: _Text) -> Result:
    for result in Result:
        if found.text == result.value:
            return result
    choices = any_of([result.value for result in Result])
    raise found.unreadable(N_("{choices}").filled(choices=choices))


def _outcome(result: Result, found: _Text) -> Outcome:
    """Give the outcome that a result and the reason for it state together."""
    fitting = [why for why in Why if result in results_of(why)]
    for why in fitting:
        if found.text == why.value:
            return Outcome(why, _winner(result))
    reasons = any_of([why.value for why in fitting])
    raise found.unreadable(
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


def _read_turns(reader: _HeaderReader, played: _Played, result: Result) -> None:
    """Play the numbered turns up to the result, after which nothing stands."""
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


def _play(token: _Text, played: _Played) -> None:
    try:
        turn = read_turn(token.text)
    except NotationError as error:
        found = _Text(token.text[error.at : error.at + 1], token.line, token.at + error.at)
        raise found.unreadable(error.expected) from error
    if played.outcome is not None:
        raise RecordTurnTooMany(token.line, played.next_ply, token.text, played.outcome)
    try:
        played.go_on(play(played.position, turn))
    except GameRefusal as refusal:
        raise RecordTurnRefused(token.line, played.next_ply, token.text, refusal) from refusal


def _check(stated: _Text, told: Outcome | None, played: _Played) -> None:
    """See that the outcome which is told can be that of the turns."""
    if told == played.outcome:
        return
    if played.outcome is not None or told is None or not _may_end(told.why, played):
        raise RecordContradicted(stated.line, told, played.outcome)


def _may_end(why: Why, played: _Played) -> bool:
    """Tell whether a match can end so after turns that do not end it by themselves."""
    match why:
        case Why.RESIGNATION | Why.AGREEMENT | Why.TIME | Why.LEFT:
            return True
        case Why.ABORTED | Why.CALLED_OFF | Why.BOTH_LEFT | Why.ENDED_BY_MODERATOR:
            return True
        case Why.REPETITION:
            return played.stands >= CLAIMED_AT
        case Why.LINE | Why.FULL_BED | Why.FIVEFOLD | Why.MOST_TURNS | Why.DEAD:
            return False
        case _:
            assert_never(why)
