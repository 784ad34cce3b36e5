"""Passwords: scrypt with a salt each, in threads of their own. What is not known costs as much as what is wrong."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import os
import secrets
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_

SHORTEST: Final = 8
LONGEST: Final = 200
_COST, _BLOCK, _LANES = 15, 8, 3  # 2**15 rounds of 8 blocks, thrice: 32 MB and some 0.2 s on one core
_THREADS: Final = 2  # so many at a time: a crowd that signs in waits, and the moves of others do not
_BACK: Final = 5  # steps that they stand behind the event loop


def _stand_back() -> None:
    if sys.platform == "linux":  # elsewhere it would mean the whole process
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + _BACK)


_pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="kotva-password", initializer=_stand_back)


class BadPassword(KotvaError):
    """A password that cannot be chosen."""


def check_password(given: str, name: str = "") -> None:
    """BadPassword if it is too short, too long or the name itself; nothing else is asked of it."""
    if not SHORTEST <= len(given) <= LONGEST:
        raise BadPassword(N_("A password has {least} to {most} characters."), least=SHORTEST, most=LONGEST)
    if given.casefold() == name.casefold() or len(set(given)) < 3:
        raise BadPassword(N_("This password is the first that others would try; choose another one."))


async def hash_password(password: str) -> str:
    """What is kept of a password."""
    return await asyncio.get_running_loop().run_in_executor(_pool, hashed_now, password)


async def is_password(password: str, kept: str | None) -> bool:
    """Whether a password is the one that is kept; where none is kept the same work is done, and the answer is no."""
    return await asyncio.get_running_loop().run_in_executor(_pool, _is_password, password, kept)


def hashed_now(password: str) -> str:
    """The same, for callers outside the event loop."""
    salt = secrets.token_bytes(16)
    return "$".join(
        (
            "scrypt",
            str(_COST),
            str(_BLOCK),
            str(_LANES),
            _text(salt),
            _text(_scrypt(password, salt, _COST, _BLOCK, _LANES)),
        )
    )


def is_hash(kept: str) -> bool:
    """Whether a text is what `hashed_now` makes: its costs are bounded, so that no restored row can hold a thread for long."""
    parts = kept.split("$")
    if len(parts) != 6 or parts[0] != "scrypt":
        return False
    try:
        cost, block, lanes = (int(part) for part in parts[1:4])
        return 1 <= cost <= 17 and 1 <= block <= 16 and 1 <= lanes <= 8 and len(_bytes(parts[4])) > 0
    except ValueError:
        return False


def _is_password(password: str, kept: str | None) -> bool:
    if kept is None or not is_hash(kept):
        _scrypt(password, b"nobody's", _COST, _BLOCK, _LANES)
        return False
    _, cost, block, lanes, salt, digest = kept.split("$")
    found = _scrypt(password, _bytes(salt), int(cost), int(block), int(lanes))
    return hmac.compare_digest(_text(found), digest)


def _scrypt(password: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    memory = 128 * block * (2**cost + lanes + 2) + 2**20
    given = password[:LONGEST].encode("utf-8", "replace")
    return hashlib.scrypt(given, salt=salt, n=2**cost, r=block, p=lanes, maxmem=memory, dklen=32)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
