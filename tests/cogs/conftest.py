"""The table is the one that matches are played at."""

from importlib import import_module

from bot.app import COGS
from tests.play.conftest import table

__all__ = ["table"]

for _cog in COGS:
    # Views are made of actions, which there are once their cogs are imported.
    import_module(_cog)
