"""How texts write the ellipsis at the end of labels."""

import re

import pytest

pytest.importorskip("babel", reason='needs Babel: pip install -e ".[checks]"')

from bot.text.extracting import extract

SPACED = re.compile(r"[\w})*] …")
"""A word, a gap or a bracket, and a space before the ellipsis."""


def test_no_space_comes_before_an_ellipsis_in_english() -> None:
    texts = [
        text
        for each in extract().catalog
        for text in ([each.id] if isinstance(each.id, str) else each.id)
    ]
    assert len(texts) > 1000
    assert [text for text in texts if SPACED.search(text)] == []
