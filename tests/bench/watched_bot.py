"""Our bot with a watch on its event loop: records callbacks that block it for long, and why.

It is started like `python -m bot`, with the report's file first.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path

from bot.__main__ import main
from tests.bench.watch import Watch

if __name__ == "__main__":
    report = Path(sys.argv.pop(1))
    watch = Watch()
    try:
        with watch.watching():
            main()
    finally:
        report.write_text(json.dumps(asdict(watch)), encoding="utf-8")
