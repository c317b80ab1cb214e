"""No command about a database shows the password of an address, even of an invalid one."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.address import ServerAddress
from bot.cli import boop
from bot.cli.check_database import check_database
from bot.cli.findings import Severity

SECRET = "hidden-hidden"
AWAY = f"postgresql://boop:{SECRET}@127.0.0.1:9/boop"
COMMANDS = ("backup copy", "restore copy", "ratings", "move-database {} other")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "address",
    [
        AWAY,
        f"postgresql://127.0.0.1:9/boop?user=boop&password={SECRET}",
        f"postgresql://boop@127.0.0.1:9/boop?nonsense={SECRET}",
        f"postgresql://boop:x/{SECRET}@127.0.0.1:9/boop",
        f"host=127.0.0.1 port=9 password={SECRET} dbname=boop",
        f"application_name=boop host=127.0.0.1 port=9 password={SECRET}",
        f"sslcert=client.pem sslpassword={SECRET}",
        f"Server=127.0.0.1;Database=boop;Pwd={SECRET}",
        f"boop:{SECRET}@127.0.0.1:9/boop",
        f"mysql://boop:{SECRET}@127.0.0.1:9/boop",
    ],
)
def test_no_command_shows_the_password_of_an_address_or_creates_a_file_named_like_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOOP_DATABASE", address)
    called = [part.format(address) for part in command.split()]
    ended = CliRunner().invoke(boop, called)
    assert ended.exit_code == 2
    assert SECRET not in ended.output
    assert SECRET not in str([*os.walk(tmp_path)])


def test_check_shows_no_password() -> None:
    [finding], _ = check_database(ServerAddress(AWAY))
    assert finding.severity is Severity.WRONG
    assert SECRET not in finding.text
