"""The command `sirocco serve`: the table on the network."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Final

from sirocco.cli.args import Commands, count, number
from sirocco.kernel.refusal import Refused

SETTING: Final = "SIROCCO_DATABASE"
SMTP: Final = "SIROCCO_SMTP"
HOME: Final = Path("~/.sirocco")


def add_commands(commands: Commands) -> None:
    serve = commands.add_parser("serve", help="serve the table to browsers and bots")
    serve.add_argument("--host", default="127.0.0.1", help="address to listen at (%(default)s)")
    serve.add_argument("--port", type=number, default=8321, help="port (%(default)s)")
    serve.add_argument(
        "--database",
        default="",
        metavar="URL",
        help=f"sqlite:///FILE or postgresql://...; else {SETTING}, else {HOME}/table.db",
    )
    serve.add_argument("--workers", type=count, default=1, help="processes of computer players")
    serve.add_argument("--rate", type=count, default=50, help="requests a second from one place")
    serve.add_argument(
        "--smtp", default="", metavar="URL", help=f"mail server for notices; else {SMTP}"
    )
    serve.add_argument("--sender", default="", metavar="MAIL", help="who sends the notices")
    serve.add_argument(
        "--webhooks", default="", metavar="HOSTS", help="hosts to which webhooks may lead"
    )
    serve.add_argument("--address", default="", metavar="URL", help="where people reach this table")
    serve.add_argument(
        "--notice-after", type=count, default=60, help="seconds before somebody is told of a turn"
    )
    serve.set_defaults(run=run_serve)


def run_serve(given: argparse.Namespace) -> int:
    import uvicorn
    from sqlalchemy.exc import SQLAlchemyError

    from sirocco.server.app import Settings, app
    from sirocco.server.guards import LARGEST
    from sirocco.server.notices import Post
    from sirocco.web import static_file

    try:
        made = app(
            Settings(
                database=given.database or os.environ.get(SETTING, "") or _usual(),
                workers=given.workers,
                rate=given.rate,
                burst=4 * given.rate,
                making_rate=given.rate / 100,
                making_burst=given.rate,
                post=Post(
                    smtp=given.smtp or os.environ.get(SMTP, ""),
                    sender=given.sender,
                    webhook_hosts=tuple(given.webhooks.lower().replace(",", " ").split()),
                    address=given.address or f"http://{given.host}:{given.port}",
                    after=given.notice_after,
                ),
            ),
            static_file,
        )
    except SQLAlchemyError as bad:
        raise Refused(f"The database cannot be used: {str(bad).splitlines()[0][:200]}") from None
    print(f"Sirocco is served at http://{given.host}:{given.port}/", flush=True)
    uvicorn.run(
        made,
        host=given.host,
        port=given.port,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        ws_ping_timeout=60.0,
        ws_per_message_deflate=False,  # thousands of watchers would need a third of a MB each
        server_header=False,
    )
    return 0


def _usual() -> str:
    """The database in the owner's folder."""
    folder = HOME.expanduser()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'table.db'}"
