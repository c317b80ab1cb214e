"""A PostgreSQL server in its own folder, which runs as long as the process that started it."""

import importlib.util
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from bot.address import ServerAddress
from bot.cli.errors import NoPostgresql

USER: Final = "boop"
"""The owner of the server's databases."""
_UNPRIVILEGED: Final = ("postgres", "nobody")
"""Users that may run the server if we are root, because PostgreSQL refuses to run as root."""
_SETTINGS: Final = {"listen_addresses": "", "max_connections": "100"}
_UNTIL_INPUT_ENDS: Final = "\n".join(
    [
        "end=$0",
        '"$@" & server=$!',
        # Otherwise this shell would hold the server's output open after the server has ended.
        "exec 2>/dev/null",
        "cat >/dev/null",
        "kill -$end $server",
        "wait",
    ]
)
_READY: Final = b"ready to accept"
_BESIDE: Final = Path("/usr/lib/postgresql")
"""Where Debian installs each version's programs, outside of the path."""


def program_of(name: str) -> str | None:
    """Find a program of PostgreSQL, the newest of several versions of Debian's."""
    path = shutil.which(name)
    if path is not None:
        return path
    return max(map(str, _BESIDE.glob(f"*/bin/{name}")), key=_version_of, default=None)


def _version_of(path: str) -> list[int]:
    return [int(number) for number in re.findall(r"[0-9]+", path)]


class Program:
    """A program that serves from a folder, until it is stopped or this process ends.

    Raise `NoPostgresql` if it ends before it is ready.
    """

    def __init__(
        self, command: Sequence[str], folder: Path, is_ready: bytes, ends_by: str = "QUIT"
    ) -> None:
        user, group = _unprivileged_owner(folder)
        self._process = subprocess.Popen(  # noqa: S603 - the command is ours
            ["sh", "-c", _UNTIL_INPUT_ENDS, ends_by, *command],  # noqa: S607
            cwd=folder,
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            user=user,
            group=group,
            # Ctrl-C is for this process, which ends the server when it is not needed any longer.
            start_new_session=True,
        )
        output = self._read_until(is_ready)
        # An unread pipe would fill up, and the server would wait forever.
        self._reading = threading.Thread(target=self._process.stderr.read, name="server")  # type: ignore[union-attr]
        self._reading.start()
        if is_ready not in output[-1]:
            self.stop()
            raise NoPostgresql(_reason(b"".join(output)) or "it ended at once")

    def stop(self) -> None:
        """End it at once, like a machine that loses power."""
        if self._process.stdin is not None and self._process.stderr is not None:
            self._process.stdin.close()
            self._process.wait()
            self._reading.join()
            self._process.stderr.close()

    def _read_until(self, text: bytes) -> list[bytes]:
        """Return its output until it contains the wanted text, or ends."""
        output = [b""]
        for line in self._process.stderr or ():
            output.append(line)
            if text in line:
                break
        return output


class Postgresql:
    """A server in a folder, started with these settings; it listens only on a socket there.

    Raise `NoPostgresql` if it does not start; the folder is deleted then.
    """

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        self.folder = folder
        given = [f"--{name}={value}" for name, value in (_SETTINGS | dict(settings)).items()]
        self._command = [_program("postgres"), "-D", str(folder / "data"), "-k", str(folder)]
        self._command += given
        with _deleting_on_failure(folder):
            self.start()

    @classmethod
    def make_folder(cls) -> Path:
        """Return a new folder with a server's files in it. Raise `NoPostgresql`."""
        initdb = _program("initdb")
        if importlib.util.find_spec("psycopg") is None:
            raise NoPostgresql("the extra `postgres` isn't installed")
        folder = Path(mkdtemp(prefix="boop-postgresql-"))
        where, how = ["-D", str(folder / "data")], ["-A", "trust", "-E", "UTF8", "--locale=C"]
        with _deleting_on_failure(folder):
            user, group = _unprivileged_owner(folder)
            made = subprocess.run(  # noqa: S603 - the command is ours
                [initdb, *where, "-U", USER, *how, "--no-sync"],
                check=False,
                cwd=folder,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                user=user,
                group=group,
            )
            if made.returncode:
                raise NoPostgresql(_reason(made.stderr) or "it ended at once")
        return folder

    def start(self) -> None:
        """Start the server, on new or existing files."""
        self._program = Program(self._command, self.folder, _READY)

    def halt(self) -> None:
        """Stop the server, and keep its files."""
        self._program.stop()

    def stop(self) -> None:
        """Stop the server, and delete its files."""
        self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, name: str = "postgres") -> ServerAddress:
        """Return the address of a database."""
        return ServerAddress(f"postgresql://{USER}@/{name}?host={self.folder}")


@contextmanager
def temporary_server() -> Iterator[ServerAddress]:
    """Run a server until the block ends, and yield an empty database. Raise `NoPostgresql`."""
    server = Postgresql(Postgresql.make_folder(), {"fsync": "off"})
    try:
        yield server.address()
    finally:
        server.stop()


@contextmanager
def _deleting_on_failure(folder: Path) -> Iterator[None]:
    """Delete a folder if the server cannot be created in it. Raise `NoPostgresql`."""
    try:
        yield
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, OSError):
            raise NoPostgresql(error.strerror or str(error)) from error
        raise


def _reason(output: bytes) -> str:
    """Return the last line of a program's output, or nothing."""
    lines = output.decode(errors="replace").strip().splitlines()
    return lines[-1].strip().rstrip(".") if lines else ""


def _program(name: str) -> str:
    path = program_of(name) if os.name == "posix" else None
    if path is None:
        raise NoPostgresql("it isn't installed")
    return path


def _unprivileged_owner(folder: Path) -> tuple[int | None, int | None]:
    """Return the user and group that run the server, and give them the folder."""
    if os.getuid() != 0:
        return None, None
    import pwd

    known = {each.pw_name: each for each in pwd.getpwall()}
    who = next(known[name] for name in _UNPRIVILEGED if name in known)
    os.chown(folder, who.pw_uid, who.pw_gid)
    return who.pw_uid, who.pw_gid
