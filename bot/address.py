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
"""A URL in which nobody can take a part of the password for anything else."""


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A database on a server of PostgreSQL's. Its password is shown nowhere."""

    url: str

    @property
    def is_clear(self) -> bool:
        """Whether everybody, libpq among them, finds the password at the same place."""
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
    .*://                           # A URL, whatever its scheme. A file may have none.
    | [a-z][a-z0-9+.-]+:            # A scheme. One letter and a colon are a drive of Windows.
    | .*\b(host|hostaddr|server|port|dbname|database|user|service|sslmode)\s*=
    | .*(password|passwd|pwd|passfile)\s*=
    | .*:[^/]*@                     # A user with a password.
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
"""The beginning of what is meant for libpq or another program, and may have a password in it."""


def names_no_file(text: str) -> bool:
    """Return whether a text is an address of something else than a file, in anyone's notation."""
    return _NO_FILE.match(text) is not None


def read_address(text: str) -> DatabaseAddress:
    """Return where a database is: a server where there is a URL of one, and a file otherwise."""
    return ServerAddress(text) if text.startswith(SCHEMES) else Path(text)
