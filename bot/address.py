"""Where a database is: in a file of SQLite's, or on a server of PostgreSQL's."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """A database on a server of PostgreSQL's. Its password is shown nowhere."""

    url: str

    def __str__(self) -> str:
        """Return the user, the host and the name, and nothing that may be secret."""
        parts = urlsplit(self.url)
        _, at, place = parts.netloc.rpartition("@")
        return f"{parts.scheme}://{parts.username or ''}{at}{place}{parts.path}"

    def __repr__(self) -> str:
        return f"ServerAddress({str(self)!r})"


DatabaseAddress = Path | ServerAddress
SCHEMES: Final = ("postgresql://", "postgres://")


def read_address(text: str) -> DatabaseAddress:
    """Return where a database is: a server where there is a URL of one, and a file otherwise."""
    return ServerAddress(text) if text.startswith(SCHEMES) else Path(text)


def write_address(address: DatabaseAddress) -> str:
    """Return the text of an address, with whatever is secret in it."""
    return address.url if isinstance(address, ServerAddress) else str(address)
