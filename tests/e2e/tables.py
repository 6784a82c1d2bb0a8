"""Matches for the browser tests, and what people do at a table."""

from __future__ import annotations

import time
from typing import Any, Final

import httpx
from playwright.sync_api import Locator, Page, expect

SIZES: Final = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
OPTIONS: Final = {"layout": "1,2", "limit": 1, "simultaneous": True}
FORCE: Final = "raise" + 4 * " AR" + 4 * " FA" + 12 * " IN"
# Red's armour stands before Wenmoor, which blue holds with two fighters that will fly away.
DEPLOYMENT: Final = {
    "red": {
        "Tanny": "AR1 AR2 FA1",
        "Donzy": "IN1 IN2",
        "Mezin": "IN3 IN4",
        "Auxerre": "IN5 IN6",
        "Varbourg": "IN7 IN8 FA2",
        "Nexon": "AR3 AR4 FA3 FA4",
        "Lorne": "IN9 IN10 IN11 IN12",
    },
    "blue": {
        "Wenmoor": "FA1 FA2",
        "Holmarsh": "IN1 IN2",
        "Barcastle": "IN3 IN4 IN5 IN6",
        "Newpool": "IN7 IN8 FA3 FA4",
        "Hope": "AR1 AR2 AR3 AR4",
        "Port-Alex": "IN9 IN10 IN11 IN12",
    },
}


class Server:
    """A running server, asked without a browser."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._http = httpx.Client(base_url=f"{address}/api/", timeout=60, trust_env=False)

    def api(self, path: str, token: str = "", body: Any = None) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        if body is None:
            answer = self._http.get(path, headers=headers)
        else:
            answer = self._http.post(path, headers=headers, json=body)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def close(self) -> None:
        self._http.close()

    def make(
        self, blue: str = "person", scenario: str = "quick-start", **options: Any
    ) -> tuple[str, dict[str, str]]:
        """A match of two seats: its id and the tokens."""
        wanted = {
            "game": "victory",
            "scenario": scenario,
            "options": {**OPTIONS, **options},
            "seats": {"red": "person", "blue": blue},
        }
        made = self.api("matches", body=wanted)
        return made["match"], made["seats"]

    def line(self, match: str, token: str, text: str) -> Any:
        table = self.table(match, token)
        return self.api(f"matches/{match}/act", token, {"version": table["version"], "line": text})

    def table(self, match: str, token: str) -> Any:
        return self.api(f"matches/{match}/table", token)

    def deployed(self, blue: str = "person", **options: Any) -> tuple[str, dict[str, str]]:
        """A match in which both sides have deployed."""
        match, tokens = self.make(blue, **options)
        for token in tokens.values():
            self.line(match, token, FORCE)
        while self.table(match, tokens["red"])["asks"][0]["prompt"].startswith("Choose"):
            time.sleep(0.1)  # the computer chooses its force, too
        for seat, token in tokens.items():
            for text in deployment(seat):
                self.line(match, token, text)
        return match, tokens

    def idle_until(self, match: str, tokens: dict[str, str], seat: str, verb: str) -> None:
        """Both seats do nothing until a verb is offered to a seat."""
        for _ in range(200):
            for name, token in tokens.items():
                offers = self.table(match, token)["offers"]
                if name == seat and any(o["verb"].startswith(verb) for o in offers):
                    return
                if offers:
                    self.line(match, token, "done")
        raise AssertionError(f"{verb} is never offered to {seat}")

    def play_out(self, match: str, tokens: dict[str, str]) -> Any:
        """Both seats do as little as they may, until the game is over."""
        for _ in range(2000):
            for token in tokens.values():
                table = self.table(match, token)
                if table["outcome"]:
                    return table
                if table["offers"]:
                    quiet = [o for o in table["offers"] if o["tone"] == "close"]
                    action = (quiet or table["offers"])[0]["action"]
                    self.api(
                        f"matches/{match}/act",
                        token,
                        {"version": table["version"], "action": action},
                    )
        raise AssertionError("the game does not end")


def deployment(seat: str) -> list[str]:
    """The lines that deploy the whole force of a seat, one for each place."""
    return [
        " ".join(f"deploy {unit} to {place}" for unit in units.split())
        for place, units in DEPLOYMENT[seat].items()
    ]


# At the table


def sit(page: Page, server: Server, match: str, token: str = "", query: str = "") -> None:
    """Open a match and wait until the map is drawn."""
    page.goto(f"{server.address}/match/{match}{query}#{token}")
    page.locator(".world use").first.wait_for(state="attached")
    expect(page.locator("#prompt")).to_be_attached()


def prompt(page: Page) -> str:
    return page.locator("#prompt").inner_text().strip()


def type_line(page: Page, text: str) -> None:
    page.get_by_label("Type what you want to do").fill(text)
    page.get_by_role("button", name="Play", exact=True).click()


def piece(page: Page, name: str, side: str = "red") -> Locator:
    """A piece on the map."""
    return page.locator(f'.world [data-unit="{name}"][data-side="{side}"]')


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None, "it cannot be seen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def space(page: Page, label: str) -> tuple[float, float]:
    """Where an offered space is on the screen."""
    return middle(page.locator(f'[data-offer="{label}"]'))
