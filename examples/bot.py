"""A bot for one seat of a Sirocco match: it watches the table and plays what is offered.

    python examples/bot.py http://127.0.0.1:8321 MATCH TOKEN

Needs nothing but Python. `choose` is the place for better ideas.
"""

from __future__ import annotations

import json
import random
import sys
import time
import urllib.error
import urllib.request
from typing import Any


def call(url: str, token: str, message: dict[str, Any] | None = None) -> dict[str, Any]:
    """Send a request; a refusal comes back as a message with `error`."""
    data = None if message is None else json.dumps(message).encode()
    request = urllib.request.Request(url, data, {"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            found: dict[str, Any] = json.load(answer)
    except urllib.error.HTTPError as bad:
        found = json.load(bad)
    return found


def choose(table: dict[str, Any]) -> int:
    """An action: attacks if there are any, else anything."""
    offers = table["offers"]
    attacks = [offer for offer in offers if offer["tone"] == "attack"]
    return int(random.choice(attacks or offers)["action"])


def play(server: str, match: str, token: str, most: int = 1_000_000) -> dict[str, Any]:
    """Play to the end, or so many actions; the last table."""
    base = f"{server.rstrip('/')}/api/matches/{match}"
    table = call(f"{base}/table", token)
    while "error" not in table and not table["outcome"] and most:
        if table["offers"]:
            message = {"version": table["version"], "action": choose(table)}
            answer = call(f"{base}/act", token, message)
            most -= 1
            if "error" not in answer:
                table = answer
                continue
            print(answer["reason"])
        time.sleep(0.2)
        table = call(f"{base}/table", token)
    return table


if __name__ == "__main__":
    end = play(sys.argv[1], sys.argv[2], sys.argv[3])
    print(end.get("outcome") or end.get("reason"))
