"""The settings: where they come from, and that all faults are reported together."""

import os
import re
import shutil
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.address import ServerAddress
from bot.cli.sentences import fault_sentence
from bot.config import (
    FOR_TESTS_ONLY,
    NAMES,
    NEEDED_BY_NO_OWNER,
    BadSettings,
    BadValue,
    Fault,
    LogFormat,
    LogLevel,
    Settings,
    UnknownName,
    UnreadableFile,
    UnreadableLine,
    read_settings,
    read_settings_and_faults,
)
from bot.text import Message

EXAMPLE = Path(__file__).parent.parent / ".env.example"


def one_of(values: str) -> Message:
    return Message("one of {values}").filled(values=values)


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.upper().startswith("BOOP_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def faults_of(env_file: Path = Path(".env")) -> tuple[Fault, ...]:
    with pytest.raises(BadSettings) as refusal:
        read_settings(env_file)
    return refusal.value.faults


def test_without_settings_all_defaults_apply() -> None:
    settings = read_settings()
    assert settings.token is None
    assert settings.database == Path("boop.sqlite3")
    assert settings.log_level is LogLevel.INFO
    assert settings.log_format is LogFormat.TEXT
    assert (settings.health_port, settings.health_host) == (None, "127.0.0.1")
    assert (settings.web_port, settings.web_host) == (None, "127.0.0.1")
    assert (settings.processes, settings.shards) == (1, None)
    assert (settings.discord_proxy, settings.trust_proxy) == (None, False)
    assert settings.discord_api is None
    assert settings.control is None


def test_the_environment_wins_over_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("BOOP_DATABASE=file.sqlite3\nBOOP_LOG_LEVEL=Warning\nOTHER=1\n")
    monkeypatch.setenv("BOOP_DATABASE", "environment.sqlite3")
    settings = read_settings()
    assert settings.database == Path("environment.sqlite3")
    assert settings.log_level is LogLevel.WARNING


def test_a_token_is_read_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOP_TOKEN", " a.b.c ")
    settings = read_settings()
    assert settings.token is not None
    assert settings.token.get_secret_value() == "a.b.c"
    assert "a.b.c" not in repr(settings)


def test_a_home_folder_is_found_in_the_databases_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/sam")
    monkeypatch.setenv("BOOP_DATABASE", "~/boop.sqlite3")
    assert read_settings().database == Path("/home/sam/boop.sqlite3")


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_a_database_may_be_on_a_server_whose_password_is_shown_nowhere(
    monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    url = f"{scheme}://boop:secret@db.example:5433/matches?password=secret&sslmode=require"
    monkeypatch.setenv("BOOP_DATABASE", url)
    settings = read_settings()
    assert settings.database == ServerAddress(url)
    assert str(settings.database) == f"{scheme}://boop@db.example:5433/matches"
    assert "secret" not in repr(settings)


def test_a_database_may_be_on_one_of_several_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "postgresql://boop:p%40ss@one:5432,two:5433,[::1]:5434/matches?target_session_attrs=any"
    monkeypatch.setenv("BOOP_DATABASE", url)
    assert str(read_settings().database) == "postgresql://boop@one:5432,two:5433,[::1]:5434/matches"


@pytest.mark.parametrize(
    "address",
    [
        "postgresq://boop:secret@db.example/boop",
        "postgresql://boop:secret@db:port/boop",
        "postgresql://boop:/secret@db/boop",
        "postgresql://boop:2024/secret@db/boop",
        "postgresql://boop:#secret@db/boop",
        "postgresql://boop:?secret@db/boop",
        "postgresql://boop:x@secret@db/boop",
        "postgresql://boop:x@db/boop?password=sec@ret",
        "postgresql://boop:[secret/boop",
        "host=db.example password=secret dbname=boop",
        "dbname=boop password = 'secret'",
        "PASSWORD=secret host=db.example",
        "sslmode=require passfile=secret",
        "postgresql:boop:secret@db.example/boop",
        "POSTGRESQL://boop:secret@db.example/boop",
        "jdbc:postgresql://db.example/boop?password=secret",
        "postgresql+asyncpg://boop:secret@db.example/boop",
        "boop:secret@db.example/boop",
        "//boop:secret@db.example/boop",
        "mysql:secret",
        "sqlite:///secret.sqlite3",
        "file:secret.sqlite3?mode=rw",
    ],
)
def test_an_invalid_server_address_is_refused_and_not_shown(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("BOOP_DATABASE", address)
    expected = (
        "a file, or an address such as 'postgresql://user:password@host/name', with %40 for @, "
        "%2F for /, %3F for ? and %23 for # in the password"
    )
    assert "secret" not in str(ServerAddress(address))
    assert faults_of() == (BadValue("BOOP_DATABASE", None, Message(expected)),)


@pytest.mark.parametrize(
    "file",
    [
        "boop.sqlite3",
        "/var/lib/boop/boop.sqlite3",
        "./made:today.sqlite3",
        "C:\\boop\\boop.sqlite3",
        "a=b.sqlite3",
        "folder/user.sqlite3",
        "me@home/boop.sqlite3",
    ],
)
def test_the_name_of_a_file_is_used_verbatim(monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    monkeypatch.setenv("BOOP_DATABASE", file)
    assert read_settings().database == Path(file)


QUOTED = {
    "token": "abc.def.ghi",
    "database": "postgresql://boop:secret@db.example/boop",
    "log_level": "debug",
    "log_format": "json",
    "health_port": "8080",
    "health_host": "0.0.0.0",
    "web_port": "8081",
    "web_host": "localhost",
    "translations": "https://example.org/boop",
    "processes": "3",
    "shards": "4",
    "trust_proxy": "true",
    "discord_proxy": "http://proxy.example:8080",
    "public_url": "https://boop.example.org",
    "web_proxy": "127.0.0.1",
    "discord_api": "http://127.0.0.1:8080/api/v10",
    "control": "control.json",
}


@pytest.mark.parametrize("quote", ['"', "'"])
def test_quotes_that_docker_keeps_around_a_value_are_not_part_of_it(
    monkeypatch: pytest.MonkeyPatch, quote: str
) -> None:
    assert QUOTED.keys() == Settings.model_fields.keys()
    for name, value in QUOTED.items():
        monkeypatch.setenv(f"BOOP_{name.upper()}", value)
    plain = read_settings()
    for name, value in QUOTED.items():
        monkeypatch.setenv(f"BOOP_{name.upper()}", f"{quote}{value}{quote}")
    assert read_settings() == plain
    for name in QUOTED:
        monkeypatch.setenv(f"BOOP_{name.upper()}", quote * 2)
    empty = read_settings()
    for name in QUOTED:
        monkeypatch.delenv(f"BOOP_{name.upper()}")
    assert empty == read_settings()


@pytest.mark.parametrize("name", sorted(Settings.model_fields))
def test_error_messages_never_show_a_password(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(f"BOOP_{name.upper()}", "ftp://boop:secret@db.example/boop")
    _, faults = read_settings_and_faults()
    assert "secret" not in str(BadSettings(faults)) + repr(faults)
    assert "secret" not in "".join(map(fault_sentence, faults))


def test_a_file_that_begins_with_a_byte_order_mark_is_read() -> None:
    Path(".env").write_text("BOOP_DATABASE=marked.sqlite3\n", encoding="utf-8-sig")
    assert read_settings().database == Path("marked.sqlite3")


def test_all_faults_are_reported_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("what is this\nBOOP_LOG_FORMAT=xml\nBOOP_DATABSE=x\n")
    monkeypatch.setenv("BOOP_TOKEN", "Bot a.b.c")
    monkeypatch.setenv("BOOP_LOG_LEVEL", "Loud")
    monkeypatch.setenv("BOOP_ZZZ", "1")
    assert set(faults_of()) == {
        UnreadableLine(Path(".env"), 1),
        UnknownName("BOOP_DATABSE", "BOOP_DATABASE"),
        UnknownName("BOOP_ZZZ", None),
        BadValue("BOOP_TOKEN", None, Message("the token alone, without spaces and without 'Bot '")),
        BadValue("BOOP_LOG_LEVEL", "Loud", one_of("'debug', 'info', 'warning' or 'error'")),
        BadValue("BOOP_LOG_FORMAT", "xml", one_of("'text' or 'json'")),
    }


def test_a_setting_for_tests_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOP_DISCORD_OPENAPI", "/somewhere/openapi.json")
    read_settings()


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:8080/api/v10",
        "http://127.0.0.1/api",
        "http://localhost:1/api",
        "http://[::1]:8080/api/v10/",
    ],
)
def test_another_api_on_this_machine_is_accepted(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("BOOP_DISCORD_API", address)
    assert read_settings().discord_api == address.rstrip("/")


@pytest.mark.parametrize(
    "address",
    [
        "https://127.0.0.1/api",
        "http://discord.example/api",
        "http://127.0.0.1@discord.example/api",
        "http://discord.example\\@127.0.0.1/api",
        "http://127.0.0.1.discord.example/api",
        "http://10.0.0.1/api",
        "http://127.0.0.1:port/api",
        "http://127.0.0.1/api?version=10",
        "http://[::1/api",
        "127.0.0.1:8080",
    ],
)
def test_another_api_elsewhere_is_refused(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("BOOP_DISCORD_API", address)
    expected = "an http address on this machine, such as 'http://127.0.0.1:8080/api/v10'"
    assert faults_of() == (BadValue("BOOP_DISCORD_API", address, Message(expected)),)


def test_the_control_file_is_refused_beside_the_real_discord(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("BOOP_CONTROL", "control.json")
    expected = "nothing, unless BOOP_DISCORD_API is set as well"
    assert faults_of() == (BadValue("BOOP_CONTROL", "control.json", Message(expected)),)
    monkeypatch.setenv("BOOP_DISCORD_API", "http://127.0.0.1:8080/api/v10")
    assert read_settings().control == Path("control.json")


@pytest.mark.parametrize("name", ["BOOP_HEALTH_PORT", "BOOP_WEB_PORT"])
@pytest.mark.parametrize("port", ["0", "65536", "eighty", "-1", "8080.5"])
def test_an_invalid_port_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, port: str) -> None:
    monkeypatch.setenv(name, port)
    assert faults_of() == (BadValue(name, port, Message("a port from 1 to 65535")),)
    monkeypatch.setenv(name, "8080")
    settings = read_settings()
    assert 8080 in (settings.health_port, settings.web_port)


def test_the_public_pages_have_a_separate_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOP_HEALTH_PORT", "8080")
    monkeypatch.setenv("BOOP_WEB_PORT", "8080")
    expected = "another port than BOOP_HEALTH_PORT"
    assert faults_of() == (BadValue("BOOP_WEB_PORT", "8080", Message(expected)),)


@pytest.mark.parametrize(
    "host", ["http://boop.example", "256.0.0.1", "boop example", "-boop", "1.2.3", "localhost:80"]
)
def test_an_address_that_cannot_be_listened_on_is_reported_with_other_faults(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setenv("BOOP_WEB_HOST", host)
    monkeypatch.setenv("BOOP_WEB_PORT", "none")
    expected = "an address such as '127.0.0.1', '0.0.0.0' or 'localhost'"
    assert faults_of() == (
        BadValue("BOOP_WEB_PORT", "none", Message("a port from 1 to 65535")),
        BadValue("BOOP_WEB_HOST", host, Message(expected)),
    )


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::1", "localhost", "boop.example"])
def test_an_address_that_can_be_listened_on_is_accepted(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setenv("BOOP_WEB_HOST", host)
    assert read_settings().web_host == host


SERVER = "postgresql://boop@db.example/boop"


@pytest.mark.parametrize("processes", ["0", "2", "many"])
def test_a_database_file_is_for_one_process(
    monkeypatch: pytest.MonkeyPatch, processes: str
) -> None:
    monkeypatch.setenv("BOOP_PROCESSES", processes)
    expected = "1, or from 2 to 64 with a database on a PostgreSQL server"
    assert faults_of() == (BadValue("BOOP_PROCESSES", processes, Message(expected)),)


def test_there_are_no_fewer_shards_than_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOP_DATABASE", SERVER)
    monkeypatch.setenv("BOOP_PROCESSES", "3")
    settings = read_settings()
    assert (settings.processes, settings.shards) == (3, None)
    monkeypatch.setenv("BOOP_SHARDS", "2")
    expected = "a number from 1 to 10000, and no smaller than BOOP_PROCESSES"
    assert faults_of() == (BadValue("BOOP_SHARDS", "2", Message(expected)),)
    monkeypatch.setenv("BOOP_SHARDS", "16")
    assert read_settings().shards == 16


@pytest.mark.parametrize(
    "address",
    [
        "http://proxy.example:8080",
        "https://proxy.example",
        "http://8.8.8.8",
        "http://10.0.0.2",
        "http://192.168.0.2:8080",
        "http://169.254.169.254",
        "http://0.0.0.0",
        "http://[fd00::1]",
        "http://a:b@127.0.0.1",
        "127.0.0.1",
    ],
)
def test_a_proxy_that_receives_the_token_has_to_be_on_this_machine(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("BOOP_DISCORD_PROXY", address)
    expected = (
        "an address on this machine, such as 'http://127.0.0.1:8080', "
        "unless BOOP_TRUST_PROXY is true"
    )
    shown = None if "a:b@" in address else address
    assert faults_of() == (BadValue("BOOP_DISCORD_PROXY", shown, Message(expected)),)


@pytest.mark.parametrize(
    "address", ["http://localhost:8080", "http://[::1]:8080", "https://127.0.0.2"]
)
def test_a_proxy_on_this_machine_is_accepted(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("BOOP_DISCORD_PROXY", f"{address}/")
    assert read_settings().discord_proxy == address


@pytest.mark.parametrize("address", ["http://nirn:8080", "http://10.0.0.2"])
def test_a_remote_proxy_is_accepted_if_allowed(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("BOOP_TRUST_PROXY", "true")
    monkeypatch.setenv("BOOP_DISCORD_PROXY", address)
    assert read_settings().discord_proxy == address


def test_the_address_for_translators_is_one_that_discord_can_link_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert read_settings().translations is None
    expected = "an https address such as 'https://example.org/boop'"
    for address in ("http://example.org", "example.org/boop", "https://", f"https://{'x' * 510}"):
        monkeypatch.setenv("BOOP_TRANSLATIONS", address)
        assert faults_of() == (BadValue("BOOP_TRANSLATIONS", address, Message(expected)),)
    monkeypatch.setenv("BOOP_TRANSLATIONS", "https://example.org/boop")
    assert read_settings().translations == "https://example.org/boop"


def test_a_file_that_is_a_folder_is_reported() -> None:
    Path(".env").mkdir()
    assert faults_of() == (UnreadableFile(Path(".env"), "Is a directory"),)


def test_a_file_that_is_not_text_is_reported() -> None:
    Path(".env").write_bytes(b"BOOP_TOKEN=\xff\xfe")
    assert faults_of() == (UnreadableFile(Path(".env"), "it isn't UTF-8 text"),)


def test_the_example_has_every_setting_with_its_default_and_description() -> None:
    paragraphs = EXAMPLE.read_text(encoding="utf-8").strip().split("\n\n")[1:]
    assert paragraphs == [
        f"# {field.description}\n{name}={'' if field.default is None else field.default}"
        for name, field in zip(NAMES, Settings.model_fields.values(), strict=True)
        if name not in NEEDED_BY_NO_OWNER
    ]


def test_the_unchanged_example_gives_the_defaults() -> None:
    shutil.copy(EXAMPLE, ".env")
    assert tuple(dotenv_values(".env")) == tuple(
        name for name in NAMES if name not in NEEDED_BY_NO_OWNER
    )
    assert read_settings() == Settings(_env_file=None)


def test_settings_for_tests_are_not_reported_as_misspelled() -> None:
    read = {
        name
        for path in Path(__file__).parent.rglob("*.py")
        for name in re.findall(r'environ(?:\.get\(|\[)"(BOOP_\w+)"', path.read_text("utf-8"))
    }
    assert {"BOOP_TESTS", "BOOP_TEST_DATABASE"} <= read
    assert read <= {*NAMES, *FOR_TESTS_ONLY}
