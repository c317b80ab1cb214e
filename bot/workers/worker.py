"""`python -m bot.workers.worker MODULE…`: do jobs one after another until the input ends.

The modules are imported first, if they are installed: numba must be imported before the kernel.

Only the pool's process has the other end of standard input, so the input ends when that process
dies, even by SIGKILL. A thread waits for that, because a job may take long.
"""

import os
import pickle
import queue
import sys
import threading
import time
import traceback
from typing import Any, BinaryIO, Final

from bot.importing import import_if_possible
from bot.workers.protocol import HEAD, FrameKind, packed, unpacked_head

GRACE: Final = 2.0
"""How many seconds a worker has to finish its job after its input has ended."""
NICENESS: Final = 5
"""How far a worker's priority is below that of the process that answers users."""
EVERY: Final = 0.05
"""Seconds between two reports of a job's progress."""
BEAT_EVERY: Final = 1.0
"""Seconds between two beats, which show the pool that this process does not hang."""

_Jobs = queue.SimpleQueue[bytes | None]


def main() -> None:
    """Do jobs until input ends."""
    # Send what a job prints to the log, so that it does not come between the answers.
    sys.stdout.flush()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    jobs, sending = _Jobs(), _Answers(answers)
    threading.Thread(target=_take_in, args=(jobs, sending), name="input", daemon=True).start()
    threading.Thread(target=sending.beat, name="beat", daemon=True).start()
    for name in sys.argv[1:]:
        import_if_possible(name)
    while (job := jobs.get()) is not None:
        _do(job, sending)


class _Answers:
    """Sends answers to the pool, and beats from a job's arrival to its answer."""

    def __init__(self, answers: BinaryIO) -> None:
        self._answers = answers
        self._lock = threading.Lock()
        self._is_at_work = threading.Event()

    def begin(self) -> None:
        """Record that a job has arrived."""
        self._is_at_work.set()

    def beat(self) -> None:
        """Run forever: send a beat every second while there is a job."""
        while True:
            self._is_at_work.wait()
            time.sleep(BEAT_EVERY)
            with self._lock:
                if self._is_at_work.is_set():
                    self._write(FrameKind.BEAT, b"")

    def report(self, body: bytes) -> None:
        """Send the progress of the job."""
        with self._lock:
            self._write(FrameKind.PART_DONE, body)

    def end(self, kind: FrameKind, body: bytes) -> None:
        """Send the outcome of the job."""
        with self._lock:
            self._is_at_work.clear()
            self._write(kind, body)

    def _write(self, kind: FrameKind, body: bytes) -> None:
        try:
            self._answers.write(packed(kind, body))
            self._answers.flush()
        except BrokenPipeError:
            # The parent is gone; input has ended as well.
            os._exit(1)


def _take_in(jobs: _Jobs, answers: _Answers) -> None:
    """Queue the jobs that arrive. After the end of input, end the process, even during a job."""
    while (head := _read(HEAD.size)) is not None:
        _, length = unpacked_head(head)
        body = _read(length)
        if body is None:
            break
        answers.begin()
        jobs.put(body)
    jobs.put(None)
    time.sleep(GRACE)
    os._exit(1)


def _read(length: int) -> bytes | None:
    """Read `length` bytes of standard input; return None if it has ended.

    `sys.stdin` itself would abort the program if it ended while this thread still reads.
    """
    parts = []
    while length:
        part = os.read(0, min(length, 1 << 20))
        if not part:
            return None
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def _do(job: bytes, answers: _Answers) -> None:
    reported_at = 0.0

    def report(part: float) -> None:
        nonlocal reported_at
        now = time.monotonic()
        if now - reported_at >= EVERY:
            reported_at = now
            answers.report(pickle.dumps(part))

    try:
        result = pickle.dumps(pickle.loads(job)(report))  # noqa: S301 - the pool's own pickles
    except Exception as error:
        answers.end(FrameKind.ERROR, _pickled(error))
    else:
        answers.end(FrameKind.RESULT, result)


def _pickled(error: Exception) -> bytes:
    """Pickle an exception with its traceback as text; only the text if it cannot be pickled."""
    words = "".join(traceback.format_exception(error))
    known: Any = error
    try:
        pickle.loads(pickle.dumps(known))  # noqa: S301 - made in this line
    except Exception:
        known = None
    return pickle.dumps((known, words))


if __name__ == "__main__":
    main()
