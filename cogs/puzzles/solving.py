"""The state of a user's attempt at a puzzle, and how custom ids contain it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, Self

import discord

from bot.app import BoopBot
from bot.engine.puzzles import Puzzle, PuzzleTheme, steps_of
from bot.features.puzzles.days import IN_PERSON, PuzzleDay
from bot.features.puzzles.lines import LinePosition, find_puzzle, reached
from bot.features.puzzles.missed import MissedAt
from bot.features.puzzles.runs import RunPlace, StreakState
from bot.features.puzzles.service import Daily, LineProgress, PuzzleGone
from bot.game import Piece, Placed, Position, Step, Turn, recall
from bot.match.calendar import Day
from bot.match.identity import GuildId, MatchId, Ply, UserId
from bot.match.terms import home_at, server_of
from bot.match.turn_builder import NOTHING_CHOSEN, AskOption, Question, TurnBuilder, TurnChoices
from bot.text import gettext
from cogs.board.turn_controls import BelowSquares, Style, TurnControls
from cogs.board.turn_panels import scene_of_turn, typing_label
from cogs.core.access import place_of
from cogs.core.arguments import Suggestion, TurnArgument, TurnInput, bot_of, folded_turn
from cogs.core.codecs import register
from cogs.core.components import ActionButton, button
from cogs.core.turn_suggestions import turns_like
from render.scene import Scene

_BETWEEN: Final = "-"
_SEEN: Final = re.compile(r"([0-9]{1,2})-([0-9]{1,4})", re.ASCII)
_NUMBER: Final = re.compile(r"(?P<id>(?=.*[a-z])[a-z0-9-]{1,20})(\.(?P<theme>.))?", re.ASCII)
_MISSED: Final = re.compile(r"([0-9]{1,15})@([0-9]{1,3})", re.ASCII)
_RUN: Final = re.compile(r"([0-9]{1,9})!([a-z0-9-]{1,20})", re.ASCII)


@dataclass(frozen=True, slots=True)
class PuzzleNumber:
    """The id of a puzzle for practice; it never looks like a day.

    `theme` is the theme that the user asked for; the next puzzle has the same.
    """

    id: str
    theme: PuzzleTheme | None = None


class AnyTheme(Enum):
    """The entry of a theme menu that stands for all themes."""

    ANY = "any"


WhichPuzzle = PuzzleDay | PuzzleNumber | RunPlace | MissedAt


@dataclass(frozen=True, slots=True)
class PuzzlePlace:
    """The progress of a user in a puzzle, as custom ids contain it.

    `which` identifies the puzzle: by its day, by its id if it is for practice, by its place in a
    streak, or by the turn at which the user missed it in a match.
    """

    which: WhichPuzzle
    seen: LineProgress
    choices: TurnChoices = NOTHING_CHOSEN


def _write_number(number: PuzzleNumber) -> str:
    if not isinstance(number, PuzzleNumber):
        raise TypeError(f"{number!r} is not a puzzle for practice")
    return number.id if number.theme is None else f"{number.id}.{number.theme.value}"


def _read_number(text: str) -> PuzzleNumber:
    parsed = _NUMBER.fullmatch(text)
    if parsed is None:
        raise ValueError(f"{text!r} is not an id of a puzzle")
    theme = parsed["theme"]
    return PuzzleNumber(parsed["id"], None if theme is None else PuzzleTheme(theme))


def _write_run(place: RunPlace) -> str:
    if not isinstance(place, RunPlace):
        raise TypeError(f"{place!r} is not a place in a streak")
    return f"{place.number}!{place.puzzle}"


def _read_run(text: str) -> RunPlace:
    parsed = _RUN.fullmatch(text)
    if parsed is None:
        raise ValueError(f"{text!r} is not a place in a streak")
    return RunPlace(int(parsed[1]), parsed[2])


def _write_missed(missed: MissedAt) -> str:
    if not isinstance(missed, MissedAt):
        raise TypeError(f"{missed!r} is not a turn of a match")
    return f"{missed.match}@{missed.ply}"


def _read_missed(text: str) -> MissedAt:
    parsed = _MISSED.fullmatch(text)
    if parsed is None:
        raise ValueError(f"{text!r} is not a turn of a match")
    return MissedAt(MatchId(int(parsed[1])), Ply(int(parsed[2])))


def _write_seen(seen: LineProgress) -> str:
    return f"{seen.found}{_BETWEEN}{seen.misses}"


def _read_seen(text: str) -> LineProgress:
    parsed = _SEEN.fullmatch(text)
    if parsed is None:
        raise ValueError(f"{text!r} is not a place in a puzzle")
    return LineProgress(int(parsed[1]), int(parsed[2]))


register(PuzzleNumber, _write_number, _read_number, example="c1")
register(MissedAt, _write_missed, _read_missed, example="1@1")
register(RunPlace, _write_run, _read_run, example="1!c1")
register(LineProgress, _write_seen, _read_seen, example="0-0")


@dataclass(frozen=True, slots=True)
class PuzzleAttempt:
    """A user's progress in a puzzle, and their choices for the next turn.

    `daily` is set for the puzzle of a day, `running` for a puzzle of a streak, and `missed` for one
    from a match of the user. If none is set, the puzzle is for practice, and `theme` is the theme
    that the user asked for, if any.
    """

    puzzle: Puzzle
    seen: LineProgress
    daily: Daily | None = None
    choices: TurnChoices = NOTHING_CHOSEN
    theme: PuzzleTheme | None = None
    running: StreakState | None = None
    missed: MissedAt | None = None

    @classmethod
    def of_daily(cls, daily: Daily, choices: TurnChoices = NOTHING_CHOSEN) -> Self:
        """Return the attempt at the puzzle of a day."""
        return cls(daily.puzzle, seen_in(daily), daily, choices)

    @classmethod
    def of_practice(cls, number: PuzzleNumber, place: PuzzlePlace) -> Self:
        """Return the attempt at a puzzle for practice. Raise `PuzzleGone` if the book lacks it."""
        puzzle = find_puzzle(number.id)
        if puzzle is None:
            raise PuzzleGone
        return cls(puzzle, place.seen, None, place.choices, number.theme)

    @classmethod
    def of_run(cls, running: StreakState, choices: TurnChoices = NOTHING_CHOSEN) -> Self:
        """Return the attempt at the current puzzle of a streak."""
        return cls(
            running.puzzle, LineProgress(running.run.found, 0), None, choices, running=running
        )

    @property
    def is_practice(self) -> bool:
        """Whether the puzzle is one of the book, for practice."""
        return self.daily is None and self.running is None and self.missed is None

    @property
    def day(self) -> PuzzleDay | None:
        """The day of the puzzle; None if it is not a daily one."""
        return None if self.daily is None else self.daily.day

    @property
    def date(self) -> Day | None:
        """The date of that day."""
        return None if self.daily is None else self.daily.date

    @property
    def place(self) -> PuzzlePlace:
        """The puzzle and the progress, as custom ids contain them."""
        which: PuzzleDay | PuzzleNumber | RunPlace | MissedAt = PuzzleNumber(
            self.puzzle.id, self.theme
        )
        if self.daily is not None:
            which = self.daily.day
        elif self.running is not None:
            which = self.running.place
        elif self.missed is not None:
            which = self.missed
        return PuzzlePlace(which, self.seen, self.choices)

    @property
    def progress(self) -> LinePosition:
        """The part of the line that is found, and the position after it."""
        return reached(self.puzzle, self.seen.found)

    @property
    def position(self) -> Position:
        """The position in which the turn is chosen."""
        return self.progress.position

    @property
    def builder(self) -> TurnBuilder:
        """The turn that is being chosen."""
        return TurnBuilder(self.position, self.choices)

    @property
    def question(self) -> Question | Step:
        """The next question about the turn, or the whole turn. Raise what the builder raises."""
        return self.builder.question

    @property
    def controls(self) -> TurnControls:
        """The buttons with which the user chooses the turn."""

        def choose(label: str, style: Style, choices: TurnChoices) -> ActionButton:
            return button(label, style, "puzzle-turn", place=self.with_choices(choices).place)

        def complete(label: str, style: Style, turn: Turn) -> ActionButton:
            place = self.with_choices(NOTHING_CHOSEN).place
            return button(label, style, "puzzle-answer", place=place, turn=turn)

        return TurnControls(choose, complete, gettext("Answer"), BelowSquares.NOTHING)

    @property
    def type_button(self) -> ActionButton:
        """The button that opens the form for typing a turn."""
        place = self.with_choices(NOTHING_CHOSEN).place
        return button(typing_label(), Style.primary, "puzzle-type", place=place)

    def with_choices(self, choices: TurnChoices) -> Self:
        """Return the attempt with other choices for the next turn."""
        return replace(self, choices=choices)

    def missing(self) -> Self:
        """Return the attempt after a wrong turn, for puzzles without stored progress."""
        return self._afresh(replace(self.seen, misses=self.seen.misses + 1))

    def after_right_turn(self) -> Self:
        """Return the attempt after a right turn, for puzzles without stored progress."""
        return self._afresh(replace(self.seen, found=self.seen.found + 1))

    def _afresh(self, seen: LineProgress) -> Self:
        return replace(self, seen=seen, choices=TurnChoices(kind=self.choices.kind))


def seen_in(daily: Daily) -> LineProgress:
    """Return the progress of a user in the puzzle of a day."""
    return LineProgress(daily.attempt.found, daily.attempt.misses)


def scene_of_solving(solving: PuzzleAttempt) -> Scene:
    """Return the scene of the puzzle's position, with the choices of an incomplete turn.

    For a complete turn, show only the piece to place. Its effect would give the puzzle away.
    """
    chosen, progress = solving.question, solving.progress
    if isinstance(chosen, Step):
        # Omit the previous turn: its arrows would look like the effect of the chosen one.
        lifted = recall(progress.position, chosen.turn.recall)
        return Scene(lifted, chosen=chosen_by(chosen))
    scene = Scene(progress.position, recent=progress.recent)
    return scene_of_turn(solving.builder, scene)


def chosen_by(step: Step) -> Placed:
    """Return the piece that a turn places, and where."""
    placement = step.turn.placement
    return Placed(Piece(step.before.to_move, placement.kind), placement.square)


def scene_of_line(puzzle: Puzzle) -> Scene:
    """Return the scene of a solution: every turn of the line, and the win."""
    steps = steps_of(puzzle)
    return Scene(steps[-1].after, recent=steps, win=steps[-1].win)


def scene_to_solve(puzzle: Puzzle) -> Scene:
    """Return the scene of a puzzle at its start."""
    return Scene(puzzle.position)


class PuzzleArgument(TurnArgument):
    """The next turn of the day's puzzle."""

    async def positions(self, interaction: discord.Interaction[Any]) -> Sequence[Position]:
        """Return the position that the user has reached; nothing once they are done."""
        user = UserId(interaction.user.id)
        daily = await bot_of(interaction).services.puzzles.todays(scope_of(interaction), user)
        if daily.attempt.is_over:
            return []
        return [reached(daily.puzzle, daily.attempt.found).position]

    async def suggested(
        self, bot: BoopBot, interaction: discord.Interaction[Any], typed: str
    ) -> Iterable[Suggestion]:
        """Return all playable turns that match the text; nothing shows which one is right."""
        return (
            (text, text)
            for position in await self.positions(interaction)
            for text in turns_like(position, folded_turn(typed).lower())
        )


def scope_of(interaction: discord.Interaction[Any]) -> GuildId:
    """Return the server whose puzzles the user solves here; `IN_PERSON` in direct messages."""
    guild = server_of(home_at(place_of(interaction)))
    return IN_PERSON if guild is None else guild


def is_whole(solving: PuzzleAttempt, turn_input: TurnInput) -> bool:
    """Return whether the typed text is a whole turn, so that nothing is left to choose.

    A turn in notation keeps the seam piece if it does not name one. A square alone leaves the seam
    piece open.
    """
    builder = solving.with_choices(turn_input.choices).builder
    if turn_input.turn is not None:
        return not isinstance(builder.question, AskOption)
    return isinstance(builder.question, Step) and builder.other_kind is None
