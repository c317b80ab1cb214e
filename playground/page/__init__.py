"""A page in the browser on which one plays as two of the playground's members, side by side.

Made before the playground starts, and mounted on it::

    playground = Playground()
    desk = Desk(playground, announce=print)
    playground.mount(desk.routes())
    async with playground:
        print(desk.invitation())     # the address to open, with a key that lets in once

Everything that happens on the page goes over one WebSocket for each person that it shows
(`sitting.py`); what is sent there is listed in `deeds.py` and `views.py`. The director's bar asks
for its deeds (`directing.py`, `moderating.py`) by POST, and is told of the `stage`.
"""

from playground.page.desk import Desk
from playground.page.direction import Director, Keeper, Standing

__all__ = ["Desk", "Director", "Keeper", "Standing"]
