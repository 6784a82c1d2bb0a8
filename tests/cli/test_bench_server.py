"""The measure of a whole server measures: actions are acknowledged, watchers are held."""

from __future__ import annotations

import re

import pytest

from sirocco.cli import bench_server, yard


def test_a_server_is_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yard, "YARD", 20_000)
    for name, value in (("WARM", 5), ("LATE", 15), ("SECONDS", 1.0)):
        monkeypatch.setattr(bench_server, name, value)
    assert bench_server.run(matches=3, watchers=12) == 0
    told = capsys.readouterr().out
    rates = [float(rate) for rate in re.findall(r"processor time ([0-9.]+)", told)]
    assert len(rates) == 2 and min(rates) > 0, told
    assert "12 of 12 watching clients held" in told
    acknowledged = re.search(r"([0-9]+) actions acknowledged", told)
    assert acknowledged is not None and int(acknowledged[1]) >= 45
