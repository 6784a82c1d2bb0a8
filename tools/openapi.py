"""Writes docs/api/openapi.json and docs/api/websocket.json from the server's messages."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from sirocco.server.schemas import openapi, websocket

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "api"


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, document in (("openapi", openapi()), ("websocket", websocket())):
        text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
