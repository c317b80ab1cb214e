"""The address of a database: an SQLite file, or a PostgreSQL server."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_HOST: Final = r"(?:\[[^\]@/?#]*\]|[^\[\]:,@/?#]*)(?::[0-9]{0,5})?"
_URL: Final = re.compile(
    r"(?P<scheme>postgres(?:ql)?)://"
    r"(?P<who>(?P<user>[^:@/?#]*)(?::[^@/?#]*)?@)?"
    rf"(?P<hosts>{_HOST}(?:,{_HOST})*)"
    r"(?P<path>/[^@?#]*)?"
    r"(?:\?[^@#]*)?"
)
"""Matches a URL whose password cannot be mistaken for another part of the URL."""


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A database on a PostgreSQL server. Its password is never shown."""

    url: str

    @property
    def is_clear(self) -> bool:
        """Whether all programs, including libpq, find the password at the same place."""
        return _URL.fullmatch(self.url) is not None

    def __str__(self) -> str:
        """Return the user, the hosts and the name, and nothing that may be secret."""
        parts = _URL.fullmatch(self.url)
        if parts is None:
            return "postgresql://…"
        who = "" if parts["who"] is None else f"{parts['user']}@"
        return f"{parts['scheme']}://{who}{parts['hosts']}{parts['path'] or ''}"

    def __repr__(self) -> str:
        return f"ServerAddress({str(self)!r})"


DatabaseAddress = Path | ServerAddress
SCHEMES: Final = ("postgresql://", "postgres://")

_NO_FILE: Final = re.compile(
    r"""
    .*://                           # A URL of any scheme. A file may have none.
    | [a-z][a-z0-9+.-]+:            # A scheme. One letter and a colon are a drive of Windows.
    | .*\b(host|hostaddr|server|port|dbname|database|user|service|sslmode)\s*=
    | .*(password|passwd|pwd|passfile)\s*=
    | .*:[^/]*@                     # A user with a password.
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
"""Matches an address for libpq or another program, which may contain a password; never a file."""


def names_no_file(text: str) -> bool:
    """Return whether a text is an address in any notation, but not the path of a file."""
    return _NO_FILE.match(text) is not None


def read_address(text: str) -> DatabaseAddress:
    """Return a server for a PostgreSQL URL, and the path of a file for any other text."""
    return ServerAddress(text) if text.startswith(SCHEMES) else Path(text)
