"""What pool and worker tell one another over the worker's standard input and output.

A message is a byte that says what it is, the length of what follows, and that, pickled. Both ends
are of one program and one version.
"""

import struct
from enum import Enum
from typing import Final


class Kind(Enum):
    """What a message is."""

    JOB = b"j"
    BEAT = b"b"
    PART_DONE = b"p"
    RESULT = b"r"
    ERROR = b"e"


HEAD: Final = struct.Struct(">cI")


def packed(kind: Kind, body: bytes) -> bytes:
    """Return a message as it is sent."""
    return HEAD.pack(kind.value, len(body)) + body


def unpacked_head(head: bytes) -> tuple[Kind, int]:
    """Return what a message is, and how long what follows is, in bytes."""
    kind, length = HEAD.unpack(head)
    return Kind(kind), length
