"""Print the test functions that pytest's reports say were skipped, one a line, by their node ids.

A module that was skipped as a whole is printed itself. Given the paths of JUnit reports.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent


def main(reports: list[Path]) -> None:
    """Print each once, sorted."""
    found = {
        _named(case.get("classname", ""), case.get("name", ""))
        for report in reports
        # The reports are our own pytest's.
        for case in ElementTree.parse(report).iter("testcase")  # noqa: S314
        if any(skip.get("type") == "pytest.skip" for skip in case.iter("skipped"))
    }
    for each in sorted(found):
        print(each)  # noqa: T201


def _named(classname: str, name: str) -> str:
    """Return the file, and its function without parameters unless it was skipped as a whole."""
    parts = (classname or name).split(".")
    for end in range(len(parts), 0, -1):
        file = Path(*parts[:end]).with_suffix(".py")
        if (ROOT / file).is_file():
            within = [*parts[end:], name.partition("[")[0]] if classname else []
            return "::".join([file.as_posix(), *within])
    raise SystemExit(f"no test file for {classname!r}, {name!r}")


if __name__ == "__main__":
    main([Path(each) for each in sys.argv[1:]])
