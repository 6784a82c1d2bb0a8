"""Boards and charts of somebody's own: every value looked at, every fault one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sirocco.games.northafrica.kinds import TRAITS
from sirocco.games.northafrica.powers import POWERS, SIDES
from sirocco.kernel.given import near
from sirocco.kernel.refusal import Refused
from sirocco.kernel.schema import Form

_POWERS: Final = "|".join(POWERS)
_LAND: Final = {
    "rp": "0..99",
    "limit": "1..40",
    "road": "flag",
    "sahara": "flag",
    "impassable": "flag",
    "west": "flag",
    "emblem": _POWERS,
    "island": "flag",
    "direct": "flag",
    "landing": "flag",
    "capital": "|".join(SIDES),
    "bonus": "[text]",
    "pays": "flag",
    "repairs": "flag",
    "enlists": "flag",
    "mines_canal": "flag",
    "staging": f"[{_POWERS}]",
}
_SEA: Final = {
    "convoy": "text",
    "users": f"[{_POWERS}]",
    "aaa_only": "flag",
    "base": "flag",
    "deploys": f"[{_POWERS}]",
    "barred": "flag",
    "straits": "[text]",
}
_BOTH: Final = {
    "name": "text",
    "sea": "flag",
    "borders": "[text]",
    "into": "[text]",
    "route": "1..5",
    "lat": "text",
    "lon": "text",
}
_UNIT: Final = {
    "name": "text",
    "pieces": "1..40",
    "cost": "0..99",
    "worth": "0..99",
    "attack": "0..10",
    "defense": "0..10",
    "move": "0..9",
    "traits": f"[{'|'.join(TRAITS)}]",
}


def _forms(specs: Mapping[str, str]) -> dict[str, Form]:
    return {key: form for key, spec in specs.items() if (form := Form.parse(spec))}


SPACE_FORMS: Final = _forms({**_BOTH, **_LAND, **_SEA})
UNIT_FORMS: Final = _forms(_UNIT)


def check_spaces(spaces: object) -> Mapping[str, Mapping[str, Any]]:
    """The spaces of a board, if they are well formed."""
    table = _table(spaces, "position.board")
    for name, row in table.items():
        where = f"position.board.{name}"
        _check_row(_table(row, where), SPACE_FORMS, where)
        sea = bool(row.get("sea"))
        for key in row:
            if key in (_LAND if sea else _SEA):
                kind = "a sea zone" if sea else "a territory"
                raise Refused(f"{where} is {kind} and has no {key}.")
        if table.get(row.get("convoy"), {}).get("sea"):
            raise Refused(f"{where}.convoy names {row['convoy']}, which is no port.")
    return table


def check_units(units: object, codes: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """Changed rows of the reference charts, if they are well formed."""
    table = _table(units, "position.chart")
    for code, row in table.items():
        if code not in codes:
            raise Refused(f"position.chart: there is no kind of unit {code!r}{near(code, codes)}.")
        _check_row(_table(row, f"position.chart.{code}"), UNIT_FORMS, f"position.chart.{code}")
    return table


def check_basic(basic: object) -> dict[str, int]:
    """Basic points of powers, if they are well formed."""
    table = _table(basic, "position.basic")
    _check_row(table, dict.fromkeys(POWERS, Form(True, False, "number", 0, 99)), "position.basic")
    return dict(table)


def _table(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Refused(f"{where} must be a table, not {value!r}.")
    return value


def _check_row(row: Mapping[str, Any], forms: Mapping[str, Form], where: str) -> None:
    for key, value in row.items():
        form = forms.get(key)
        if form is None:
            raise Refused(f"{where} has no key {key!r}{near(key, forms)}.")
        plain = tuple(value) if isinstance(value, list) else value
        if complaint := form.complaint(plain, {}):
            raise Refused(f"{where}.{key} {complaint}")
