"""What is shared: links, records, a moment of a finished game; what if; hot seat; agreement."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.conftest import NewPage
from tests.e2e.tables import Server, prompt, sit, type_line


def test_a_record_is_brought_and_a_moment_is_linked(
    server: Server, window: NewPage, tmp_path: Path
) -> None:
    match, tokens = server.deployed()
    server.play_out(match, tokens)
    page = window()
    sit(page, server, match, tokens["red"])
    page.locator("#tab-Match").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the record").click()
    record = tmp_path / "A game of ours.txt"
    saved.value.save_as(record)

    # Somebody else brings the record and sees the game with either side's eyes.
    other = window()
    other.goto(server.address)
    other.get_by_label("Bring a record").set_input_files(record)
    other.wait_for_url("**/match/*")
    expect(other.locator("h1")).to_have_text("A game of ours")
    expect(other.locator('.world [data-unit="AR1"][data-side="red"]').first).to_be_attached()
    assert other.locator('[data-unit][data-side="blue"]').count() == 0
    other.locator("#tab-Match").click()
    other.get_by_role("link", name="blue").click()
    expect(other.locator('.world [data-unit="AR1"][data-side="blue"]').first).to_be_attached()

    # The link to a moment opens it.
    other.get_by_role("button", name="To the start").click()
    expect(other.locator("#prompt")).to_have_text("A past position")
    other.get_by_role("button", name="One forward").click()
    expect(other.locator(".replay .now")).to_contain_text("2 of ")
    other.locator("#tab-Match").click()
    link = other.get_by_label("Link to this moment").input_value()
    assert "seat=blue" in link and link.endswith("at=2")
    third = window()
    third.goto(link)
    expect(third.locator(".replay .now")).to_contain_text("2 of ")
    expect(third.locator("#prompt")).to_have_text("A past position")


def test_what_if_is_a_private_game_from_a_past_position(server: Server, window: NewPage) -> None:
    match, tokens = server.deployed(limit=2)
    server.idle_until(match, tokens, "red", "move")
    page = window()
    sit(page, server, match, tokens["red"])
    asked = prompt(page)
    server.line(match, tokens["red"], "done")
    expect(page.locator("#prompt")).not_to_have_text(asked)
    page.get_by_role("button", name="One back").click()
    expect(page.locator("#prompt")).to_have_text("A past position")
    page.get_by_role("button", name="What if").click()
    page.wait_for_url(lambda url: match not in url)
    expect(page.locator("#prompt")).to_have_text(asked)
    expect(page.locator("header")).to_contain_text("computer")
    type_line(page, "move AR1 to 1102")
    expect(page.locator("#feed")).to_contain_text("red AR1: Tanny (1002) to 1102")
    page.goto(server.address)
    expect(page.get_by_text("Your move in What if")).to_be_visible()


def test_the_hot_seat_hides_the_table_between_players(server: Server, window: NewPage) -> None:
    page = window()
    page.goto(server.address)
    card = page.locator("article").filter(has=page.get_by_role("heading", name="Victory"))
    card.get_by_role("button", name="Hot seat").click()
    expect(page.locator("#prompt")).to_contain_text("Choose your starting force")
    type_line(page, "raise" + 12 * " IN" + 4 * " AR" + 4 * " FA")
    page.get_by_role("button", name="Hand the screen to blue").click()
    expect(page.get_by_role("heading", name="Hand the screen to blue")).to_be_visible()
    assert page.locator(".world").count() == 0
    page.get_by_role("button", name="I am blue").click()
    expect(page.locator("#prompt")).to_contain_text("Choose your starting force")
    expect(page.locator("header")).to_contain_text("Youblue")


def test_both_agree_to_take_back(server: Server, window: NewPage) -> None:
    match, tokens = server.deployed()
    pages = {seat: window() for seat in tokens}
    for seat, page in pages.items():
        sit(page, server, match, tokens[seat])
    mover = "red" if server.table(match, tokens["red"])["offers"] else "blue"
    other = "blue" if mover == "red" else "red"
    asked = prompt(pages[mover])
    type_line(pages[mover], "done")
    expect(pages[mover].locator("#prompt")).not_to_have_text(asked)
    pages[mover].locator("#tab-Match").click()
    pages[mover].get_by_role("button", name="Ask to take back").click()
    expect(pages[other].locator(".decision")).to_contain_text(f"{mover} proposes to take back")
    pages[other].get_by_role("button", name="Agree").click()
    expect(pages[mover].locator("#prompt")).to_have_text(asked)


def test_chat_and_notes(server: Server, window: NewPage) -> None:
    match, tokens = server.make()
    red, blue = window(), window("phone")
    sit(red, server, match, tokens["red"])
    sit(blue, server, match, tokens["blue"])
    red.locator("#tab-Chat").click()
    red.get_by_label("Say something").fill("Hello <img src=x>")
    red.get_by_role("button", name="Send").click()
    blue.get_by_role("navigation").get_by_role("button", name="Chat").click()
    expect(blue.get_by_role("list", name="Chat")).to_contain_text("red Hello <img src=x>")
    blue.get_by_label(re.compile("^Notes")).fill("Watch Wenmoor")
    blue.get_by_role("button", name="Keep notes").click()
    expect(blue.get_by_text("Kept.")).to_be_visible()
    blue.reload()
    blue.get_by_role("navigation").get_by_role("button", name="Chat").click()
    expect(blue.get_by_label(re.compile("^Notes"))).to_have_value("Watch Wenmoor")
    red.reload()
    red.locator("#tab-Chat").click()
    expect(red.get_by_label(re.compile("^Notes"))).to_have_value("")


def test_a_clock_runs(server: Server, window: NewPage) -> None:
    page = window()
    page.goto(server.address)
    page.get_by_label("Time for each seat").first.select_option("30 minutes")
    page.get_by_role("button", name="Hot seat").first.click()
    clock = page.locator(".clock.runs").first
    expect(clock).to_have_text(re.compile("0:29:5[0-9]"))
    first = clock.inner_text()
    expect(clock).not_to_have_text(first)
