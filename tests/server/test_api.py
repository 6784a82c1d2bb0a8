"""Schemathesis reads the OpenAPI document and sends what it can think of to a real server."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from sirocco.server.schemas import openapi
from tests.server.served import Served, database
from tests.server.test_play import play_on

EXAMPLES = int(os.environ.get("SIROCCO_API_EXAMPLES", "25"))
"""How often each request is tried."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
Case: TypeAlias = schemathesis.Case[Any]
schema = schemathesis.openapi.from_dict(openapi())


class Target:
    """A server with a match in the middle of a game, and one to be played badly."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.seats = served.make()
        play_on([self.seats["red"], self.seats["blue"]], random.Random(1), 30)
        self.own = served.make()["red"]
        self.before = [self.seats[name].get("table").content for name in ("red", "blue")]


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    url = database("sqlite", tmp_path_factory.mktemp("api"))
    with Served(url, making_rate=1e6) as served:
        yield Target(served)


TRIED = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@schema.parametrize()
@TRIED
def test_the_api_stands_whatever_is_sent(target: Target, case: Case) -> None:
    """No request breaks the server, or is answered otherwise than the document says."""
    match = target.seats["red"].match
    if "match" in (case.path_parameters or {}):
        case.path_parameters["match"] = match
    answer = case.call(base_url=f"http://127.0.0.1:{target.served.port}")
    case.validate_response(answer, checks=CHECKS)
    for name in ("red", "blue"):
        seat = target.seats[name]
        assert seat.token not in answer.text


@schema.parametrize()
@TRIED
def test_the_api_stands_for_somebody_with_a_seat(
    target: Target, case: schemathesis.Case[Any]
) -> None:
    """The same with a token that holds a seat, in a match of its own."""
    seat = target.own
    if "match" in (case.path_parameters or {}):
        case.path_parameters["match"] = seat.match
    headers = {"authorization": f"Bearer {seat.token}"}
    answer = case.call(base_url=f"http://127.0.0.1:{target.served.port}", headers=headers)
    if case.operation.path.endswith("/renew") and answer.status_code == 200:
        target.own = target.served.client(seat.match, answer.json()["token"])
    case.validate_response(answer, checks=CHECKS)
    for name in ("red", "blue"):
        assert target.seats[name].token not in answer.text


def test_nothing_was_changed_by_strangers(target: Target) -> None:
    """After all of the above, sent without a token or with a wrong one."""
    after = [target.seats[name].get("table").content for name in ("red", "blue")]
    assert after == target.before
