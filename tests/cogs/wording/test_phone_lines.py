"""How many lines texts take on a phone: measured in a browser once, and estimated here."""

import pytest

from cogs.wording.phone_lines import count_lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", 1),
        ("💡 It stops their line.", 1),
        ("**Besser:** 🟠 ein Kätzchen auf b4 (b4 c5 d6 vom Bett)", 2),
        ("💡 It threatens an eighth cat that cannot be stopped and pushes two kittens off.", 3),
        ("💡 Этот ход грозит восьмой кошкой, которую не остановить.", 3),
        ("💡 この手のねらい：止められない8匹目のねこの狙いと相手の子ねこ2匹の押し出し。", 3),
    ],
)
def test_lines_break_between_words_and_between_japanese_characters(text: str, lines: int) -> None:
    assert count_lines([text]) == lines


def test_each_text_and_each_line_of_it_begins_a_line() -> None:
    assert count_lines(["a\nb", "c"]) == 3
