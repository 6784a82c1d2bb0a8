"""Verbs of the set-up (numbers 10 to 99)."""

from __future__ import annotations

from sirocco.kernel.ask import verb

FOR, BID, ACCEPT, SHARE, RAISE = (verb(n) for n in range(10, 15))
"""Bidding: the side that is wanted, an offer, taking it, the first power's share; then a unit of
the British variable reinforcements."""
