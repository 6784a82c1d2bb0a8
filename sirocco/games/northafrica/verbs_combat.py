"""Verbs of phase 4."""

from __future__ import annotations

from sirocco.kernel.ask import verb

(
    FIGHT,
    STAND,
    RETREAT,
    LEAVE,
    SUBMERGE,
    LOSE,
    LOSE_SUPPLY,
    TARGET,
    NAME,
    NAME_SUPPLY,
    PRESS,
    CEASE,
    WITHDRAW,
    REINFORCE,
    ENTER,
    ESCAPE,
    ESCAPE_SUPPLY,
    TOKEN,
    MAIN,
    RAID,
    BOMB,
) = (verb(n) for n in range(300, 321))
