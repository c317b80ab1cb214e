"""A match's life, explored by hypothesis: the match stays valid under all actions."""

from hypothesis import HealthCheck, settings

from tests.kit.random_match import RandomMatch
from tests.kit.thoroughness import quick_or_thorough

TestLife = RandomMatch.TestCase
TestLife.settings = settings(
    max_examples=quick_or_thorough(20, 300),
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
