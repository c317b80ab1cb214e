"""The README and the pages beside it keep their promises."""

import doctest
import re
import subprocess
import tomllib
from pathlib import Path

import discord
import pytest

from bot.cli import COMMANDS
from bot.config import FOR_TESTS_ONLY
from bot.config import NAMES as SETTINGS
from tests.kit.slash_commands import declared_commands

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")})

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)


def test_the_code_in_the_readme_runs() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert (failed, tried) == (0, 12)


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("readme_test_command", 'python -m pip install -e ".[test]" && python -m pytest\n'),
        (
            "readme_slow_test_command",
            'python -m pytest -m "(process or browser or whole or long) and not night"\n',
        ),
    ],
)
def test_ci_runs_the_readmes_test_commands(name: str, command: str) -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    parsed = re.search(rf"^{name}=\$\((grep -E '.*' README\.md)\)$", script, re.M)
    assert parsed is not None
    extracted = subprocess.run(
        ["bash", "-c", parsed[1]], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert extracted.stdout == command
    assert f"```console\n{command}```" in README


def test_the_unit_keeps_the_bots_files_private() -> None:
    unit = (ROOT / "docs/boop.service").read_text(encoding="utf-8")
    service = unit.partition("[Service]\n")[2].partition("\n[")[0].splitlines()
    assert "UMask=0077" in service


def test_the_page_about_hosting_begins_with_a_setup_of_ten_lines() -> None:
    page = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    first, *others = re.findall(r"^```console\n(.*?)^```", page, re.S | re.M)
    assert first.count("\n") == 10
    assert page.index("```console") < page.index("## Settings")
    for name in re.findall(r"\S+\.(?:lock|example|service)\b", first):
        path = ROOT / name.replace("/opt/boop-source/", "")
        assert path.exists() or name.startswith(("/etc/", "/var/")), name
    assert any("git pull" in each and "systemctl restart" in each for each in others)
    assert any("git pull" in each and "docker run" in each for each in others)


def test_the_commands_are_one_line_each() -> None:
    blocks = re.findall(r"```console\n(.*?)```", README, re.S)
    assert [block.count("\n") for block in blocks] == [1, 1, 1]


def test_the_invitation_asks_for_the_permissions_that_the_text_names() -> None:
    url = re.search(r"https://discord\.com/oauth2/authorize\?\S+", README)
    assert url is not None
    assert f"permissions={PERMISSIONS.value}" in url[0]
    assert "scope=bot+applications.commands" in url[0]
    for name, granted in PERMISSIONS:
        title = {"read_messages": "View Channel"}.get(name, name.replace("_", " ").title())
        in_text = title.replace(" In ", " in ") in " ".join(README.split())
        assert in_text or not granted, title


def test_the_table_of_commands_equals_the_bots() -> None:
    listed = set(re.findall(r"^\| `/(\w+)` \|", README, re.M))
    there = {each.name for each in declared_commands() if each.parent is None}
    assert listed == there


def test_the_pages_name_only_existing_commands() -> None:
    for page in PAGES:
        called = set(re.findall(r"`boop ([a-z]+)[ `]", page.read_text(encoding="utf-8")))
        assert called <= set(COMMANDS), page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_module_and_setting_named_in_a_page_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (page.parent / target).exists(), target
    named = re.findall(r"`((?:bot|cogs|playground|render|tests)/[\w/]+\.py)`", text)
    assert [each for each in named if not (ROOT / each).is_file()] == []
    assert set(re.findall(r"BOOP_[A-Z_]+", text)) <= {*SETTINGS, *FOR_TESTS_ONLY}


def test_the_tools_that_build_the_bot_are_locked_as_well() -> None:
    lock = (ROOT / "requirements-build.lock").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (backend,) = project["build-system"]["requires"]
    pinned = re.search(r"^hatchling==([0-9.]+) ", lock, re.M)
    assert pinned is not None
    least = backend.removeprefix("hatchling>=").split(".")
    assert [int(part) for part in pinned[1].split(".")] >= [int(part) for part in least]
    assert lock.count("==") == len(re.findall(r"^[^ ]+==.* \\\n    --hash", lock, re.M))
    assert "://" not in lock


@pytest.mark.parametrize(
    ("name", "extras"),
    [("requirements.lock", ()), ("requirements-full.lock", ("fast", "postgres"))],
)
def test_a_lock_pins_every_dependency_with_hashes_and_names_no_index(
    name: str, extras: tuple[str, ...]
) -> None:
    lock = (ROOT / name).read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    more = [each for extra in extras for each in project["optional-dependencies"][extra]]
    pinned = set(re.findall(r"^([a-z0-9-]+)==", lock, re.M))
    for requirement in [*project["dependencies"], *more]:
        package = re.split(r"[\[=<>]", requirement)[0]
        assert package.replace(".", "-") in pinned
    assert lock.count("==") == len(re.findall(r"^[^ ]+==.* \\\n    --hash", lock, re.M))
    assert "://" not in lock
