"""Each contract of import-linter breaks on a violation planted in a copy of the tree.

`.ci/run` checks that the tree keeps them.
"""

import os
import re
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
    "features-apart": ("bot/features/hints/planted.py", "import bot.features.settings.queries"),
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


def _copy_to(folder: Path) -> Path:
    for package in ("bot", "cogs", "playground", "render"):
        shutil.copytree(
            ROOT / package,
            folder / package,
            ignore=lambda _, names: [
                name for name in names if "." in name and not name.endswith(".py")
            ],
        )
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def _lint(tree: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS, "--no-cache"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": "", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_contract_has_a_violation_to_break_it() -> None:
    assert set(VIOLATIONS) == set(_contracts())


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return what import-linter reports about a tree with every violation."""
    tree = _copy_to(tmp_path_factory.mktemp("tree"))
    for place, violation in VIOLATIONS.values():
        with (tree / place).open("a", encoding="utf-8") as planted:
            planted.write(f"\n{violation}\n")
    result = _lint(tree)
    assert result.returncode == 1, result.stdout
    return result.stdout


@pytest.mark.parametrize("contract", VIOLATIONS)
def test_a_planted_violation_breaks_its_contract(report: str, contract: str) -> None:
    place, violation = VIOLATIONS[contract]
    name = _contracts()[contract]
    assert f"{name} BROKEN" in report
    # The imports that break a contract follow its underlined name.
    broken = report.partition(f"\n{name}\n---")[2].partition("\n\n\n")[0]
    importer = place.removesuffix(".py").replace("/", ".")
    imported = re.findall(rf"-\s+{re.escape(importer)} -> (\S+) \(l\.", broken)
    module = violation.split()[1]
    # Of a package that isn't ours, only the name is reported.
    assert any(f"{module}.".startswith(f"{each}.") for each in imported), broken
