"""The contents of a shared match's page: names, turns in words and pictures, but no ids."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from bot.app import BoopBot
from bot.engine import expectation
from bot.engine.analysis import Analysis
from bot.features.pages.service import SharedMatch
from bot.features.replay.service import MatchRecord
from bot.game import ENTRIES, Kind, Ruleset, Seat, write_turn
from bot.match.calendar import Day, full_date_name
from bot.match.ending import FEWEST_TURNS
from bot.match.identity import is_former
from bot.match.match import Match, Outcome
from bot.match.record import Record, result_of, write_record
from bot.match.terms import ruleset_name
from bot.text import ENGLISH, Language, gettext, ngettext, pgettext, speaking, translate
from bot.web.match_pages import AnalysisView, MatchView, Mistake, PageBusy, Shape, WebTheme
from cogs.analysis.phrases import slip_text
from cogs.analysis.views import (
    ACCURACY,
    NOTHING_MUCH,
    TOO_SHORT,
    accuracy_of,
    balance_of,
    public_curve_text,
)
from cogs.board.layout import ending_of
from cogs.pages.caches import Animations, PlayerNames
from cogs.replay.views import caption_of, scene_at
from cogs.wording.alt_text import alt_text
from cogs.wording.levels import level_called, level_name
from cogs.wording.names import NAMES
from cogs.wording.phrases import (
    capital,
    entry_name,
    former_player,
    kind_name,
    outcome_name,
    seat_name,
    turn_title,
    turns_counted,
)
from cogs.wording.times import time_name
from cogs.wording.translating import public_language
from render.card import Card, CardShape
from render.drawings import colours_of
from render.lettering import writable
from render.replay import animation_of_turns
from render.studio import NoPicture, Subject
from render.theme import DAY_QUILT, THEMES


class SharedMatchPage:
    """A shared match, as the web shows it in the current language."""

    def __init__(
        self,
        bot: BoopBot,
        record: MatchRecord,
        shared: SharedMatch,
        names: PlayerNames,
        animations: Animations,
        analysis: Analysis | None = None,
    ) -> None:
        self._bot = bot
        self._record = record
        self._match = record.match
        self._shared = shared
        self._names = names
        self._animations = animations
        self._analysis = analysis

    @property
    def turn_count(self) -> int:
        """How many turns were played."""
        return len(self._record.steps)

    @property
    def is_live(self) -> bool:
        """Whether the match is still played."""
        return self._match.outcome is None

    @property
    def is_indexed(self) -> bool:
        """Whether search engines may list it."""
        return self._shared.is_indexed

    async def learn_names(self) -> None:
        """Ask Discord for names that are not known, which takes a second or two."""
        await self._names.learn(
            user for user in self._match.people if user not in self._shared.unnamed
        )

    async def language(self) -> Language:
        """Return the language of the server where it was played."""
        return await public_language(self._bot, self._match.venue.guild)

    def view(self, ply: int) -> MatchView:
        """Return the texts of the page after that many turns."""
        outcome = self._match.outcome
        movers = [step.before.to_move for step in self._record.steps]
        turns = tuple(
            (seat, seat_name(seat), turn_title(turn))
            for seat, turn in zip(movers, self._record.turns, strict=True)
        )
        return MatchView(
            self._name(self._match, Seat.ORANGE),
            self._name(self._match, Seat.GRAY),
            self._headline(ply),
            self._status(ply),
            self._facts(),
            turns,
            ply,
            alt_text(scene_at(self._record, ply)),
            self._shared.last_turn,
            self._match.position.ruleset.versioned_name,
            tuple(write_turn(turn) for turn in self._record.turns),
            tuple(
                WebTheme(name, translate(theme.title), colours_of(theme))
                for name, theme in THEMES.items()
            ),
            _script_words(self._match.position.ruleset),
            {seat: seat_name(seat) for seat in Seat},
            outcome.winner if outcome is not None and ply == self.turn_count else None,
            None if self._analysis is None else self._analysis_view(self._analysis),
        )

    def _analysis_view(self, analysis: Analysis) -> AnalysisView:
        is_long = len(analysis.turns) >= FEWEST_TURNS
        mistakes = tuple(
            Mistake(ply, turn.seat, seat_name(turn.seat), capital(slip_text(turn)))
            for ply, turn in ((ply, analysis.turns[ply - 1]) for ply in analysis.mattering)
        )
        note = translate(NOTHING_MUCH) if is_long else translate(TOO_SHORT)
        accuracy = [
            (seat, self._name(self._match, seat), accuracy_of(analysis, seat)) for seat in Seat
        ]
        return AnalysisView(
            tuple(accuracy) if is_long else (),
            translate(ACCURACY),
            "" if is_long and mistakes else note,
            mistakes,
            public_curve_text(analysis),
        )

    def figures(self) -> dict[str, Any]:
        """Return the match for programs."""
        outcome = self._match.outcome
        winner = None if outcome is None else outcome.winner
        # Programs read these figures, so they are not in the reader's language.
        with speaking(ENGLISH):
            shown = self._analysis
            analysed = {} if shown is None else {"analysis": _analysis_figures(shown)}
            return {
                "ruleset": self._match.position.ruleset.name,
                "date": str(Day.of(self._match.started_at)),
                "orange": self._name(self._match, Seat.ORANGE),
                "gray": self._name(self._match, Seat.GRAY),
                "result": result_of(outcome).value,
                "winner": None if winner is None else winner.name.lower(),
                "why": None if outcome is None else outcome.why.value,
                "turns": [write_turn(turn) for turn in self._record.turns],
                **analysed,
            }

    def record(self) -> str:
        """Return the record of the match, in English because programs read it."""
        with speaking(ENGLISH):
            return write_record(
                Record(
                    event="boop",
                    day=Day.of(self._match.started_at),
                    orange=self._name(self._match, Seat.ORANGE),
                    gray=self._name(self._match, Seat.GRAY),
                    ruleset=self._match.position.ruleset,
                    terms=time_name(self._match.clock.control),
                    turns=self._record.turns,
                    outcome=self._match.outcome,
                )
            )

    async def bed(self, ply: int, theme: str) -> bytes | None:
        """Return the bed as a PNG; None for a theme that does not exist."""
        chosen = THEMES.get(theme)
        if chosen is None:
            return None
        return await self._draw(replace(scene_at(self._record, ply), theme=chosen))

    async def curve(self, theme: str) -> bytes | None:
        """Return the curve of the analysis as a PNG; None if there is none, or no such theme."""
        chosen, analysis = THEMES.get(theme), self._analysis
        if chosen is None or analysis is None:
            return None
        # Translators: on a picture with a curve of who was ahead in a match, turn by turn.
        title = gettext("Who was ahead")
        return await self._draw(balance_of(self._record, analysis, chosen, title))

    async def card(self, ply: int, shape: Shape) -> bytes:
        """Return a picture with the players as a PNG."""
        orange, gray = (self._drawable(self._match, seat) for seat in Seat)
        result = self._short_result() if ply == self.turn_count else self._turn_number(ply)
        note = f"boop · {self._facts()}"
        scene = scene_at(self._record, ply)
        return await self._draw(Card(scene, orange, gray, result, note, CardShape(shape.value)))

    async def _draw(self, subject: Subject) -> bytes:
        try:
            return await self._bot.studio.picture(subject)
        except NoPicture as error:
            raise PageBusy from error

    async def animation(self) -> bytes | None:
        """Return the match as a GIF; None if it is too long."""
        caption = caption_of(self._record, self._drawable)
        key = self._match.id, caption, self._match.revision
        job = partial(
            animation_of_turns,
            self._record.start,
            self._record.turns,
            theme=DAY_QUILT,
            ending=ending_of(self._match),
            caption=caption,
        )
        return await self._animations.get(key, job)

    def _name(self, match: Match, seat: Seat) -> str:
        if match.seats.user_of(seat) in self._shared.unnamed:
            return capital(gettext("a player"))
        return public_name(match, seat)

    def _drawable(self, match: Match, seat: Seat) -> str:
        """Return a name in characters that can be drawn."""
        name = self._name(match, seat)
        if match.bot is not None and match.bot.seat is seat:
            return level_name(match.bot.practice.level)
        return name if writable(name) else capital(gettext("a player"))

    def _headline(self, ply: int) -> str:
        outcome = self._match.outcome
        if ply == self.turn_count and outcome is not None:
            return public_result(self._match, outcome, self._name)
        if not ply:
            return self._turn_number(0)
        step = self._record.steps[ply - 1]
        # Translators: {turn} is "a kitten on c3" or its like, {name} who played it.
        return gettext(
            "Turn {number}, {name}: {turn}",
            number=ply,
            name=self._name(self._match, step.before.to_move),
            turn=turn_title(step.turn),
        )

    def _status(self, ply: int) -> str:
        """Return the match's state in words that stay true: a chat keeps a link's old preview."""
        is_live, further = self._match.outcome is None, self.turn_count - ply
        if further and is_live:
            return ngettext(
                "{count} turn was played since: see it",
                "{count} turns were played since: see them",
                further,
            )
        if further:
            return ngettext(
                "The match went on for {count} turn: see the end",
                "The match went on for {count} turns: see the end",
                further,
            )
        if is_live:
            mover = self._name(self._match, self._match.position.to_move)
            # Translators: {name} is the player whose turn it is in a match that is being played.
            return gettext("Live: {name} to move", name=mover)
        return ""

    def _short_result(self) -> str:
        outcome = self._match.outcome
        if outcome is None:
            return self._turn_number(self.turn_count)
        if outcome.winner is None:
            # Translators: large on a picture of a finished match, with its players' names above it.
            return pgettext("how a match ended", "No winner")
        return gettext("{name} wins", name=self._drawable(self._match, outcome.winner))

    def _facts(self) -> str:
        return facts_of(self._match, self.turn_count)

    def _turn_number(self, ply: int) -> str:
        if not ply:
            return pgettext("heading of a picture", "Start")
        return gettext("Turn {number}", number=ply)


def _analysis_figures(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis for programs: shares of the match's point, from 0 to 1.

    The curve has orange's shares, a mistake those of the seat that played it.
    """
    mistakes = [(ply, analysis.turns[ply - 1]) for ply in analysis.mattering]
    return {
        "accuracy": {seat.name.lower(): _rounded_share(analysis.accuracy(seat)) for seat in Seat},
        "curve": [_rounded_share(expectation(score)) for score in analysis.scores],
        "mistakes": [
            {
                "turn": ply,
                "seat": turn.seat.name.lower(),
                "before": _rounded_share(expectation(turn.best_score)),
                "after": _rounded_share(expectation(turn.played_score)),
                "better": write_turn(turn.best[0]),
            }
            for ply, turn in mistakes
        ],
    }


def _rounded_share(share: float | None) -> float | None:
    return None if share is None else round(share, 3)


def public_name(match: Match, seat: Seat) -> str:
    """Return the name of a player, without a mention."""
    if match.bot is not None and match.bot.seat is seat:
        return level_called(match.bot.practice.level)
    user = match.seats.user_of(seat)
    if is_former(user):
        return capital(former_player())
    return NAMES.outside(user) or capital(gettext("a player"))


def public_result(match: Match, outcome: Outcome, name_of: Callable[[Match, Seat], str]) -> str:
    """Return how a match ended, without what the players wrote."""
    return outcome_name(match, replace(outcome, note=None), name_of)


def facts_of(match: Match, turns: int) -> str:
    """Return the ruleset, the date and the number of turns of a match."""
    day = full_date_name(Day.of(match.started_at))
    return " · ".join((ruleset_name(match.position.ruleset.name), day, turns_counted(turns)))


def _script_words(ruleset: Ruleset) -> dict[str, str]:
    """Return the texts for the script of a match's page, by the script's names."""
    lays = {entry.name: capital(entry_name(entry)) for entry in ENTRIES if ruleset.seams}
    return {
        **lays,
        # Translators: buttons that play a match turn by turn, and stop it.
        "play": pgettext("a match, by itself", "Play"),
        "stop": pgettext("a match, by itself", "Stop"),
        "turn": gettext("Turns"),
        # Translators: a button that turns the bed by half, so that gray's side is below.
        "flip": gettext("Flip the bed"),
        # Translators: a button that switches sounds on and off.
        "sound": gettext("Sound"),
        "look": gettext("Theme"),
        # Translators: the theme follows the light or dark mode of the reader's device.
        "system": gettext("As on your device"),
        # Translators: a button that plays on from a position of a match, both sides by oneself.
        "onwards": gettext("Play on from here"),
        "leave": gettext("Back to the match"),
        "undo": gettext("Take back"),
        "which": gettext("What leaves the bed?"),
        "lay": gettext("Lay the seam piece"),
        "keep": gettext("Keep in hand"),
        "K": capital(kind_name(Kind.KITTEN)),
        "C": capital(kind_name(Kind.CAT)),
        "oMoves": gettext("Orange to move"),
        "gMoves": gettext("Gray to move"),
        "oWins": gettext("Orange wins"),
        "gWins": gettext("Gray wins"),
    }
