"""Since when this process has been there, and which time its director skipped."""

from bot.match.identity import Instant, Seconds


class ProcessPresence:
    """Records what is no outage though time went by, and what is one however short it was."""

    def __init__(self) -> None:
        self.resumed_at = Instant(float("-inf"))
        """When this process took over from one that is gone."""
        self._leaps: list[tuple[Instant, Seconds]] = []

    def leap(self, at: Instant, by: Seconds) -> None:
        """Record that the clock is moved ahead at a moment."""
        self._leaps.append((at, by))

    def leapt(self, since: Instant, until: Instant) -> Seconds:
        """Return by how much the clock was moved ahead between two moments."""
        return Seconds(sum(by for at, by in self._leaps if since <= at and at + by <= until))
