"""What a disk may hold after a power cut, given the operations it was asked for.

What lives here: a model as pure functions of a list of operations and a seeded
source of chance. A synced operation lasts. Of the others, in any order, each is
lost, kept, or (a write) kept in part: a prefix of it, then the old bytes or
garbage. What must not: SQLite (sqlite_vfs.py records, tests check).

A name whose file was never synced may be missing; a deletion may not have
happened. Bytes outside a write's own range are never harmed, which is what
SQLite assumes of today's disks (SQLITE_IOCAP_POWERSAFE_OVERWRITE).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Write:
    """`data` at `offset` of the file."""

    name: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    """The file cut, or grown with zeros, to `size_bytes`."""

    name: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Sync:
    """Everything asked of the file before is durable from here on."""

    name: str


@dataclass(frozen=True, slots=True)
class Delete:
    """The file's name removed; `synced` if the folder was synced with it."""

    name: str
    synced: bool = False


Op = Write | Truncate | Sync | Delete


class Disk:
    """Feed it operations with `did`; `cut` gives what may be left, by file name, at that point."""

    def __init__(self) -> None:
        self._durable: dict[str, bytearray] = {}
        self._pending: dict[str, list[Op]] = {}

    def did(self, op: Op) -> None:
        """The operation was asked for, and returned."""
        pending = self._pending.setdefault(op.name, [])
        pending.append(op)
        if isinstance(op, Sync) or (isinstance(op, Delete) and op.synced):
            content = self._durable.pop(op.name, None)
            for done in self._pending.pop(op.name):
                content = _apply(content, done)
            if content is not None:
                self._durable[op.name] = content

    def cut(self, chance: Random) -> dict[str, bytes]:
        """The files after the power came back; may be called many times."""
        left: dict[str, bytes] = {}
        for name in sorted({*self._durable, *self._pending}):
            durable = self._durable.get(name)
            content = None if durable is None else bytearray(durable)
            for op in _survivors(self._pending.get(name, ()), chance):
                content = _apply(content, op)
            if content is not None:
                left[name] = bytes(content)
        return left


def _survivors(pending: Iterable[Op], chance: Random) -> Iterable[Op]:
    """Which of the unsynced operations reached the disk, and how much of them."""
    style = chance.random()
    for op in pending:
        lot = chance.random()
        if lot < 0.4 * style:
            if isinstance(op, Delete):
                return  # what follows was done to another file that later took the name
            continue
        if isinstance(op, Write) and lot > 1 - 0.5 * style:
            yield _torn(op, chance)
        else:
            yield op


def _torn(write: Write, chance: Random) -> Write:
    kept = chance.randrange(len(write.data) + 1)
    data = write.data[:kept]
    if chance.random() < 0.5:
        data += chance.randbytes(chance.randrange(len(write.data) - kept + 1))
    return Write(write.name, write.offset, data)


def _apply(content: bytearray | None, op: Op) -> bytearray | None:
    match op:
        case Write(_, offset, data):
            content = bytearray() if content is None else content
            content.extend(bytes(max(0, offset - len(content))))
            content[offset : offset + len(data)] = data
        case Truncate(_, size_bytes):
            content = bytearray() if content is None else content
            content.extend(bytes(max(0, size_bytes - len(content))))
            del content[size_bytes:]
        case Delete():
            return None
        case Sync():
            pass
    return content
