"""Compiling the engine. This imports nothing of the game, because numba must be imported first."""

from bot.importing import import_if_possible


def compile_if_possible() -> None:
    """Import numba, if the extra `fast` is installed, so that the kernel is compiled."""
    import_if_possible("numba")
