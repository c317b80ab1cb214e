"""The director's view: the clock, the bot's state, planned faults, and what to act on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.page.directing import DirectorActions
from playground.page.direction import ProcessState
from playground.page.faults import FAULTS, MOST, words_of
from playground.page.moderating import ModeratorActions
from playground.page.welcome import Reception, Welcome
from playground.world.messages import Json

if TYPE_CHECKING:
    from playground.playground import Playground

MOST_FINDINGS = 10


class PageStage:
    """Writes the stage as JSON, which the page receives again whenever it changes."""

    def __init__(self, playground: Playground, welcome: Welcome) -> None:
        self._playground = playground
        self.reception = Reception(playground, welcome)
        self._moderating = ModeratorActions(playground)
        self.directing = DirectorActions(playground)
        self.states = [ProcessState.RUNNING]
        """How each process of the bot is."""

    def shape(self) -> Json:
        """Return the stage as it is now."""
        violations = self._playground.violations
        return {
            "kind": "stage",
            "welcome": self.reception.shape(),
            "first_commands": list(self.reception.first_commands),
            "ahead": self.directing.ahead,
            "bot": self._bot(),
            "bot_name": self._playground.world.bot.display_name,
            "has_director": self.directing.director is not None,
            "has_keeper": self.directing.keeper is not None,
            "processes": [each.value for each in self.states],
            "plans": [
                {"words": words_of(plan.fault), "left": plan.remaining}
                for plan in self._playground.faults.pending
            ],
            "faults": {name: words for name, (words, _) in FAULTS.items()},
            "most_planned": MOST,
            "violations": [str(each) for each in violations[-MOST_FINDINGS:]],
            **self._moderating.scene(),
        }

    def differs(self, shown: Json) -> bool:
        """Return whether the stage differs from the one shown."""
        return self.shape() != shown

    def _bot(self) -> str:
        """Return whether players see the bot online, and if not, why."""
        if self._playground.is_connected:
            return "online"
        if all(state is ProcessState.OFF for state in self.states):
            return "off"
        return "starting" if ProcessState.STARTING in self.states else "offline"
