"""pgbouncer in front of a server: it lends a connection for one transaction at a time."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.address import ServerAddress
from bot.cli.postgresql import Program

PORT = 6432
CONNECTIONS = 3
"""Fewer than two `Database` objects use, so that they have to share them."""
_SETTINGS = """
[databases]
* = host={folder} user=boop

[pgbouncer]
auth_type = any
default_pool_size = {connections}
listen_addr =
listen_port = {port}
pool_mode = transaction
unix_socket_dir = {folder}
"""


@contextmanager
def pooler_to(address: ServerAddress) -> Iterator[ServerAddress]:
    """Yield the address of a database behind pgbouncer; skip the test if it is not installed."""
    program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if program is None:
        pytest.skip("pgbouncer is not installed")
    parts = urlsplit(address.url)
    [folder] = parse_qs(parts.query)["host"]
    file = Path(folder, "pgbouncer.ini")
    file.write_text(_SETTINGS.format(folder=folder, port=PORT, connections=CONNECTIONS))
    process = Program([program, str(file)], Path(folder), b"process up", "TERM")
    try:
        yield ServerAddress(f"postgresql://boop@{parts.path}?host={folder}&port={PORT}")
    finally:
        process.stop()
