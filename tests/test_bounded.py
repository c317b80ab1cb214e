"""A bounded dictionary remembers the last entries only."""

from bot.bounded import BoundedDict


def test_the_entry_that_was_set_longest_ago_is_evicted_first() -> None:
    kept = BoundedDict[str, int](2)
    kept["ada"], kept["bob"] = 1, 2
    kept["ada"] = 3
    kept["cleo"] = 4
    assert list(kept.items()) == [("ada", 3), ("cleo", 4)]
