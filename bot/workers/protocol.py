"""What the pool and its workers agree on: jobs, and the messages between the two processes.

A message is a byte for its kind, the length of its body, and the body, pickled. Both processes run
the same version of the program. A worker imports this module, so it imports little itself: what is
imported here delays each first job.
"""

import struct
from collections.abc import Callable
from enum import Enum
from typing import Final, TypeVar

Result = TypeVar("Result")

Report = Callable[[float], None]
"""Called with the finished part of a job, from 0 to 1."""

Assignment = Callable[[Report], Result]
"""Work for another process: a callable that can be pickled, such as a `functools.partial`.

It may be started a second time if its worker was killed or hung.
"""


class FrameKind(Enum):
    """The kind of a message."""

    JOB = b"j"
    BEAT = b"b"
    PART_DONE = b"p"
    RESULT = b"r"
    ERROR = b"e"


HEAD: Final = struct.Struct(">cI")


def packed(kind: FrameKind, body: bytes) -> bytes:
    """Return a message as it is sent."""
    return HEAD.pack(kind.value, len(body)) + body


def unpacked_head(head: bytes) -> tuple[FrameKind, int]:
    """Return the kind of a message, and the length of its body in bytes."""
    kind, length = HEAD.unpack(head)
    return FrameKind(kind), length
