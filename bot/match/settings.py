"""What the people who manage a server have set for it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's settings; as they are made here, those of a server that never set any.

    `theme` is the name of what public pictures look like, `None` for the first of the themes.
    """

    theme: str | None = None
