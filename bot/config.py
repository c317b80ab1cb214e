"""The settings, read from the environment and a `.env` file. All faults are reported at once."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Final, Self
from urllib.parse import SplitResult, urlsplit

from dotenv.parser import parse_stream
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainValidator,
    SecretStr,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.address import DatabaseAddress, ServerAddress, names_no_file, read_address
from bot.errors import StartRefusal
from bot.text import N_, Detail, FilledMessage, Message, Typed, gettext, translate

PREFIX: Final = "BOOP_"
LONGEST_LINK: Final = 512
"""The longest address on a button that Discord accepts."""
LONGEST_PUBLIC: Final = 400
"""The longest address of the bot's web pages; the path of a page is appended to it."""
ENV_FILE: Final = Path(".env")
FOR_TESTS_ONLY: Final = frozenset(
    {
        "BOOP_CHROMIUM",
        "BOOP_DISCORD_OPENAPI",
        "BOOP_LOOKS",
        "BOOP_PICTURES",
        "BOOP_STEPS",
        "BOOP_TESTS",
        "BOOP_TEST_DATABASE",
    }
)
"""Names that only the tests read; they are not misspellings."""

_HOST_NAME: Final = re.compile(r"(?!.*[.]\d+$)[a-z0-9]([a-z0-9-]*[a-z0-9])?([.][a-z0-9-]+)*", re.I)

_WITH_PASSWORD: Final = re.compile(r":(?!//).*@")
"""Matches an address with a user and a password, even a misplaced password."""

_ENCODING: Final = "utf-8-sig"
"""UTF-8 with or without the byte order mark that some editors write."""


@dataclass(frozen=True, slots=True)
class BadValue(FilledMessage):
    """A setting with an unusable value; `wanted` says what is expected.

    `value` is None if it must not be shown: it may be a token.
    """

    message = N_("{name} is {value}; it must be {wanted}.")
    secret = N_("{name} can't be used; it must be {wanted}.")

    name: Detail
    value: Typed | None
    wanted: Message

    def choose_message(self) -> Message:
        """Return a sentence that shows the value, unless it must not be shown."""
        return self.secret if self.value is None else self.message


@dataclass(frozen=True, slots=True)
class UnknownName(FilledMessage):
    """A variable that looks like a setting but names none. Its value may be a token, so hide it.

    `nearest` is the most similar setting, if any is similar.
    """

    message = N_("{name} isn't a setting of this bot. Did you mean {nearest}?")
    nothing_near = N_("{name} isn't a setting of this bot.")

    name: Detail
    nearest: Detail | None

    def choose_message(self) -> Message:
        """Return the sentence, with the nearest name if there is one."""
        return self.nothing_near if self.nearest is None else self.message


@dataclass(frozen=True, slots=True)
class UnreadableLine(FilledMessage):
    """A line of the `.env` file, counted from 1, that is not `NAME=value`."""

    message = N_("{file}, line {line}: this must be `NAME=value`.")

    file: Path
    line: int


@dataclass(frozen=True, slots=True)
class UnreadableFile(FilledMessage):
    """A `.env` file that exists and cannot be read as text."""

    message = N_("Can't read {file}: {reason}.")

    file: Path
    reason: Detail


Fault = BadValue | UnknownName | UnreadableLine | UnreadableFile


@dataclass(eq=False, slots=True)
class BadSettings(StartRefusal):
    """All faults of the environment and the `.env` file."""

    message = N_("The settings are wrong:\n{faults}")

    faults: tuple[Fault, ...]


class _KeywordSetting(StrEnum):
    """A closed set of words, in upper or lower case."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        word = str(value).lower()
        return next((member for member in cls if member.value == word), None)


class LogLevel(_KeywordSetting):
    """The lowest level of events that are logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(_KeywordSetting):
    """The format of the log: for people, or one JSON object a line for programs."""

    TEXT = "text"
    JSON = "json"


def _token(value: SecretStr) -> SecretStr:
    text = value.get_secret_value().strip()
    if not text or text.split() != [text]:
        raise _error("token")
    return SecretStr(text)


_WANTED: Final = {
    "token": N_("the token alone, without spaces and without 'Bot '"),
    "loopback": N_("an http address on this machine, such as 'http://127.0.0.1:8080/api/v10'"),
    "control": N_("nothing, unless BOOP_DISCORD_API is set as well"),
    "port": N_("a port from 1 to 65535"),
    "address": N_("an address such as '127.0.0.1', '0.0.0.0' or 'localhost'"),
    "link": N_("an https address such as 'https://example.org/boop'"),
    "public": N_("an https address without '?' and '#', such as 'https://boop.example.org'"),
    "processes": N_("1, or from 2 to 64 with a database on a PostgreSQL server"),
    "shards": N_("a number from 1 to 10000, and no smaller than BOOP_PROCESSES"),
    "proxy": N_(
        "an address on this machine, such as 'http://127.0.0.1:8080', "
        "unless BOOP_TRUST_PROXY is true"
    ),
    "network": N_("an address such as '127.0.0.1', or a network such as '172.16.0.0/12'"),
    "own_port": N_("another port than BOOP_HEALTH_PORT"),
    "server": N_(
        "a file, or an address such as 'postgresql://user:password@host/name', with %40 for @, "
        "%2F for /, %3F for ? and %23 for # in the password"
    ),
}
"""The message that says what is expected, by the type of the error."""


def _error(kind: str) -> PydanticCustomError:
    return PydanticCustomError(kind, _WANTED[kind].text)


def _server(value: str, kind: str, is_accepted: Callable[[SplitResult], bool]) -> str:
    """Accept the address of a server without a user, a query or a fragment.

    `is_accepted` gets the parts of the address. It may raise `ValueError` to refuse them.
    """
    try:
        parts = urlsplit(value)
        _ = parts.port
        is_bare = parts.username is None and not (parts.query or parts.fragment or "\\" in value)
        is_usable = is_bare and bool(parts.hostname) and is_accepted(parts)
    except ValueError:
        is_usable = False
    if not is_usable:
        raise _error(kind)
    return value.rstrip("/")


def _loopback(value: str) -> str:
    """Accept the address of a server on this machine, because the token is sent there."""
    return _server(value, "loopback", lambda parts: parts.scheme == "http" and _is_here(parts))


def _proxy(value: str, validation: ValidationInfo) -> str:
    """Accept a proxy on this machine, or any trusted proxy, because the token is sent to it."""
    is_trusted = validation.data.get("trust_proxy") is True

    def is_accepted(parts: SplitResult) -> bool:
        return parts.scheme in ("http", "https") and (is_trusted or _is_here(parts))

    return _server(value, "proxy", is_accepted)


def _is_here(parts: SplitResult) -> bool:
    """Return whether a host is this machine. Raise `ValueError` for the name of another host."""
    host = parts.hostname or ""
    return host == "localhost" or ip_address(host).is_loopback


def _processes(value: object, validation: ValidationInfo) -> object:
    """Refuse several processes if the database is an SQLite file."""
    text = str(value)
    most = 64 if isinstance(validation.data.get("database"), ServerAddress) else 1
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise _error("processes")
    return int(text)


def _shards(value: object, validation: ValidationInfo) -> object:
    """Refuse fewer shards than there are processes."""
    text, least = str(value), validation.data.get("processes", 1)
    if not (text.isdecimal() and least <= int(text) <= 10_000):
        raise _error("shards")
    return value


def _link(value: str) -> str:
    """Accept the address of a page that Discord can link to."""
    try:
        parts = urlsplit(value)
    except ValueError:
        raise _error("link") from None
    if parts.scheme != "https" or not parts.netloc or len(value) > LONGEST_LINK:
        raise _error("link")
    return value


def _public(value: str) -> str:
    """Accept the address of the bot's web pages: https, or http on this machine."""

    def is_accepted(parts: SplitResult) -> bool:
        is_secure = parts.scheme == "https" or (parts.scheme == "http" and _is_here(parts))
        return is_secure and len(value) <= LONGEST_PUBLIC

    return _server(value, "public", is_accepted)


def _only_in_the_playground(value: Path, validation: ValidationInfo) -> Path:
    """Refuse the control socket if the bot uses the real Discord: the socket moves the clock."""
    if validation.data.get("discord_api", "bad") is None:
        raise _error("control")
    return value


def _port(value: object) -> object:
    if str(value).isdecimal() and 1 <= int(str(value)) <= 65535:
        return value
    raise _error("port")


def _address(value: str) -> str:
    """Accept an IP address or a host name, on which a server can listen."""
    try:
        ip_address(value)
    except ValueError:
        if _HOST_NAME.fullmatch(value) is None:
            raise _error("address") from None
    return value


def _network(value: str) -> str:
    """Accept an IP address, or a network of them."""
    try:
        return str(ip_network(value))
    except ValueError:
        raise _error("network") from None


def _of_its_own(value: int, validation: ValidationInfo) -> int:
    """Refuse the port of the health page, because that page is not public."""
    if value == validation.data.get("health_port"):
        raise _error("own_port")
    return value


def read_database(text: str) -> DatabaseAddress:
    """Return the address of a database.

    Raise `ValueError` if it is not one. The message omits the text, which may contain a password.
    """
    address = read_address(text)
    is_clear = address.is_clear if isinstance(address, ServerAddress) else not names_no_file(text)
    if not is_clear:
        raise ValueError(gettext("An address is {wanted}.", wanted=translate(_WANTED["server"])))
    return address.expanduser() if isinstance(address, Path) else address


def _database(value: object) -> DatabaseAddress:
    """Accept a file, or the URL of a database on a server, which may contain a password."""
    if isinstance(value, Path | ServerAddress):
        return value
    try:
        return read_database(str(value))
    except ValueError:
        raise _error("server") from None


def _unquoted(value: object) -> object:
    """Return a value without quotes around it, because `docker --env-file` keeps them."""
    if not isinstance(value, str):
        return value
    text = value.strip()
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if is_quoted else value


class Settings(BaseSettings):
    """The settings that the host can change. `.env.example` has the same descriptions."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        env_file_encoding=_ENCODING,
        extra="ignore",
        frozen=True,
    )

    @model_validator(mode="before")
    @classmethod
    def _take_off_quotes(cls, values: dict[str, object]) -> dict[str, object]:
        """Read `BOOP_TOKEN="…"` as the token; empty quotes count as not set."""
        unquoted = {name: _unquoted(value) for name, value in values.items()}
        return {name: value for name, value in unquoted.items() if value != ""}

    token: Annotated[SecretStr, AfterValidator(_token)] | None = Field(
        None,
        description="The bot's token, from the page Bot of your application at "
        "https://discord.com/developers/applications. Keep it secret.",
    )
    database: Annotated[DatabaseAddress, PlainValidator(_database)] = Field(
        Path("boop.sqlite3"),
        description="The SQLite file that holds all matches, which the first start creates; or a "
        "database on a PostgreSQL server, as postgresql://user:password@host/name.",
    )
    log_level: LogLevel = Field(
        LogLevel.INFO,
        description="The least severe events to log: debug, info, warning or error.",
    )
    log_format: LogFormat = Field(
        LogFormat.TEXT,
        description="The format of the log: text for people, or json for programs, one object a "
        "line.",
    )
    health_port: Annotated[int, BeforeValidator(_port)] | None = Field(
        None,
        description="The port that serves /healthz and /metrics; off unless set.",
    )
    health_host: str = Field(
        "127.0.0.1",
        description="The address to serve them on. There is no password: anyone who can reach it "
        "can read them.",
    )
    web_port: Annotated[int, BeforeValidator(_port), AfterValidator(_of_its_own)] | None = Field(
        None,
        description="The port that serves the leaderboards that servers have made public and the "
        "matches that players have shared; off unless set.",
    )
    web_host: Annotated[str, AfterValidator(_address)] = Field(
        "127.0.0.1",
        description="The address to serve them on; anyone who can reach it can read them.",
    )
    web_proxy: Annotated[str, AfterValidator(_network)] | None = Field(
        None,
        description="The address of a web server in front of those pages, such as 127.0.0.1: "
        "limits count the addresses that it names in X-Forwarded-For. From others that header is "
        "ignored.",
    )
    public_url: Annotated[str, AfterValidator(_public)] | None = Field(
        None,
        description="The address under which people reach those pages, such as "
        "https://boop.example.org; players can share matches by link once it is set.",
    )
    translations: Annotated[str, AfterValidator(_link)] | None = Field(
        None,
        description="Where people can improve the translations, such as the repository or a "
        "Weblate; /preferences links to it.",
    )
    processes: Annotated[int, BeforeValidator(_processes)] = Field(
        1,
        description="How many processes there are, which share the shards; more than one need a "
        "database on a PostgreSQL server.",
    )
    shards: Annotated[int, BeforeValidator(_shards)] | None = Field(
        None,
        description="How many shards there are; as many as Discord recommends unless set.",
    )
    trust_proxy: bool = Field(
        False,
        description="Whether BOOP_DISCORD_PROXY may be on another machine; it gets the token.",
    )
    discord_proxy: Annotated[str, AfterValidator(_proxy)] | None = Field(
        None,
        description="A proxy that keeps to Discord's rate limits for all processes, such as "
        "nirn-proxy; the login and the gateway still need https://discord.com itself.",
    )
    discord_api: Annotated[str, AfterValidator(_loopback)] | None = Field(
        None,
        description="Another Discord API to talk to, on this machine only; `boop playground` sets "
        "it.",
    )
    control: Annotated[Path, AfterValidator(_only_in_the_playground)] | None = Field(
        None,
        description="The file in which the bot says how to control its clock; `boop playground` "
        "sets it.",
    )


NEEDED_BY_NO_OWNER: Final = ("BOOP_DISCORD_API", "BOOP_CONTROL")
"""Settings that only `boop playground` sets, for its bot. They are not in `.env.example`."""

NAMES: Final = tuple(PREFIX + name.upper() for name in Settings.model_fields)
"""The variables that are settings, in the order of their declaration."""


def read_settings(env_file: Path = ENV_FILE) -> Settings:
    """Read the settings; the environment takes precedence over the file.

    An empty variable counts as not set. Raise `BadSettings` with every fault.
    """
    settings, faults = read_settings_and_faults(env_file)
    if faults:
        raise BadSettings(faults)
    return settings


def read_settings_and_faults(env_file: Path = ENV_FILE) -> tuple[Settings, tuple[Fault, ...]]:
    """Read the settings, with the default for each wrong one, and return every fault."""
    in_file, faults = _names_in(env_file)
    readable = not any(isinstance(fault, UnreadableFile) for fault in faults)
    faults += _unknown_names({*os.environ, *in_file})
    source = env_file if readable else None
    try:
        return Settings(_env_file=source), tuple(faults)
    except ValidationError as error:
        wrong = error.errors(include_url=False)
    instead = {str(each["loc"][0]): Settings.model_fields[str(each["loc"][0])] for each in wrong}
    defaults = {name: field.default for name, field in instead.items()}
    settings = Settings(_env_file=source, **defaults)
    return settings, (*faults, *map(_fault, wrong))


def _names_in(env_file: Path) -> tuple[set[str], list[Fault]]:
    try:
        with env_file.open(encoding=_ENCODING) as lines:
            bindings = list(parse_stream(lines))
    except FileNotFoundError:
        return set(), []
    except OSError as error:
        return set(), [UnreadableFile(env_file, error.strerror or str(error))]
    except UnicodeDecodeError:
        return set(), [UnreadableFile(env_file, gettext("it isn't UTF-8 text"))]
    names = {binding.key for binding in bindings if binding.key is not None}
    return names, [
        UnreadableLine(env_file, binding.original.line) for binding in bindings if binding.error
    ]


def _unknown_names(names: set[str]) -> list[Fault]:
    return [
        UnknownName(name, next(iter(get_close_matches(name.upper(), NAMES, n=1)), None))
        for name in sorted(names)
        if name.upper().startswith(PREFIX) and name.upper() not in {*NAMES, *FOR_TESTS_ONLY}
    ]


def _fault(error: ErrorDetails) -> BadValue:
    field = str(error["loc"][0])
    is_secret = field == "token" or error["type"] == "server"
    is_secret |= _WITH_PASSWORD.search(str(error["input"])) is not None
    value = None if is_secret else str(error["input"])
    match error:
        case {"type": str(kind)} if kind in _WANTED:
            wanted = _WANTED[kind]
        case {"ctx": {"expected": str(expected)}}:
            wanted = N_("one of {values}").filled(values=expected)
        case _:
            wanted = Message("{reason}").filled(reason=error["msg"])
    return BadValue(PREFIX + field.upper(), value, wanted)
