"""Print the test file of each test that pytest's reports say was skipped, one a line.

A file stands there once. Given the paths of JUnit reports.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent


def main(reports: list[Path]) -> None:
    """Print the files, sorted."""
    files = {
        _file(case.get("classname", ""), case.get("name", ""))
        for report in reports
        # The reports are our own pytest's.
        for case in ElementTree.parse(report).iter("testcase")  # noqa: S314
        if any(skip.get("type") == "pytest.skip" for skip in case.iter("skipped"))
    }
    print("\n".join(sorted(map(str, files))))  # noqa: T201


def _file(classname: str, name: str) -> Path:
    """Find the file; a module that was skipped as a whole stands in the place of the test."""
    parts = (classname or name).split(".")
    for end in range(len(parts), 0, -1):
        file = Path(*parts[:end]).with_suffix(".py")
        if (ROOT / file).is_file():
            return file
    raise SystemExit(f"no test file for {classname!r}, {name!r}")


if __name__ == "__main__":
    main([Path(each) for each in sys.argv[1:]])
