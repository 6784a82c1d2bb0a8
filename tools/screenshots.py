"""Pictures of the client's screens, by headless Chromium, from a server of its own.

    python tools/screenshots.py FOLDER [--game GAME]    # every screen, three sizes, both themes
    python tools/screenshots.py docs/pictures --readme  # the two that the README shows

Plays at random as far as a battle (for the README: an attack), then shows the match with the eyes
of the side that must choose.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from sirocco.cli.bench_table import _call as call
from sirocco.cli.bench_table import _serving as serving
from sirocco.web.chromium import FLAGS, chromium

SIZES: Final = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}
THEMES: Final = ("light", "dark")
MOST: Final = 3000
QUICK: Final = {"game": "victory", "scenario": "quick-start"}
README: Final = {**QUICK, "options": {"layout": "1,2", "limit": 10}}
MATCHES: Final[dict[str, dict[str, Any]]] = {
    "victory": {**QUICK, "options": {"layout": "1,2,3,4", "limit": 6}},
    "northafrica": {"game": "northafrica", "scenario": "torch", "options": {}},
}
Shown = Callable[[Page], None]
Stop = Callable[[int, dict[str, Any]], bool]


def played(address: str, wanted: dict[str, Any], stop: Stop) -> tuple[str, str]:
    """A match of random attacks up to a moment: its id, and a token of who must choose."""
    made = call(address, "matches", message=wanted)
    match, tokens, choice = made["match"], made["seats"], random.Random(11)
    for done in range(MOST):
        for token in tokens.values():
            table = call(address, f"matches/{match}/table", token)
            if table["offers"]:
                break
        if table["outcome"] or stop(done, table):
            break
        offers = table["offers"]
        keen = [o for o in offers if o["tone"] == "attack" or o["verb"].startswith("fire")]
        busy = [o for o in offers if o["tone"] != "close"]
        offer = choice.choice(keen or (busy if choice.random() < 0.97 else []) or offers)
        act = {"version": table["version"], "action": offer["action"]}
        call(address, f"matches/{match}/act", token, act)
    return match, token


def in_battle(done: int, table: dict[str, Any]) -> bool:
    return done > 420 and bool(table["battles"])


def before_an_attack(done: int, table: dict[str, Any]) -> bool:
    """A unit on land that may march against somebody."""
    asked = " ".join(ask["prompt"] for ask in table["asks"] if ask["mine"])
    attacks = [offer for offer in table["offers"] if offer["tone"] == "attack"]
    return done > 170 and " AR" in asked and len(attacks) > 0


def open_page(browser: Browser, size: str, theme: str) -> Page:
    width, height = SIZES[size]
    phone = size == "phone"
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2 if phone else 1,
        color_scheme=theme,  # type: ignore[arg-type]
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.on("pageerror", lambda bad: sys.exit(f"A fault of the page: {bad}"))
    return page


def panel(name: str) -> Shown:
    def show(page: Page) -> None:
        bar = page.get_by_role("navigation", name="Parts of the table")
        if bar.count():
            bar.get_by_role("button", name=name, exact=True).click()
        elif page.locator(f"#tab-{name}").count():
            page.locator(f"#tab-{name}").click()

    return show


def whole_map(page: Page) -> None:
    page.get_by_role("button", name="Whole map").click()


def aimed(page: Page) -> None:
    """The pointer over a space that may be attacked: its path and odds are shown."""
    page.locator(".s-offa").first.wait_for(state="attached")
    box = page.locator(".s-offa").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator(".s-arrow").wait_for(state="attached")


def nothing(page: Page) -> None:
    """As it is."""


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("out", type=Path)
    ask.add_argument("--only", default="", help="a part of the pictures' names")
    ask.add_argument("--game", choices=MATCHES, default="victory")
    ask.add_argument("--readme", action="store_true", help="only what the README shows")
    asked = ask.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        if asked.readme:
            match, token = played(address, README, before_an_attack)
            screens: dict[str, tuple[str, Shown]] = {"table": (f"/match/{match}#{token}", aimed)}
        else:
            match, token = played(address, MATCHES[asked.game], in_battle)
            here = f"/match/{match}#{token}"
            panels = ("Text", "Charts", "Chat", "Match", "Replay")
            screens = {
                "home": ("/", nothing),
                "rules": (f"/rules/{asked.game}?q=retreat", nothing),
                "table": (here, nothing),
                "whole": (here, whole_map),
                **{name.lower(): (here, panel(name)) for name in panels},
            }
        for size in ("desktop",) if asked.readme else SIZES:
            for theme in THEMES:
                page = open_page(browser, size, theme)
                for name, (path, show) in screens.items():
                    picture = f"{name}-{size}-{theme}"
                    if asked.only not in picture:
                        continue
                    page.goto("about:blank")
                    page.goto(address + path)
                    ready = ".world .s-ct use" if "/match/" in path else "article"
                    page.locator(ready).first.wait_for(state="attached")
                    show(page)
                    page.evaluate("document.fonts.ready")
                    time.sleep(0.6)
                    page.screenshot(path=asked.out / f"{picture}.png")
                page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
