"""Verbs that belong to no phase; those of a phase stand in its own module `verbs_*`."""

from __future__ import annotations

from sirocco.kernel.ask import verb

DONE, YES, NO, TO = (verb(n) for n in range(4))
"""Close a part of the turn; agree; decline; a space."""
