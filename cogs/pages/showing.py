"""What the page of a shared match shows: names, turns in words and pictures, but no id."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

from bot.app import BoopBot
from bot.bounded import BoundedDict
from bot.features.pages.queries import Slug
from bot.features.pages.service import SharedMatch
from bot.features.replay.service import MatchRecord
from bot.game import Seat, write_turn
from bot.match.calendar import Day, full_date_name
from bot.match.identity import UserId, is_former
from bot.match.match import Match
from bot.match.record import Record, result_of, write_record
from bot.match.terms import ruleset_name
from bot.text import ENGLISH, Language, gettext, pgettext, speaking
from bot.web.match_pages import MatchView
from cogs.board.layout import ending_of
from cogs.replay.views import caption_of, scene_at
from cogs.wording.alt_text import alt_text
from cogs.wording.names import NAMES
from cogs.wording.phrases import (
    capital,
    former_player,
    level_called,
    level_name,
    outcome_name,
    turn_title,
    turns_counted,
)
from cogs.wording.times import time_name
from cogs.wording.translating import public_language
from render.card import Card
from render.lettering import writable
from render.replay import AnimationTooLong, animation_of_turns
from render.theme import DAY_QUILT, THEMES

MOST_KEPT: Final = 500
"""How many users without a name are remembered, so that Discord isn't asked for them again."""
MOST_ANIMATIONS: Final = 8
"""How many animations are kept for the next readers: some 3 MB."""
READERS: Final = UserId(0)
"""For whom animations are made: all readers together, whose number is limited as one user's is."""


class ShownMatch:
    """A shared match, as the web shows it in the current language."""

    def __init__(
        self,
        bot: BoopBot,
        record: MatchRecord,
        shared: SharedMatch,
        animations: BoundedDict[object, bytes],
    ) -> None:
        self._bot = bot
        self._record = record
        self._match = record.match
        self._shared = shared
        self._animations = animations

    @property
    def turn_count(self) -> int:
        """How many turns were played."""
        return len(self._record.steps)

    async def language(self) -> Language:
        """Return the language of the server where it was played."""
        return await public_language(self._bot, self._match.venue.guild)

    def view(self, ply: int) -> MatchView:
        """Return what the page says after that many turns."""
        turns = tuple((step.before.to_move, turn_title(step.turn)) for step in self._record.steps)
        return MatchView(
            self._name(self._match, Seat.ORANGE),
            self._name(self._match, Seat.GRAY),
            self._headline(ply),
            self._facts(),
            turns,
            ply,
            alt_text(scene_at(self._record, ply)),
        )

    def figures(self) -> dict[str, Any]:
        """Return the match for programs."""
        outcome = self._match.outcome
        winner = None if outcome is None else outcome.winner
        return {
            "ruleset": self._match.position.ruleset.name,
            "date": str(Day.of(self._match.started_at)),
            "orange": self._name(self._match, Seat.ORANGE),
            "gray": self._name(self._match, Seat.GRAY),
            "result": result_of(outcome).value,
            "winner": None if winner is None else winner.name.lower(),
            "why": None if outcome is None else outcome.why.value,
            "turns": [write_turn(turn) for turn in self._record.turns],
        }

    def record(self) -> str:
        """Return the record of the match; it is in English, as records are that programs read."""
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
        found = THEMES.get(theme)
        if found is None:
            return None
        return await self._bot.studio.picture(replace(scene_at(self._record, ply), theme=found))

    async def card(self, ply: int) -> bytes:
        """Return the picture beside a link as a PNG."""
        orange, gray = (self._drawable(self._match, seat) for seat in Seat)
        result = self._short_result() if ply == self.turn_count else self._turn_number(ply)
        note = f"boop · {self._facts()}"
        card = Card(scene_at(self._record, ply), orange, gray, result, note)
        return await self._bot.studio.picture(card)

    async def animation(self) -> bytes | None:
        """Return the match as a GIF; None if it is too long."""
        caption = caption_of(self._record, self._drawable)
        key = self._match.id, caption
        found = self._animations.get(key)
        if found is not None:
            return found
        job = partial(
            animation_of_turns,
            self._record.start,
            self._record.turns,
            theme=DAY_QUILT,
            ending=ending_of(self._match),
            caption=caption,
        )
        try:
            made = await self._bot.animators.run(READERS, job)
        except AnimationTooLong:
            return None
        self._animations[key] = made.gif
        return made.gif

    def _name(self, match: Match, seat: Seat) -> str:
        if match.bot is not None and match.bot.seat is seat:
            return level_called(match.bot.practice.level)
        user = match.seats.user_of(seat)
        if is_former(user):
            return capital(former_player())
        known = None if user in self._shared.unnamed else NAMES.known(user)
        return known or capital(gettext("a player"))

    def _drawable(self, match: Match, seat: Seat) -> str:
        """Return a name that a picture can have."""
        name = self._name(match, seat)
        if match.bot is not None and match.bot.seat is seat:
            return level_name(match.bot.practice.level)
        return name if writable(name) else capital(gettext("a player"))

    def _headline(self, ply: int) -> str:
        outcome = self._match.outcome
        if ply == self.turn_count and outcome is not None:
            return outcome_name(self._match, replace(outcome, note=None), self._name)
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

    def _short_result(self) -> str:
        outcome = self._match.outcome
        if outcome is None:
            return self._turn_number(self.turn_count)
        if outcome.winner is None:
            # Translators: large on a picture of a finished match, with its players' names above it.
            return pgettext("how a match ended", "No winner")
        return gettext("{name} wins", name=self._drawable(self._match, outcome.winner))

    def _facts(self) -> str:
        day = full_date_name(Day.of(self._match.started_at))
        return " · ".join(
            (ruleset_name(self._match.position.ruleset.name), day, turns_counted(self.turn_count))
        )

    def _turn_number(self, ply: int) -> str:
        if not ply:
            return pgettext("heading of a picture", "Start")
        return gettext("Turn {number}", number=ply)


class SharedMatches:
    """Finds shared matches for the web."""

    def __init__(self, bot: BoopBot) -> None:
        self._bot = bot
        self._nameless = BoundedDict[UserId, None](MOST_KEPT)
        self._animations = BoundedDict[object, bytes](MOST_ANIMATIONS)

    async def find(self, slug: str) -> ShownMatch | None:
        """Return the match with an address; None if none is shared."""
        services = self._bot.services
        shared = await services.pages.at(Slug(slug))
        if shared is None:
            return None
        record = await services.replays.record(shared.match)
        await self._learn_names(record.match)
        return ShownMatch(self._bot, record, shared, self._animations)

    async def _learn_names(self, match: Match) -> None:
        unknown = [
            user
            for user in match.people
            if NAMES.known(user) is None and user not in self._nameless
        ]
        await NAMES.learn(self._bot, unknown)
        self._nameless.update((user, None) for user in unknown if NAMES.known(user) is None)
