"""A page in the browser for playing as two of the playground's members, side by side.

Made before the playground starts, and mounted on it::

    playground = Playground()
    page = PageServer(playground, announce=print)
    playground.mount(page.routes())
    async with playground:
        print(page.invitation())     # the address to open, with a key that lets in once

Everything that happens on the page goes over one WebSocket for each person that it shows
(`connection.py`); `actions.py` and `views.py` list what is sent there. The director's bar requests
its actions (`directing.py`, `moderating.py`) by POST and receives the `stage`.

`PageServer(…, welcome=Welcome(…))` sets the opening of the page: a sentence, buttons with which
people can begin at once, and the commands that are listed first. `async with
page.on_network("192.168.1.5") as address:` serves the page to other devices as well.
"""

from playground.page.direction import Director, ProcessKeeper, ProcessState
from playground.page.server import PageServer
from playground.page.welcome import Opening, Places, Welcome

__all__ = [
    "Director",
    "Opening",
    "PageServer",
    "Places",
    "ProcessKeeper",
    "ProcessState",
    "Welcome",
]
