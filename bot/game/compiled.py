"""The only module that knows numba: it compiles the kernel, which is plain Python without it.

numba takes 80 to 130 MB of memory, which an idle bot should not need, so it is used only in a
process that has imported it already: `import numba` before the first import of the kernel, as `boop
perft` does if the extra `fast` is installed. Both modes run the same source. With
`NUMBA_DISABLE_JIT=1` the kernel stays Python, so that its coverage can be measured.
"""

import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

_numba: Final = sys.modules.get("numba")

COMPILED: Final = _numba is not None and not _numba.config.DISABLE_JIT
"""Whether the kernel of this process is machine code."""


if TYPE_CHECKING or not COMPILED:

    def njit(function: Function) -> Function:
        """Return the function unchanged."""
        return function

    popcount = int.bit_count
    """Count the bits that are set."""

    def index_of(bit: int) -> int:
        """Return the index of the one bit that is set."""
        return bit.bit_length() - 1

    def table(values: Iterable[int]) -> Sequence[int]:
        """Return a table for the kernel to look up numbers in."""
        return tuple(values)

    def room(size: int) -> list[int]:
        """Return zeros for the kernel to write into when it is called from plain Python."""
        return [0] * size

else:
    from llvmlite import ir as _ir
    from numba.extending import NativeValue as _NativeValue
    from numba.extending import intrinsic as _intrinsic
    from numba.extending import typeof_impl as _typeof_impl
    from numba.extending import unbox as _unbox
    from numpy import array as _array

    _int64: Final = _numba.types.int64
    _pointer: Final = _numba.types.CPointer(_int64)
    _ZERO_IS_NEVER_ASKED: Final = _ir.Constant(_ir.IntType(1), 1)

    def _digest() -> str:
        """Return a digest of all compiled sources: the kernel's and the engine's."""
        package = Path(__file__).parents[1]
        sources = sorted([*package.glob("game/*.py"), *package.glob("engine/*.py")])
        return sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]

    # A compiled function contains those that it calls from other files, but numba checks only the
    # function's own file to decide whether its cache is valid: after an upgrade it may not be.
    _kept: Final = Path(_numba.config.CACHE_DIR or Path(__file__).with_name("__pycache__"))
    _numba.config.CACHE_DIR = str(_kept / f"compiled-{_digest()}")

    def njit(function: Function) -> Function:
        """Compile the function to machine code at its first call."""
        compiled: Function = _numba.njit(cache=True, nogil=True)(function)
        return compiled

    @_intrinsic
    def popcount(_typing: object, _mask: object) -> object:
        """Count the bits that are set, by the processor's instruction for it."""
        return _int64(_int64), lambda _, builder, __, masks: builder.ctpop(masks[0])

    @_intrinsic
    def index_of(_typing: object, _bit: object) -> object:
        """Return the index of the one bit that is set, by a processor instruction."""
        return _int64(_int64), lambda _, builder, __, bits: builder.cttz(
            bits[0], _ZERO_IS_NEVER_ASKED
        )

    def table(values: Iterable[int]) -> Sequence[int]:
        """Return a table for the kernel: an array, because numba copies a tuple at each access."""
        return _array(list(values), dtype="int64")

    class _Room(array):
        """Zeros that compiled functions take as a pointer to the first of them.

        A call passes one machine word instead of the seven of an array. Compiled code does not
        check whether an index is negative, because none ever is here.
        """

        def __init__(self, *_: object) -> None:
            self.address = self.buffer_info()[0]

    @_typeof_impl.register(_Room)
    def _typeof_room(_room: _Room, _context: object) -> object:
        return _pointer

    @_unbox(_numba.types.CPointer)
    def _unbox_room(_type: object, value: Any, context: Any) -> object:
        address = context.pyapi.object_getattr_string(value, "address")
        pointer = context.builder.bitcast(
            context.pyapi.long_as_voidptr(address), context.context.get_value_type(_pointer)
        )
        context.pyapi.decref(address)
        return _NativeValue(pointer)

    def room(size: int) -> _Room:
        """Return zeros for the kernel to write into: numba deprecates lists as arguments."""
        return _Room("q", bytes(8 * size))
