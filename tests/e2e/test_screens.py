"""Every screen in both themes, on a desktop and on a phone: axe finds nothing, all is in reach."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.tables import SIZES, Server, sit

Show = Callable[[Page, Server], Any]
LEAST: Final = 44


def home(page: Page, server: Server) -> None:
    match, tokens = server.make()
    sit(page, server, match, tokens["red"])
    page.goto(server.address)
    page.locator("article").first.wait_for()
    for closed in page.locator("summary").all():
        closed.click()


def rules(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/rules/victory?q=air+response")
    page.locator("article").first.wait_for()


def joining(page: Page, server: Server) -> None:
    match, _ = server.make("open")
    page.goto(f"{server.address}/match/{match}")
    page.get_by_role("button", name="Take the seat of blue").wait_for()


def hot_seat(page: Page, server: Server) -> None:
    match, tokens = server.deployed()
    for seat in ("red", "blue"):
        sit(page, server, match, tokens[seat])
    idle = "blue" if server.table(match, tokens["red"])["offers"] else "red"
    sit(page, server, match, tokens[idle])
    show_panel(page, "Map")
    page.get_by_role("button", name="Hand the screen to").click()
    page.get_by_role("button", name="I am ").wait_for()


def watching(page: Page, server: Server) -> None:
    match, _ = server.deployed()
    sit(page, server, match)


def choosing(page: Page, server: Server) -> Any:
    match, tokens = server.deployed()
    seat = "red" if server.table(match, tokens["red"])["offers"] else "blue"
    server.line(match, tokens[seat], "move AR1")
    sit(page, server, match, tokens[seat])
    page.locator("[data-offer]").first.wait_for(state="attached")
    return server.table(match, tokens[seat])


def over(page: Page, server: Server) -> None:
    match, tokens = server.deployed()
    server.play_out(match, tokens)
    sit(page, server, match, tokens["red"])
    expect(page.locator("#prompt")).to_contain_text("draw")


def every_game(page: Page, server: Server) -> None:
    """The usual match of each game can be opened; the last one stays."""
    for game in server.api("games"):
        made = server.api("matches", body={"game": game["id"]})
        sit(page, server, made["match"], next(iter(made["seats"].values())))
        expect(page.locator("#prompt")).not_to_be_empty()


def tab(name: str) -> Show:
    def show(page: Page, server: Server) -> None:
        match, tokens = server.deployed()
        sit(page, server, match, tokens["red"])
        show_panel(page, name)

    return show


def show_panel(page: Page, name: str) -> None:
    bar = page.get_by_role("navigation", name="Parts of the table")
    if bar.count():
        bar.get_by_role("button", name=name, exact=True).click()
    elif name not in ("Map", "Replay"):
        page.locator(f"#tab-{name}").click()


SCREENS: Final[dict[str, Show]] = {
    "home": home,
    "rules": rules,
    "joining": joining,
    "hot seat": hot_seat,
    "watching": watching,
    "choosing": choosing,
    "over": over,
    "every game": every_game,
    **{name.lower(): tab(name) for name in ("Log", "Text", "Charts", "Chat", "Match", "Replay")},
}


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(server: Server, window: NewPage, screen: str, size: str) -> None:
    page = window(size)
    SCREENS[screen](page, server)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.wait_for_timeout(150)
        found = Axe().run(page)
        assert found.violations_count == 0, f"{theme}: {found.generate_report()}"


@pytest.mark.parametrize("screen", ["home", "choosing", "log", "match", "chat", "replay"])
def test_a_phone_has_room_for_thumbs(server: Server, window: NewPage, screen: str) -> None:
    """Nothing is wider than the screen, and what can be tapped has 44 pixels."""
    page = window("phone")
    SCREENS[screen](page, server)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= SIZES["phone"][0]
    small = page.evaluate(
        """least => [...document.querySelectorAll('button, a, input, select, summary, textarea')]
            .filter(e => e.checkVisibility() && !e.closest('.hidden') && !e.closest('p')
                && !e.matches('[type=checkbox], .ref'))
            .map(e => [e.getBoundingClientRect(), e])
            .filter(([b]) => b.width && (b.width < least - .5 || b.height < least - .5))
            .map(([b, e]) => `${e.outerHTML.slice(0, 80)} ${b.width}x${b.height}`)""",
        LEAST,
    )
    assert small == []


def test_the_sheet_of_a_phone_opens_and_closes(server: Server, window: NewPage) -> None:
    page = window("phone")
    choosing(page, server)
    sheet = page.locator("section.decision")
    heights = []
    for _ in range(3):
        page.wait_for_timeout(300)
        box = sheet.bounding_box()
        assert box is not None
        heights.append(box["height"])
        sheet.locator(".handle").click()
    half, full, closed = heights
    assert closed < half < full


def test_a_phone_previews_before_it_moves(server: Server, window: NewPage) -> None:
    """The first tap on a space shows the way, the second goes."""
    page = window("phone")
    offers = choosing(page, server)["offers"]
    spaces = [offer["space"] for offer in offers if offer["space"]]
    spot = page.evaluate(
        """once => {
            const view = document.querySelector('.view').getBoundingClientRect();
            const sheet = document.querySelector('section.decision').getBoundingClientRect();
            for (const path of document.querySelectorAll('path.s-offer')) {
                const b = path.getBoundingClientRect();
                if (!once.includes(path.dataset.offer)) continue;
                const [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
                if (x > 60 && x < view.right - 70 && y > view.y + 70 && y < sheet.y - 20)
                    return [x, y];
            }
        }""",
        [label for label in spaces if spaces.count(label) == 1],
    )
    assert spot is not None
    page.touchscreen.tap(*spot)
    expect(page.get_by_role("button", name="Back to all offers")).to_be_visible()
    expect(page.locator(".world .s-arrow")).to_be_attached()
    page.touchscreen.tap(*spot)
    expect(page.locator("#prompt")).to_contain_text("Move your units")
