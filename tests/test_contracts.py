"""Each contract of import-linter breaks on a violation planted in a copy of the tree."""

import os
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.skipif(
    find_spec("importlinter") is None, reason='needs import-linter: pip install -e ".[checks]"'
)

LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"

VIOLATIONS = {
    "layers": ("bot/features/planted.py", "import cogs"),
    "features-apart": ("bot/features/hints/planted.py", "import bot.features.watching.service"),
    "outbox-alone": ("bot/features/outbox/planted.py", "import bot.features.matches.queries"),
    "cogs-without-sql": ("cogs/hints/planted.py", "import bot.db.database"),
    "text-alone": ("bot/text/planted.py", "import structlog"),
    "settings-alone": ("bot/config.py", "import bot.game.squares"),
    "settings-readers": ("bot/db/planted.py", "import bot.config"),
    "playground-alone": ("playground/planted.py", "from bot.game import Position"),
    "playground-apart": ("bot/features/planted.py", "import playground"),
    "discord": ("bot/features/planted.py", "import discord.abc"),
    "sql": ("bot/features/planted.py", "import sqlite3"),
    "pictures": ("cogs/core/planted.py", "from PIL import Image"),
    "render-alone": ("render/planted.py", "import bot.match"),
    "pure": ("bot/game/planted.py", "import random"),
    "engine-alone": ("bot/engine/planted.py", "import bot.match"),
    "cogs-by-feature": ("cogs/hints/planted.py", "import bot.features.watching.service"),
    "rooms": ("cogs/core/planted.py", "import cogs.board.layout"),
    "cogs-apart": ("cogs/hints/planted.py", "import cogs.watching.cog"),
}


def _contracts() -> dict[str, str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    return {contract["id"]: contract["name"] for contract in contracts}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for package in ("bot", "cogs", "playground", "render"):
        shutil.copytree(
            ROOT / package,
            tmp_path / package,
            ignore=lambda _, names: [
                name for name in names if "." in name and not name.endswith(".py")
            ],
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def _lint(tree: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS, "--no-cache"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": "", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_code_keeps_every_contract(tree: Path) -> None:
    result = _lint(tree)
    assert result.returncode == 0, result.stdout


def test_every_contract_has_a_violation_to_break_it() -> None:
    assert set(VIOLATIONS) == set(_contracts())


@pytest.mark.parametrize("contract", VIOLATIONS)
def test_a_planted_violation_breaks_its_contract(tree: Path, contract: str) -> None:
    place, violation = VIOLATIONS[contract]
    planted = tree / place
    before = planted.read_text(encoding="utf-8") if planted.exists() else '"""Planted."""\n'
    planted.write_text(f"{before}\n{violation}\n", encoding="utf-8")

    result = _lint(tree)

    assert result.returncode == 1, result.stdout
    assert f"{_contracts()[contract]} BROKEN" in result.stdout
