"""Faults of a request or an answer, and the record of all of them."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of a request: where in its body, Discord's code for it, and a sentence."""

    path: str
    code: str
    message: str

    def under(self, prefix: str) -> Finding:
        """Return the same fault with its path under `prefix`."""
        path = f"{prefix}.{self.path}" if self.path else prefix
        return Finding(path, self.code, self.message)


class Side(Enum):
    """Whose fault it is: a request is the bot's, an answer or event the playground's."""

    BOT = "request"
    PLAYGROUND = "answer"


@dataclass(frozen=True, slots=True)
class Violation:
    """A request that Discord would have refused, or an answer that it would not have given.

    An event of the gateway has EVENT as its method and its name as its route.
    """

    method: str
    route: str
    findings: tuple[Finding, ...]
    side: Side = Side.BOT

    def __str__(self) -> str:
        faults = "; ".join(f"{each.path or 'body'}: {each.message}" for each in self.findings)
        prefix = "" if self.side is Side.BOT else "answer to "
        return f"{prefix}{self.method} {self.route}: {faults}"


class ViolationRecord:
    """All violations so far, in the order that they were found."""

    def __init__(self) -> None:
        self._violations: list[Violation] = []

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The violations so far."""
        return tuple(self._violations)

    def note(self, method: str, route: str, findings: Iterable[Finding], side: Side) -> None:
        """Record the findings about one request, answer or event, if there are any."""
        if found := tuple(findings):
            violation = Violation(method, route, found, side)
            self._violations.append(violation)
            _log.warning("%s", violation)


class InvalidRequests(AssertionError):
    """The bot sent requests that Discord would refuse, or the playground false answers."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        self.violations = violations
        lines = "\n".join(f"- {violation}" for violation in violations)
        many = f"{len(violations)} request(s) or answer(s)"
        super().__init__(f"{many} that Discord would not take or give:\n{lines}")
