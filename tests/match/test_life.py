"""A match's life, explored by hypothesis: the match stays valid under all actions."""

from hypothesis import HealthCheck, settings

from tests.kit.effort import effort
from tests.kit.life import Life

TestLife = Life.TestCase
TestLife.settings = settings(
    max_examples=effort(20, 300),
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
