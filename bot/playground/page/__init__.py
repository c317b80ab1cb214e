"""A page in the browser on which one person plays as any of the members of the playground.

Made before the playground starts, and mounted on it::

    playground = Playground()
    desk = Desk(playground, announce=print)
    playground.mount(desk.routes())
    async with playground:
        print(desk.invitation())     # the address to open, with a key that lets in once

Everything that happens on the page goes over one WebSocket for each person that it shows
(`sitting.py`); what is sent there is listed in `deeds.py` and `views.py`.
"""

from bot.playground.page.desk import Desk
from bot.playground.page.direction import Director

__all__ = ["Desk", "Director"]
