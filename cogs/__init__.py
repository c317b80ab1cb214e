"""Slash commands and buttons: read the request, call the service, show the answer.

Each feature's folder names its modules with cogs in `EXTENSIONS`; that is all that loads them.
"""

from importlib import import_module
from pkgutil import iter_modules


def extensions() -> list[str]:
    """Return the names of all modules whose `setup` adds cogs to the bot."""
    return [
        f"{folder.name}.{module}"
        for folder in iter_modules(__path__, f"{__name__}.")
        for module in getattr(import_module(folder.name), "EXTENSIONS", ())
    ]
