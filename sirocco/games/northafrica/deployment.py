"""Phase 6: deploy reinforcements and assign convoy escorts (NA-P6)."""

from __future__ import annotations

from sirocco.games.northafrica.ground import seat_for
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs import DONE
from sirocco.kernel.ask import Ask
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def deploy_reinforcements(g: NorthAfrica) -> Procedure[None]:
    yield Ask(seat_for(g, g.power), "deploy_reinforcements", ((DONE, 1),))
