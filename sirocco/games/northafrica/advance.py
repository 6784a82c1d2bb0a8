"""Phase 1: advance convoys (NA-P1). The book's page is lost; rulings R1d to R1p stand for it."""

from __future__ import annotations

from sirocco.games.northafrica.alike import one_of_each
from sirocco.games.northafrica.cargo_ashore import (
    flyers,
    held,
    land,
    land_obvious,
    landing_spots,
    leave_canal,
    loaded_zones,
    rivals,
    sail_on,
    send_back,
    unload,
    unload_rest,
    unload_stores,
)
from sirocco.games.northafrica.ground import seat_for
from sirocco.games.northafrica.minefields import mined_convoys
from sirocco.games.northafrica.state import NorthAfrica
from sirocco.games.northafrica.verbs import TO
from sirocco.games.northafrica.verbs_convoys import ARRIVAL, LAND, LANDING, LANDING_AT
from sirocco.kernel.ask import NOUN, Ask
from sirocco.kernel.bits import lowest
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import procedure


@procedure
def advance_convoys(g: NorthAfrica) -> Procedure[None]:
    """NA-P1-n: from front to back; stage 0 the Atlantic route, 1 the ports, 2 the landings."""
    if g.stage == 0:
        yield from atlantic_route(g)
        g.stage = 1
    if g.stage == 1:
        for z in loaded_zones(g):
            yield from arrival(g, z, g.board.port[z])
        g.stage = 2
    yield from landings(g, False)


@procedure
def atlantic_route(g: NorthAfrica) -> Procedure[None]:
    """NA-P1-c, -l, -m: the canal empties, then everything goes on by one zone."""
    atlantic, indian, canal = g.board.route_zones
    if canal >= 0:
        yield from arrival(g, canal, g.board.route_end)
        leave_canal(g, canal)
        yield from landings(g, True)
        if indian >= 0:
            sail_on(g, indian, canal)
    if atlantic >= 0 and indian >= 0:
        sail_on(g, atlantic, indian)
    yield from mined_convoys(g)  # NA-P1-p


@procedure
def arrival(g: NorthAfrica, z: int, port: int) -> Procedure[None]:
    """NA-P1-a: cargo comes ashore if its port is held and has room, and must."""
    if port < 0 or not held(g, port):
        send_back(g, z, port)
        return
    unload_stores(g, z, port)
    while rivals(g, z, port):
        said = yield Ask(seat_for(g, g.power), ARRIVAL, ((LAND, rivals(g, z, port)),))
        u = said & NOUN
        if g.air >> u & 1:
            land(g, u, port)
        else:
            unload(g, z, port, 1 << u, 0)
    unload_rest(g, z, port)


@procedure
def landings(g: NorthAfrica, canal: bool) -> Procedure[None]:
    """NA-P1-d: air units in convoy zones land within two spaces or are lost."""
    land_obvious(g, canal)
    while flyers(g, canal):
        said = yield Ask(seat_for(g, g.power), LANDING, ((LAND, one_of_each(g, flyers(g, canal))),))
        u = said & NOUN
        s = lowest(landing_spots(g, u))
        if landing_spots(g, u).bit_count() > 1:
            said = yield Ask(seat_for(g, g.power), LANDING_AT, ((TO, landing_spots(g, u)),))
            s = said & NOUN
        land(g, u, s)
        land_obvious(g, canal)
