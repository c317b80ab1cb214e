"""Views are made of actions, which exist once their cogs are imported."""

from importlib import import_module

from cogs import extensions

for _cog in extensions():
    import_module(_cog)
