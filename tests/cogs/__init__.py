"""Views are made of actions, which there are once their cogs are imported."""

from importlib import import_module

from bot.app import COGS

for _cog in COGS:
    import_module(_cog)
