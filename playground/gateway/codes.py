"""The numbers of the gateway."""

from __future__ import annotations

from enum import IntEnum


class Opcode(IntEnum):
    """The kind of a gateway message; the numbers are Discord's."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class CloseCode(IntEnum):
    """Why the gateway closes a connection; the numbers are Discord's."""

    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQUENCE = 4007
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


ENDS_THE_SESSION = frozenset(CloseCode) - {
    CloseCode.UNKNOWN_OPCODE,
    CloseCode.DECODE_ERROR,
    CloseCode.NOT_AUTHENTICATED,
    CloseCode.ALREADY_AUTHENTICATED,
    CloseCode.RATE_LIMITED,
}
# A bot that closes with one of these will not resume its session.
LEAVES_FOR_GOOD = frozenset({1000, 1001})
