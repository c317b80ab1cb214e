"""Which beds were looked for lately, so that Discord is asked once and not at every change."""

from collections import OrderedDict
from typing import Final

from bot.match.identity import MatchId, Revision
from bot.match.match import Match

KEPT: Final = 5000


class Looks:
    """At which revision each bed was looked for last. Nothing hangs on it but a request."""

    def __init__(self) -> None:
        self._looked: OrderedDict[MatchId, Revision] = OrderedDict()

    def is_first(self, match: Match) -> bool:
        """Tell whether nobody has looked since the match changed, and note that somebody does."""
        if self._looked.get(match.id) == match.revision:
            return False
        self._looked[match.id] = match.revision
        self._looked.move_to_end(match.id)
        if len(self._looked) > KEPT:
            self._looked.popitem(last=False)
        return True
