"""A whole game of Victory in a real browser: two seats in two windows, fogged, to victory."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage
from tests.e2e.tables import (
    FORCE,
    Server,
    deployment,
    middle,
    piece,
    prompt,
    sit,
    space,
    type_line,
)

WENMOOR = "1302"
MOVE = "Move your units, one after the other; then close the phase."


def offer(page: Page, words: str) -> None:
    page.locator(".offers").get_by_role("button", name=words, exact=True).first.click()


def begin(red: Page, blue: Page, server: Server) -> None:
    """Red makes the match at the home page and sends blue the link."""
    red.goto(server.address)
    card = red.locator("article").filter(has=red.get_by_role("heading", name="Victory"))
    card.get_by_text("Options").click()
    card.get_by_label(re.compile("^limit")).fill("1")
    card.get_by_label(re.compile("^layout")).fill("1,2")
    card.get_by_label(re.compile("^simultaneous")).fill("yes")
    card.get_by_role("button", name="Invite a friend").click()
    red.locator("#tab-Match").click()
    link = red.get_by_label("Link of this match").input_value()
    blue.goto(link)
    blue.get_by_label("Your name").fill("Ada <b>Blue</b>")
    blue.get_by_role("button", name="Take the seat of blue").click()
    expect(red.locator("header")).to_contain_text("Ada <b>Blue</b>")  # never markup


def deploy(red: Page, blue: Page) -> None:
    for page in (red, blue):
        expect(page.locator("#prompt")).to_contain_text("Choose your starting force")
        type_line(page, FORCE)
    for page, seat in ((red, "red"), (blue, "blue")):
        for line in deployment(seat):
            expect(page.locator("#prompt")).to_contain_text("Deploy your force")
            seen = page.locator(".replay .now").inner_text()
            type_line(page, line)
            expect(page.locator(".replay .now")).not_to_have_text(seen)


def drag_to_wenmoor(red: Page) -> None:
    """AR1 is picked up; the way is shown before it is let go over Wenmoor."""
    x, y = middle(piece(red, "AR1"))
    red.mouse.move(x, y)
    red.mouse.down()
    red.mouse.move(x + 12, y + 6, steps=3)
    expect(red.locator("#prompt")).to_have_text("Where does AR1 go?")
    red.mouse.move(*space(red, WENMOOR), steps=6)
    expect(red.locator(".world .s-arrow")).to_be_attached()
    expect(red.locator(".odds figure").first).to_contain_text("Battle at Wenmoor")
    red.mouse.up()
    expect(red.locator("#prompt")).to_have_text(MOVE)


def tap_to_wenmoor(red: Page) -> None:
    """AR2 by clicks: on the piece, then on the space."""
    red.get_by_role("button", name="Whole map").click()
    red.mouse.click(*middle(piece(red, "AR2")))
    expect(red.locator("#prompt")).to_have_text("Where does AR2 go?")
    red.mouse.click(*space(red, WENMOOR))
    expect(red.locator("#prompt")).to_have_text(MOVE)


def undo_and_refusal(red: Page) -> None:
    """A far space is refused with the rule, which opens in place; undo takes the choice back."""
    offer(red, "Move AR3")
    expect(red.locator("#prompt")).to_have_text("Where does AR3 go?")
    type_line(red, "to Holmarsh")
    told = red.locator(".decision div.told")
    expect(told).to_contain_text("No.")
    told.get_by_role("button", name=re.compile("^Rule V-")).first.click()
    expect(red.locator("section.rule")).to_contain_text("V-")
    red.get_by_role("button", name="Close the rule").click()
    red.get_by_role("button", name="Undo", exact=True).click()
    expect(red.locator("#prompt")).to_have_text(MOVE)


def answer(page: Page, wanted: list[str]) -> bool:
    """Do the first of the wanted things that is offered, if it is this seat's decision."""
    buttons = page.locator(".offers button:not(.refbtn):not([disabled])")
    if not page.get_by_text("Your decision").count() or not buttons.count():
        return False
    names = [
        (b.get_attribute("aria-label") or b.inner_text()).splitlines()[0].lower()
        for b in buttons.all()
    ]
    chosen = next((i for want in wanted for i, n in enumerate(names) if n.startswith(want)), 0)
    version = page.locator(".replay .now").inner_text()
    buttons.nth(chosen).click()
    expect(page.locator(".replay .now")).not_to_have_text(version)
    return True


def test_a_whole_game_in_two_windows(server: Server, window: NewPage) -> None:
    red, blue = window(), window()
    sent: list[str] = []
    blue.on("websocket", lambda ws: ws.on("framereceived", lambda frame: sent.append(str(frame))))
    begin(red, blue, server)
    deploy(red, blue)
    for page, other in ((red, "blue"), (blue, "red")):
        expect(page.locator(".track")).to_have_attribute("aria-label", re.compile("Turn 1 of 1"))
        assert page.locator(f'[data-unit][data-side="{other}"]').count() == 0
        expect(page.locator(f'.world use[href="#back-40-{other}"]').first).to_be_attached()

    shot = False
    moved = False
    for _ in range(60):
        if red.get_by_text("The game is over").count():
            break
        if not moved and prompt(red) == MOVE:
            undo_and_refusal(red)
            drag_to_wenmoor(red)
            expect(blue.locator("#feed")).to_contain_text(
                "red moves a block: Tanny (1002) to Wenmoor"
            )
            assert sent and not any("red AR1" in frame for frame in sent)
            tap_to_wenmoor(red)
            moved = True
        fire = not shot and "Combat Turn" in prompt(blue)
        if answer(blue, ["fire fa1 army"] if fire else ["done", "retreat", "to ", "pass"]):
            shot |= fire
        elif not answer(red, ["done", "fire", "pass"]):
            red.wait_for_timeout(50)

    assert shot
    expect(red.locator("#prompt")).to_contain_text("red won")
    expect(blue.locator("#prompt")).to_contain_text("red won")
    for page in (red, blue):
        page.locator("#tab-Log").click()
        expect(page.locator("#feed")).to_contain_text("FA1 fires at army")

    # As the seat saw it: back to the start, and no block of the other side has a face there.
    red.get_by_role("button", name="To the start").click()
    expect(red.locator("#prompt")).to_have_text("A past position")
    assert red.locator('[data-unit][data-side="blue"]').count() == 0
    red.get_by_role("button", name="Live", exact=True).click()
    red.locator("#tab-Match").click()
    with red.expect_download() as saved:
        red.get_by_role("button", name="Download the record").click()
    assert "red" in saved.value.path().read_text()
    with red.expect_download() as saved:
        red.get_by_role("button", name="Picture of the position").click()
    assert saved.value.path().read_text().startswith("<svg")


def test_dice_are_shown_as_rolled(server: Server, window: NewPage) -> None:
    match, tokens = server.deployed()
    red = window()
    sit(red, server, match, tokens["red"])
    dice = red.get_by_role("group", name="Just rolled")
    expect(dice).to_contain_text("initiative")
    assert dice.locator("svg.die").count() == 2


def test_what_happens_moves_on_the_map(server: Server, window: NewPage) -> None:
    """A move of the other side flies along its path, unless motion is reduced."""
    match, tokens = server.deployed()
    mover = "red" if server.table(match, tokens["red"])["offers"] else "blue"
    watcher = "blue" if mover == "red" else "red"
    still, lively = window(reduced_motion="reduce"), window()
    for page in (still, lively):
        sit(page, server, match, tokens[watcher])
        page.evaluate(
            """() => {
                window.flown = 0;
                new MutationObserver(() => {
                    if (document.querySelector('.flying')) window.flown += 1;
                }).observe(document.querySelector('.world'), { childList: true, subtree: true });
            }"""
        )
    server.line(match, tokens[mover], "move AR1")
    table = server.table(match, tokens[mover])
    away = next(o for o in table["offers"] if o["space"] and o["tone"] == "move")
    server.line(match, tokens[mover], away["text"])
    for page in (still, lively):
        expect(page.locator("#feed")).to_contain_text(f"{mover} moves a block")
    for _ in range(100):
        if lively.evaluate("window.flown"):
            break
        lively.wait_for_timeout(50)
    assert lively.evaluate("window.flown") > 0
    assert still.evaluate("window.flown") == 0
