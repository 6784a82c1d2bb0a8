"""A turn with the keyboard alone, and the text board for a screen reader."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import NewPage
from tests.e2e.tables import Server, prompt, sit

ACTIVE = "document.activeElement"


def tab_to(page: Page, condition: str, most: int = 80) -> None:
    """Press Tab until the focused element fulfils a condition."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(f"(e => {condition})({ACTIVE})"):
            return
    raise AssertionError(f"Tab does not reach {condition}")


def focus_is_visible(page: Page) -> bool:
    found: bool = page.evaluate(
        f"getComputedStyle({ACTIVE}).outlineStyle !== 'none' && "
        f"parseFloat(getComputedStyle({ACTIVE}).outlineWidth) >= 2"
    )
    return found


def test_a_turn_by_keyboard_alone(server: Server, window: NewPage) -> None:
    match, tokens = server.deployed(limit=2)
    server.idle_until(match, tokens, "red", "move")
    page = window()
    sit(page, server, match, tokens["red"])

    # A unit is chosen among the offers, its goal on the map.
    tab_to(page, "e.getAttribute('aria-label') === 'Move AR1'")
    assert focus_is_visible(page)
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_have_text("Where does AR1 go?")
    tab_to(page, "e.getAttribute('role') === 'application'")
    assert focus_is_visible(page)
    page.keyboard.press("ArrowRight")  # the cursor begins at the unit
    page.keyboard.press("ArrowRight")
    here = page.locator("#maphere")
    expect(here).to_contain_text("Offered: to ")
    expect(page.locator(".world .s-arrow")).to_be_attached()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("Move your units")

    # Escape takes a choice back, the log can be walked, a line can be typed.
    tab_to(page, "e.getAttribute('aria-label') === 'Move AR2'")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_have_text("Where does AR2 go?")
    page.keyboard.press("Escape")
    expect(page.locator("#prompt")).to_contain_text("Move your units")
    tab_to(page, "e.id === 'tab-Log'")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tabpanel")).to_contain_text("The map in sentences")
    tab_to(page, "e.matches('input[list=offered]')")
    page.keyboard.type("done")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).not_to_contain_text("Move your units")

    # Blue answers without moving; red closes its turn with Enter on the offer.
    for _ in range(20):
        if "Player Turn (red)" not in page.locator(".status").inner_text():
            break
        if page.locator(".offers button").count():
            tab_to(page, "e.closest('.offers') && !e.classList.contains('refbtn')")
            page.keyboard.press("Enter")
            page.wait_for_timeout(150)
        else:
            table = server.table(match, tokens["blue"])
            if table["offers"]:
                quiet = [o for o in table["offers"] if o["tone"] == "close"]
                server.line(match, tokens["blue"], (quiet or table["offers"])[-1]["text"])
            page.wait_for_timeout(100)
    else:
        raise AssertionError(f"the turn does not end: {prompt(page)}")


def test_a_late_answer_does_not_take_the_focus_away(server: Server, window: NewPage) -> None:
    match, tokens = server.deployed(limit=2)
    server.idle_until(match, tokens, "red", "move")
    page = window()
    sit(page, server, match, tokens["red"])
    late: list[Route] = []
    page.route("**/act", lambda route: late.append(route))
    tab_to(page, "e.getAttribute('aria-label') === 'Move AR1'")
    with page.expect_request("**/act"):
        page.keyboard.press("Enter")
    while not late:
        page.wait_for_timeout(20)
    answer = late[0].fetch()  # the socket brings the news while the answer is on its way
    expect(page.locator("#prompt")).to_have_text("Where does AR1 go?")
    tab_to(page, "e.getAttribute('role') === 'application'")
    late[0].fulfill(response=answer)
    expect(page.locator(".offers button").first).to_be_enabled()
    page.wait_for_timeout(100)
    assert page.evaluate(f"{ACTIVE}.getAttribute('role')") == "application"


def asked_where(page: Page) -> None:
    """A unit is chosen, and the map has the focus; no destination has had it on the way."""
    tab_to(page, "e.getAttribute('aria-label') === 'Move AR1'")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_have_text("Where does AR1 go?")
    expect(page.locator(".offers button").first).to_be_focused()
    page.get_by_role("application").focus()


def test_only_the_last_preview_is_shown(server: Server, window: NewPage) -> None:
    match, tokens = server.deployed(limit=2)
    server.idle_until(match, tokens, "red", "move")
    page = window()
    sit(page, server, match, tokens["red"])
    asked_where(page)
    held: list[Route] = []
    page.route("**/preview", lambda route: held.append(route))
    arrow = page.locator(".world .s-arrow")
    here = page.locator("#maphere")
    for ways in (("ArrowRight", "ArrowRight"), ("ArrowLeft", "ArrowDown")):
        with page.expect_request("**/preview"):
            for way in ways:  # the cursor begins at the unit
                page.keyboard.press(way)
        expect(here).to_contain_text("Offered: to ")
    held[-1].continue_()
    expect(arrow).to_be_attached()
    where = arrow.get_attribute("transform")
    with page.expect_response("**/preview"):
        held[0].fulfill(status=409, json={"error": "refused", "reason": "That is not offered."})
    page.wait_for_timeout(100)
    assert arrow.get_attribute("transform") == where


def test_a_failed_preview_is_asked_for_again(server: Server, window: NewPage) -> None:
    match, tokens = server.deployed(limit=2)
    server.idle_until(match, tokens, "red", "move")
    page = window()
    sit(page, server, match, tokens["red"])
    asked_where(page)
    refused = {"error": "refused", "reason": "That is not offered."}
    page.route("**/preview", lambda route: route.fulfill(status=409, json=refused), times=1)
    with page.expect_response("**/preview") as first:
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
    assert first.value.status == 409
    expect(page.locator(".world .s-arrow")).to_be_attached()


def test_the_text_board_says_what_the_terminal_says(server: Server, window: NewPage) -> None:
    match, tokens = server.deployed()
    page = window()
    sit(page, server, match, tokens["red"])
    page.locator("#tab-Text").click()
    spoken = server.table(match, tokens["red"])["spoken"]
    told = page.get_by_role("list", name="The map in sentences").get_by_role("listitem")
    assert told.all_inner_texts() == [line["text"] for line in spoken]
    answers = page.get_by_role("tabpanel").get_by_role("status")
    box = page.get_by_label("Type what you want to do")
    if box.count():
        box.fill("score")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(answers).to_contain_text("needed: Donzy")


def test_every_offer_can_be_reached_by_its_words(server: Server, window: NewPage) -> None:
    match, tokens = server.deployed()
    seat = "red" if server.table(match, tokens["red"])["offers"] else "blue"
    page = window()
    sit(page, server, match, tokens[seat])
    offers = server.table(match, tokens[seat])["offers"]
    for offer in offers:
        said = offer["phrase"].replace("{}", offer["label"])
        words = re.compile(f"^{re.escape(said)}", re.IGNORECASE)
        expect(page.locator(".offers").get_by_role("button", name=words).first).to_be_visible()
