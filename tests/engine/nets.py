"""A net that has learned nothing, for tests where there is no learned one."""

from random import Random

from bot.engine.net import Net
from bot.engine.tree import HIDDEN, INPUTS


def random_net(seed: int) -> Net:
    """Return a net whose scores are a few hundred points."""
    chance = Random(seed)

    def weights(count: int) -> tuple[int, ...]:
        return tuple(chance.randrange(-900, 900) for _ in range(count))

    inputs = tuple(weights(HIDDEN) for _ in range(INPUTS))
    return Net(inputs, weights(HIDDEN), weights(HIDDEN), 77, 15)
