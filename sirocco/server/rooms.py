"""The matches that this process has in memory, and how they are changed.

A match is looked at and changed by one caller at a time. A change is told to nobody before it is
stored; one that was made from an old state, because another process was quicker, is made again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, Protocol, TypeVar

from sirocco.kernel.refusal import Refused
from sirocco.server.archive import Archive
from sirocco.server.faults import Forbidden, Stale, Unstored
from sirocco.server.room import Change, Room
from sirocco.server.scribe import Scribe

MOST_ROOMS: Final = 4_000
TRIES: Final = 20

T = TypeVar("T")


class Call(Protocol):
    """Carries out work that waits for the database, beside the loop."""

    def __call__(self, work: Callable[..., T], *args: Any) -> Awaitable[T]: ...


Work = Callable[[Room], tuple[Change | None, T]]
"""Changes a room: the rows of the change, if there is one, and a result."""


class Held:
    """A match in memory, for one caller at a time."""

    __slots__ = ("lock", "room", "doubt")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.room: Room | None = None
        self.doubt = False


class Rooms:
    """All matches in memory."""

    def __init__(
        self,
        archive: Archive,
        scribe: Scribe,
        call: Call,
        changed: Callable[[Change], None],
        notice_after: float,
    ) -> None:
        self.archive = archive
        self.scribe = scribe
        self._call = call
        self._changed = changed
        self._notice_after = notice_after
        self._held: OrderedDict[str, Held] = OrderedDict()

    def doubt(self, id: str) -> None:
        """Another process has changed a match: what is in memory may be old."""
        if id in self._held:
            self._held[id].doubt = True

    def doubt_all(self) -> None:
        for held in self._held.values():
            held.doubt = True

    def _hold(self, id: str) -> Held:
        held = self._held.get(id)
        if held is None:
            held = self._held[id] = Held()
            if len(self._held) > MOST_ROOMS:
                self._forget()
        else:
            self._held.move_to_end(id)
        return held

    def _forget(self) -> None:
        """Let the match go that nobody has looked at for longest."""
        for id, held in self._held.items():
            if not held.lock.locked():
                del self._held[id]
                return

    async def _room(self, id: str, held: Held, sure: bool) -> Room:
        """The room as it is; `sure` asks the database whether it still is."""
        try:
            if held.room is not None and (sure or held.doubt):
                held.doubt = False
                if await self._call(self.archive.stamp, id) != held.room.stamp:
                    held.room = None
            if held.room is None:
                held.doubt = False
                held.room = await self._call(self.archive.room, id)
                held.room.notice_after = self._notice_after
        except BaseException:
            self._held.pop(id, None)
            raise
        return held.room

    def ready(self, id: str) -> Room | None:
        """The room of a match, to look at without waiting: if it is at hand and all is stored."""
        held = self._held.get(id)
        if held is None or held.doubt or held.lock.locked():
            return None
        return held.room

    @asynccontextmanager
    async def looking(self, id: str, sure: bool = True) -> AsyncIterator[Room]:
        """The room of a match, to look at; nothing in it is yet to be stored."""
        held = self._hold(id)
        async with held.lock:
            yield await self._room(id, held, sure)

    async def add(self, room: Room, change: Change) -> None:
        """A new match."""
        held = self._hold(room.id)
        async with held.lock:
            await self._store(held, change)
            room.notice_after = self._notice_after
            held.room = room
        self._changed(change)

    async def add_rows(self, change: Change) -> None:
        """A new match that nobody plays: it is read when somebody looks at it."""
        held = self._hold(change.match)
        async with held.lock:
            await self._store(held, change)

    async def change(self, id: str, work: Work[T]) -> T:
        """Change a room; when this returns, what was changed is on disk."""
        # A caller that goes away in the middle must not leave a change behind half told.
        return await asyncio.shield(asyncio.ensure_future(self._change(id, work)))

    async def _change(self, id: str, work: Work[T]) -> T:
        held = self._hold(id)
        async with held.lock:
            result, changed = await self._try(id, held, work)
        if changed is not None:
            self._changed(changed)
        return result

    async def _try(self, id: str, held: Held, work: Work[T]) -> tuple[T, Change | None]:
        sure = held.room is None
        for _ in range(TRIES):
            room = await self._room(id, held, False)
            try:
                change, result = work(room)
            except (Refused, Stale, Forbidden):
                if sure or await self._is_new(id, held):
                    raise
                sure = True
                continue
            except BaseException:
                held.room = None  # it may be half changed
                raise
            if change is None:
                if sure or await self._is_new(id, held):
                    return result, None
                sure = True
            elif await self._store(held, change):
                return result, change
            else:
                held.room, sure = None, True
        raise Unstored("this match is changed by too many at once; try again")

    async def _is_new(self, id: str, held: Held) -> bool:
        """Whether the room in memory is what the database has."""
        before = held.room
        return await self._room(id, held, True) is before

    async def _store(self, held: Held, change: Change) -> bool:
        try:
            return await self.scribe.put(change)
        except BaseException as bad:
            held.room = None
            if isinstance(bad, Exception):
                raise Unstored("this could not be stored; nothing was changed") from bad
            raise
