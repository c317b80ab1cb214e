"""The page of results: docs/benchmarks.md."""

import os
import platform
import subprocess
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

from tests.bench.figures import Figure

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "benchmarks.md"
HERE = "<!-- runs, the newest first -->\n"


def table_of(figures: Iterable[Figure]) -> str:
    """Return a table of the figures."""
    lines = ["| what | figure | budget | | beside |", "| --- | ---: | ---: | --- | --- |"]
    lines += [
        f"| {figure.what} | {figure.text} | {figure.target} | {figure.verdict} | {figure.note} |"
        for figure in figures
    ]
    return "\n".join(lines) + "\n"


def write_page(table: str) -> None:
    """Add a run to the page, before the older ones."""
    PAGE.write_text(with_run(PAGE.read_text(encoding="utf-8"), _title(), table), encoding="utf-8")


def with_run(page: str, title: str, table: str) -> str:
    """Return the page with a new run on top; raise ValueError if the page has no place for runs."""
    before, mark, after = page.partition(HERE)
    if not mark:
        raise ValueError(f"the page has no line {HERE!r}")
    return f"{before}{mark}\n{title}\n\n{table}{after}"


def _title() -> str:
    now = datetime.fromtimestamp(time.time(), UTC)
    return f"## {now:%Y-%m-%d}, commit {_commit()}\n\n{_machine()}."


def _commit() -> str:
    """Return the commit, and whether the measured code has uncommitted changes."""
    short = _git("rev-parse", "--short", "HEAD")
    changed = _git("status", "--porcelain", "--", "bot", "cogs", "playground", "render")
    return f"{short} with changes" if changed else short


def _git(*arguments: str) -> str:
    ran = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def _machine() -> str:
    load = f", {os.getloadavg()[0]:.1f} processes running" if hasattr(os, "getloadavg") else ""
    numba = "with" if find_spec("numba") else "without"
    return (
        f"{_processor()}, {os.cpu_count()} cores{load}; {platform.system()}, "
        f"{platform.python_implementation()} {platform.python_version()}, {numba} numba"
    )


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
