"""One person's connection to the page: a WebSocket that carries actions and news."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

from aiohttp import WSMsgType, web

from playground.page.actions import Actions
from playground.page.request import Request
from playground.page.views import Json
from playground.people import CannotDo
from playground.world import events
from playground.world.events import Event

_log = logging.getLogger(__name__)

MOST_WAITING = 10_000
_GOING_AWAY = 1001
_BROKEN = "the playground has a fault and could not do it; its terminal says more"


class PageConnection:
    """Sends changes to one person's page, and does the actions that it requests.

    The page sends `{"id", "action", …}` and gets `{"kind": "answer", "id", …}` with `result` or
    `refusal`; unasked it gets `surroundings`, `posted`, `edited`, `deleted`, `commands`, `stage`.
    """

    def __init__(self, socket: web.WebSocketResponse, actions: Actions) -> None:
        self._socket = socket
        self._actions = actions
        self._outbox: asyncio.Queue[Json] = asyncio.Queue(MOST_WAITING)
        self._tasks: set[asyncio.Task[None]] = set()
        self._surroundings_due = False

    async def run(self) -> None:
        """Serve until the page disconnects."""
        self.show_surroundings()
        sending = asyncio.create_task(self._send())
        try:
            async for message in self._socket:
                if message.type is WSMsgType.TEXT:
                    self._take(message.data)
        finally:
            for task in (sending, *self._tasks):
                task.cancel()
            await asyncio.gather(sending, *self._tasks, return_exceptions=True)

    async def close(self) -> None:
        """Tell the page that the playground is closing."""
        await self._socket.close(code=_GOING_AWAY)

    def tell(self, news: Json) -> None:
        """Send news to the page; drop a page that no longer reads it."""
        try:
            self._outbox.put_nowait(news)
        except asyncio.QueueFull:
            self._keep(asyncio.create_task(self.close()))

    def hear(self, event: Event) -> None:
        """Pass an event on, if this person may know about it."""
        match event:
            case events.MessagePosted(message):
                self._tell_message("posted", message.id)
                self.refresh()
            case events.MessageEdited(message):
                self._tell_message("edited", message.id)
            case events.MessageDeleted(message):
                gone = {"channel_id": str(message.channel_id), "message": str(message.id)}
                self.tell({"kind": "deleted", **gone})
                self.refresh()
            case events.CommandsChanged():
                self.tell({"kind": "commands"})
            case events.Typing():
                pass
            case _:
                self.refresh()

    def refresh(self) -> None:
        """Schedule the surroundings to be sent again, once for all changes of the same moment."""
        if not self._surroundings_due:
            self._surroundings_due = True
            asyncio.get_running_loop().call_soon(self.show_surroundings)

    def show_surroundings(self) -> None:
        """Send the surroundings now."""
        self._surroundings_due = False
        self.tell({"kind": "surroundings", **self._actions.views.surroundings()})

    def _tell_message(self, kind: str, message_id: Any) -> None:
        shape = self._actions.views.message(message_id)
        if shape is not None:
            self.tell({"kind": kind, "message": shape})

    def _take(self, text: str) -> None:
        try:
            request = json.loads(text)
        except (ValueError, RecursionError):
            return
        if isinstance(request, dict):
            self._keep(asyncio.create_task(self._do(request)))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do(self, request: Json) -> None:
        answer: Json = {"kind": "answer", "id": request.get("id")}
        try:
            answer["result"] = await self._actions.do(str(request.get("action")), Request(request))
        except CannotDo as refusal:
            answer["refusal"] = str(refusal)
        except Exception:
            # Without an answer the page would wait for ever.
            _log.exception("The action %.100r of the page failed.", request.get("action"))
            answer["refusal"] = _BROKEN
        self.tell(answer)
        if request.get("action") == "read":
            self.refresh()

    async def _send(self) -> None:
        while True:
            news = await self._outbox.get()
            await self._socket.send_str(json.dumps(news, separators=(",", ":")))
