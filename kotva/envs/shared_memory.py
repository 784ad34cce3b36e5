"""Memory that several processes see, laid under arrays of the kernel, so that what it writes is there for all at once.

The run time of the kernel decides where its arrays lie. But the machine's memory consists of pages, and where an array has whole
pages, those can be exchanged for pages of a file that other processes have in their memory too: the array stays where it is and
as it is, and only what is behind it is another. The first and the last page of an array, which have other things on them as well,
are left alone; so an array must be some pages longer than what is to be shared of it (`SPARE`).
"""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
import tempfile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotva.engine.errors import KotvaError

SPARE = 3 * mmap.PAGESIZE  # bytes: up to a page lost at the beginning of an array, before the first row, and at the end
_MAP_FIXED = 0x10  # the same on Linux, macOS and the BSDs; Python's own mmap cannot choose a place


def new_file(size: int) -> int:
    """A file descriptor for so many bytes of zeros that have no name and end with their last user."""
    if sys.platform == "win32":
        raise KotvaError("A batch in several processes needs Linux or macOS.")
    if hasattr(os, "memfd_create"):
        fd = os.memfd_create("kotva")
    else:
        with tempfile.TemporaryFile() as file:
            fd = os.dup(file.fileno())
    os.ftruncate(fd, size)
    return fd


class Laid:
    """`size` bytes of an array that are those of a file from `offset` on, until they are lifted.

    What is in the file is in the array then, from number `first` on. The array must have `SPARE` bytes more, and not grow.
    """

    def __init__(self, array: Any, kind: Any, fd: int, offset: int, size: int) -> None:
        page, numbers = mmap.PAGESIZE, np.frombuffer(array, kind)
        address = int(numbers.__array_interface__["data"][0])
        skipped = offset % page
        self._numbers = numbers  # so that the memory is not given back before
        self._start = -(-address // page) * page
        self._length = _rounded(skipped + size)
        if self._start + self._length > address + numbers.nbytes:
            raise ValueError("The array is too short for its pages to be exchanged.")
        self.first = (self._start + skipped - address) // numbers.itemsize
        self._exchange(mmap.MAP_SHARED, fd, offset - skipped)

    def lift(self) -> None:
        """Pages of its own again, with zeros: memory that is given back to the run time must not be seen by others."""
        self._exchange(mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)

    def _exchange(self, flags: int, fd: int, offset: int) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        libc.mmap.restype = ctypes.c_void_p
        libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        protection = mmap.PROT_READ | mmap.PROT_WRITE
        if libc.mmap(self._start, self._length, protection, flags | _MAP_FIXED, fd, offset) != self._start:
            error = ctypes.get_errno()
            raise OSError(error, os.strerror(error))


class Block:
    """Arrays behind one another in such a file, as numpy sees them. They live as long as somebody looks at them."""

    def __init__(self, fd: int, shapes: dict[str, tuple[tuple[int, ...], Any]]) -> None:
        self.fd = fd
        self.offsets: dict[str, int] = {}
        self.arrays: dict[str, NDArray[Any]] = {}
        offset = 0
        memory = mmap.mmap(fd, size_of(shapes))
        for name, (shape, kind) in shapes.items():
            numbers = int(np.prod(shape))
            self.offsets[name] = offset
            self.arrays[name] = np.frombuffer(memory, kind, numbers, offset).reshape(shape)
            offset += _rounded(numbers * np.dtype(kind).itemsize)


def size_of(shapes: dict[str, tuple[tuple[int, ...], Any]]) -> int:
    """How many bytes a block takes."""
    return sum(_rounded(int(np.prod(shape)) * np.dtype(kind).itemsize) for shape, kind in shapes.values())


def _rounded(size: int) -> int:
    return -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
