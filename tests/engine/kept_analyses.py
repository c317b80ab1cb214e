"""Analyses of two matches, stored when their edition was raised last.

`python -m tests.engine.kept_analyses` stores them again. A released edition is never stored again:
raise `EDITION` before you change the results of analyses, because the bot's stored analyses of old
matches would differ from new ones.
"""

import json
from pathlib import Path

from bot.engine.analysis import edition_of, examine, judge, write_analysis
from bot.game import CLASSIC, SEAM, Position, Ruleset, play, read_turn

KEPT = Path(__file__).with_suffix(".json")
NODES = 1_500
MATCHES = {
    CLASSIC: "Kc5 Kd3 Kb4 Kb5 Kb2 Ka5 Kf3 Kd2 Ke5 Kf2 Ke2 Ke3",
    SEAM: "Ke5 Kd5~23- Kc2~de+ Ke2 Kf2 Kd4 Kd3 Ka4",
}


def main() -> None:
    """Store the current analyses."""
    KEPT.write_text(json.dumps(make_analyses(), indent=1) + "\n", encoding="utf-8")


def stored_analyses() -> dict[str, dict[str, str]]:
    """Return the edition and the text of each stored analysis, by ruleset."""
    data: dict[str, dict[str, str]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return data


def make_analyses() -> dict[str, dict[str, str]]:
    """Make the analyses, with their editions."""
    return {
        ruleset.name: {"edition": edition_of(ruleset), "body": _body_of(ruleset, texts.split())}
        for ruleset, texts in MATCHES.items()
    }


def _body_of(ruleset: Ruleset, texts: list[str]) -> str:
    start = position = Position.start(ruleset)
    steps = []
    for text in texts:
        steps.append(play(position, read_turn(text)))
        position = steps[-1].after
    turns = [step.turn for step in steps]
    examined = [examine(start, turns, ply, NODES) for ply in range(len(turns) + 1)]
    return write_analysis(judge(steps, examined))


if __name__ == "__main__":
    main()
