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
        ("**[#12](https://discord.com/channels/1/2/3)** `c3`", 1),
        ("**#12** begins <t:1796040000:R>", 2),
        ("<@123456789012345678> to move", 1),
        ("</challenge:123456789012345678> now", 1),
        ("<:orange_kitten:123456789012345678> on c3", 1),
        (f"-# {'a' * 30}", 1),
        ("a" * 31, 2),
        ("a" * 90 + " b", 4),
        ("It is " + "a" * 31, 3),
        ("💡 この手のねらい：止められない8匹目のねこの狙いと相手の子ねこ2匹の押し出し。", 3),
    ],
)
def test_lines_break_between_words_and_between_japanese_characters(text: str, lines: int) -> None:
    assert count_lines([text]) == lines


def test_each_text_and_each_line_of_it_begins_a_line() -> None:
    assert count_lines(["a\nb", "c"]) == 3
