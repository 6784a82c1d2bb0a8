"""Verbs of phases 3 and 5 and of mines."""

from __future__ import annotations

from sirocco.kernel.ask import verb

(
    ATTACK,
    AT,
    FROM,
    BLITZ,
    RIDE,
    ALONE,
    STOP,
    FLY,
    SAIL,
    SAILED,
    CROSS,
    ENGAGE,
    PAY,
    DETONATE,
    TURN_BACK,
    MOVE,
    LAND,
    DRIVE,
    LOAD,
    LOAD_SUPPLY,
    ON,
    HALT,
    AIRLIFT,
    TAKE,
    SINK,
    SINK_TRANSPORT,
    ZONE,
    TAKE_OVER,
    LEAVE,
) = (verb(200 + n) for n in range(29))
