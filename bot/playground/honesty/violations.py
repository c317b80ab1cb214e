"""What is wrong with a request, and the record of all such requests."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of a request: where in its body, Discord's code for it, and a sentence."""

    path: str
    code: str
    message: str

    def under(self, prefix: str) -> Finding:
        """The same fault in a body that lies under `prefix`."""
        path = f"{prefix}.{self.path}" if self.path else prefix
        return Finding(path, self.code, self.message)


@dataclass(frozen=True, slots=True)
class Violation:
    """A request that Discord would have refused, or one the stand-in does not know."""

    method: str
    route: str
    findings: tuple[Finding, ...]

    def __str__(self) -> str:
        faults = "; ".join(f"{each.path or 'body'}: {each.message}" for each in self.findings)
        return f"{self.method} {self.route}: {faults}"


class DishonestRequests(AssertionError):
    """The bot made requests that Discord would have refused."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        self.violations = violations
        lines = "\n".join(f"- {violation}" for violation in violations)
        super().__init__(f"{len(violations)} request(s) that Discord would refuse:\n{lines}")
