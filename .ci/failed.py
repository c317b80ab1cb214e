"""Prints the tests that failed in a report of pytest's, one a line."""

import sys
from xml.etree import ElementTree


def main(report: str) -> None:
    """Read a report in JUnit's format."""
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - pytest wrote it
        if case.find("failure") is not None or case.find("error") is not None:
            sys.stdout.write(f"{case.get('classname')}::{case.get('name')}\n")


if __name__ == "__main__":
    main(sys.argv[1])
