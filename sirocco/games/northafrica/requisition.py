"""Phase 2: requisition reinforcements (NA-P2)."""

from __future__ import annotations

from sirocco.games.northafrica.ground import seat_for
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs import DONE
from sirocco.kernel.ask import Ask
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def requisition(g: NorthAfrica) -> Procedure[None]:
    yield Ask(seat_for(g, g.power), "requisition", ((DONE, 1),))
