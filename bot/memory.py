"""The garbage collector of a process that has started."""

import gc


def settle_memory() -> None:
    """Have the collector pass over what lives now: it lives as long as the process."""
    gc.collect()
    gc.freeze()
