"""Set-up (1.0): maps, starting forces, deployment."""

from __future__ import annotations

from sirocco.games.victory.blocks import everybody
from sirocco.games.victory.commanders import first_offices
from sirocco.games.victory.deployment import deploy_all, deploy_in_turns, show_blocks
from sirocco.games.victory.forces import muster_sides, musters
from sirocco.games.victory.layout import LayoutSpec
from sirocco.games.victory.setup_maps import choose_maps, lay
from sirocco.games.victory.state import Victory
from sirocco.kernel.frames import Procedure
from sirocco.kernel.lower import frame, procedure, together
from sirocco.kernel.refusal import Refused


@procedure
def set_up(g: Victory) -> Procedure[None]:
    """Choose and lay the maps, raise forces in secret, deploy them.

    A position may begin with the maps laid (places have owners) or with the forces raised (all
    seats are ready).
    """
    if not any(g.control):
        prepare(g)
        if g.terms.layout:
            lay(g, LayoutSpec.parse(g.terms.layout))
        else:
            yield from choose_maps(g)  # V-1.1-a
    if g.ready != everybody(g):
        yield from together(g, musters(g), muster_sides(g))
    g.ready = 0
    if g.terms.simultaneous:
        yield from together(g, [frame(deploy_all, 0), frame(deploy_all, 1)])
        show_blocks(g)
    else:
        yield from deploy_in_turns(g)
    g.grounds.clear()
    if g.terms.duty != "fronts":
        g.front = 0


def prepare(g: Victory) -> None:
    """Offices are filled; without a choice of maps blue counts as the second chooser (A13)."""
    if g.terms.scenario == "custom":
        raise Refused(
            "A position of one's own has no set-up: it says where units stand.", "V-1.3-a"
        )
    g.offices = first_offices(g.terms)
    g.first = 0
