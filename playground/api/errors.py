"""The errors of the stand-in's API, with Discord's statuses, codes and messages."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from enum import Enum

from playground.validation.violations import Finding
from playground.world.messages import Json


class Problem(Enum):
    """An error of the HTTP API: status, code, message."""

    UNAUTHORIZED = (401, 0, "401: Unauthorized")
    NOT_FOUND = (404, 0, "404: Not Found")
    METHOD_NOT_ALLOWED = (405, 0, "405: Method Not Allowed")
    UNKNOWN_APPLICATION = (404, 10002, "Unknown Application")
    UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
    UNKNOWN_ROLE = (404, 10011, "Unknown Role")
    UNKNOWN_USER = (404, 10013, "Unknown User")
    UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
    UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
    UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
    UNKNOWN_EVENT = (404, 10070, "Unknown Guild Scheduled Event")
    TOO_MANY_COMMANDS = (400, 30032, "Maximum number of application commands reached (100)")
    TOO_MANY_EVENTS = (
        400,
        30038,
        "Maximum number of uncompleted guild scheduled events reached (100)",
    )
    TOO_MANY_OLD_EDITS = (
        429,
        30046,
        "Maximum number of edits to messages older than 1 hour reached",
    )
    RATE_LIMITED = (429, 0, "You are being rate limited.")
    REQUEST_TOO_LARGE = (413, 40005, "Request entity too large")
    ALREADY_ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
    MISSING_ACCESS = (403, 50001, "Missing Access")
    DIRECT_CHANNEL_ACTION = (403, 50003, "Cannot execute action on a DM channel")
    NOT_THE_AUTHOR = (403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
    CANNOT_MESSAGE_USER = (403, 50007, "Cannot send messages to this user")
    MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
    WRONG_CHANNEL_TYPE = (400, 50024, "Cannot execute action on this channel type")
    INVALID_WEBHOOK_TOKEN = (401, 50027, "Invalid Webhook Token")
    INVALID_ROLE = (400, 50028, "Invalid Role")
    INVALID_FORM_BODY = (400, 50035, "Invalid Form Body")
    THREAD_ARCHIVED = (400, 50083, "Thread is archived")
    ENTRY_POINT_LEFT_OUT = (
        400,
        50240,
        "You cannot remove this app's Entry Point command in a bulk update operation. Please "
        "include the Entry Point command in your update request or delete it separately.",
    )
    NO_SHARED_SERVER = (
        403,
        50278,
        "Cannot send messages to this user due to having no mutual guilds",
    )
    INVALID_JSON = (400, 50109, "The request body contains invalid JSON.")
    EVENT_IS_OVER = (400, 180000, "Cannot update a finished event")
    INVALID_EVENT_STATUS = (400, 50035, "Invalid Guild Scheduled Event Status Update")
    THREAD_EXISTS = (400, 160004, "A thread has already been created for this message")

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.value[0]

    @property
    def code(self) -> int:
        """Discord's own code."""
        return self.value[1]


class Scope(Enum):
    """The scope of a rate limit, in Discord's words."""

    USER = "user"
    GLOBAL = "global"


class DiscordError(Exception):
    """An answer that refuses; `findings` say what is wrong with a form."""

    def __init__(self, problem: Problem, findings: tuple[Finding, ...] = ()) -> None:
        super().__init__(problem.value[2])
        self.problem = problem
        self.findings = findings
        self.headers: dict[str, str] = {}

    def body(self) -> Json:
        """Return the JSON of the answer, with the nested errors of an invalid form."""
        body: Json = {"message": self.problem.value[2], "code": self.problem.code}
        if self.findings:
            body["errors"] = nested(self.findings)
        return body


class RateLimited(DiscordError):
    """An answer that asks the bot to wait `retry_after` seconds, for one route or for all."""

    def __init__(
        self,
        retry_after: float,
        problem: Problem = Problem.RATE_LIMITED,
        scope: Scope = Scope.USER,
        *,
        beside: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(problem)
        self.retry_after = retry_after
        self.scope = scope
        self.headers = {
            "Retry-After": str(math.ceil(retry_after)),
            # Without Via, discord.py takes the answer for a ban by the network in front of Discord.
            "Via": "1.1 playground",
            "X-RateLimit-Scope": scope.value,
            **(beside or {}),
        }
        if scope is Scope.GLOBAL:
            self.headers["X-RateLimit-Global"] = "true"

    def body(self) -> Json:
        """Return the JSON of the answer; a plain rate limit has no code."""
        body: Json = {
            "message": self.problem.value[2],
            "retry_after": round(self.retry_after, 3),
            "global": self.scope is Scope.GLOBAL,
        }
        return body | ({"code": self.problem.code} if self.problem.code else {})


def invalid_form(*findings: Finding) -> DiscordError:
    """Return the refusal of a form with these findings."""
    return DiscordError(Problem.INVALID_FORM_BODY, findings)


def nested(findings: Iterable[Finding]) -> Json:
    """Return findings nested as in Discord: a key per step of the path, `_errors` at its end."""
    root: Json = {}
    for finding in findings:
        node = root
        for step in filter(None, finding.path.split(".")):
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": finding.code, "message": finding.message})
    return root
