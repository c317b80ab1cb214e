"""Print the test file of each test that pytest's report says was skipped, one a line.

A file stands there once. Given the path of a JUnit report.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent


def main(report: Path) -> None:
    """Print the files, sorted."""
    # The report is our own pytest's.
    cases = ElementTree.parse(report).iter("testcase")  # noqa: S314
    files = {
        _file(case.get("classname", ""), case.get("name", ""))
        for case in cases
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
    main(Path(sys.argv[1]))
