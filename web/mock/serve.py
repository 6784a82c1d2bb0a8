"""A table in memory for work on the client: one process, no storage, plain HTTP, no sockets."""

import json
import secrets
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from sirocco.draw.geometry import beyond
from sirocco.draw.picture import _base, base_map, hints_of, svg_of
from sirocco.games import game, text_board
from sirocco.kernel.ask import NOUN
from sirocco.kernel.match import Match
from sirocco.kernel.refusal import Refused
from sirocco.players import decide, player

STATIC = Path(__file__).parents[2] / "sirocco" / "web" / "static"
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
TABLES: dict[str, "Held"] = {}


class Held:
    def __init__(self, asked: dict[str, Any]) -> None:
        self.game = game(asked["game"])
        board = text_board(asked["game"])
        scenario, options = board.usual_game()
        self.match = Match.new(self.game, asked.get("scenario") or scenario, options, 3)
        self.kinds = {name: asked["seats"].get(name, "person") for name in self.match.seats}
        self.tokens = {name: secrets.token_urlsafe(32) for name in self.match.seats}
        self.chat: list[dict[str, Any]] = []
        self.run()

    def run(self, most: int = 400) -> None:
        for _ in range(most):
            asks = [a for a in self.match.asks if self.kinds[self.match.seats[a.seat]] != "person"]
            if not asks:
                return
            seat = asks[0].seat
            mind = player("cadet", seat)
            self.match.act(seat, decide(mind, self.game, self.match.state, seat))

    def warm(self, actions: int) -> None:
        minds = [player("cadet", seat) for seat in range(len(self.match.seats))]
        for _ in range(actions):
            if not self.match.asks:
                return
            seat = self.match.asks[0].seat
            self.match.act(seat, decide(minds[seat], self.game, self.match.state, seat))

    def table(self, seat: int | None, id: str, match: Match | None = None) -> dict[str, Any]:
        match = match or self.match
        view = match.view(seat or 0)
        state_board = board_of(match)
        base = _base(state_board)
        labels = {cell.hex: cell.label for cell in base.sheet.map.cells}
        scene = hints_of(state_board).scene(view, state_board)
        names = {cell.label: cell.name for cell in base.sheet.map.cells if cell.name}
        unit_at = {
            f.name: labels[s.hex] for s in scene.stacks for p in s.piles for f in p.faces
        }
        offers = []
        for o in match.offers(seat) if seat is not None else []:
            kind = self.game.verbs[o.action & ~NOUN].noun
            at = o.noun if kind == "hex" else unit_at.get(o.noun) if kind == "unit" else None
            offers.append(
                dict(action=o.action, text=o.text, verb=o.verb, noun=o.noun, kind=kind, hex=at,
                     unit=o.noun if kind == "unit" else None, rules=o.rules, tone="plain"))
        log = match.log(seat or 0)
        me = match.seats[seat] if seat is not None else None
        end = match.outcome
        return dict(
            type="table", match=id, game=self.game.id, title=self.game.title,
            version=len(match.records.actions()), seat=me,
            seats=[dict(name=n, side=i, kind="person" if k == "person" else "computer", label=n)
                   for i, (n, k) in enumerate(self.kinds.items())],
            status=text_board(self.game.id).status(view),
            outcome=end and dict(winners=[match.seats[w] for w in end.winners], reason=end.reason),
            asks=[dict(seat=d.seat, mine=d.seat == me, prompt=d.prompt)
                  for d in match.pending_for(seat or 0)],
            offers=offers,
            pieces=[dict(hex=labels[s.hex], piles=[dict(side=p.side, hidden=p.backs, known=[
                dict(name=f.name, symbol=f.kind, steps=f.strength, most=f.full,
                     marks=(["moved"] if f.moved else []) + list(f.badges)) for f in p.faces])
                for p in s.piles]) for s in scene.stacks],
            places=[dict(hex=labels[h], name=names.get(labels[h], ""), owner=o) for h, o in scene.flags],
            battles=[labels[h] for h in (*scene.contested, scene.battle) if h >= 0],
            spoken=[dict(hex=next((x for x in labels.values() if f"({x})" in t or t.startswith(x)), ""),
                         text=t) for t in text_board(self.game.id).spoken(view)],
            log=[dict(n=i + 1, text=t, hexes=[x for x in labels.values() if x in t])
                 for i, t in enumerate(log)],
            can_undo=seat is not None and match.can_undo(seat), chat=self.chat,
            you=me and dict(name=me, notes=""),
        )

    def board(self) -> dict[str, Any]:
        board = board_of(self.match)
        base = _base(board)
        sheet = base.sheet
        hexes = {}
        for cell in sheet.map.cells:
            x, y = sheet.centres[cell.hex]
            near = [sheet.by_place.get(beyond(cell.col, cell.row, d)) for d in range(6)]
            hexes[cell.label] = dict(x=x, y=y, title=f"{cell.name or cell.label}, {cell.words}",
                                     around=[c.label if c else "" for c in near])
        return dict(key=base.mark, width=sheet.width, height=sheet.height,
                    svg=base_map(board, theme="auto"), hexes=hexes)


def board_of(match: Match) -> Any:
    state = match.state
    return state.board


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        pass

    def out(self, body: Any, status: int = 200, kind: str = "application/json") -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'")
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path.startswith("/api/"):
            return self.api(path[5:].split("/"), None)
        file = STATIC / path.lstrip("/")
        if not file.is_file():
            file = STATIC / "index.html"
        self.out(file.read_bytes(), 200, TYPES.get(file.suffix, "application/octet-stream"))

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        self.api(self.path.partition("?")[0][5:].split("/"), body)

    do_PUT = do_POST

    def api(self, parts: list[str], body: Any) -> None:
        try:
            self.out(self.answer(parts, body))
        except Refused as bad:
            self.out(dict(error="refused", reason=bad.reason, rules=list(bad.rules)), 409)
        except KeyError:
            self.out(dict(error="missing", reason="There is nothing here."), 404)

    def answer(self, parts: list[str], body: Any) -> Any:
        if parts == ["games"]:
            board = text_board("victory")
            return [dict(id="victory", title="Victory", blurb=board.welcome(),
                         scenarios=[dict(id=i, title=t) for i, t in board.scenarios()],
                         seats={i: ["red", "blue"] for i, _ in board.scenarios()},
                         options=[dict(id=i, title=t) for i, t in board.options()],
                         usual=dict(zip(("scenario", "options"), board.usual_game(), strict=True)), players=["cadet", "random"], provenance="reconstruction")]
        if parts[0] == "rules":
            rules = [dict(id=s.id, title=s.title, text=s.text, kind=s.kind, topic=s.topic)
                     for s in game(parts[1]).catalogue().rules.values()]
            if len(parts) > 2:
                return next(r for r in rules if r["id"] == parts[2])
            return rules
        if parts == ["matches"]:
            if body is None:
                return []
            held, id = Held(body), secrets.token_urlsafe(6)
            TABLES[id] = held
            return dict(match=id, seats={n: t for n, t in held.tokens.items()
                                         if held.kinds[n] != "computer:cadet"}, watch="w")
        held = TABLES[parts[1]]
        token = self.headers.get("Authorization", "")[7:]
        seat = next((i for i, t in enumerate(held.tokens.values()) if t == token), None)
        if parts[2] == "board":
            return held.board()
        if parts[2] == "act":
            if body.get("line"):
                held.match.play(seat or 0, body["line"])
            else:
                held.match.act(seat or 0, body["action"])
            held.run()
        if parts[2] == "undo":
            held.match.undo(seat or 0)
        if parts[2] == "chat":
            held.chat.append(dict(n=len(held.chat) + 1, seat="red", to="all", text=body["text"]))
        if parts[2] == "notes":
            return dict(notes="")
        if parts[2] == "history":
            upto = int(self.path.rpartition("upto=")[2])
            past = Match.replay(held.game, held.match.records, upto)
            return held.table(seat, parts[1], past)
        return held.table(seat, parts[1])


def main() -> None:
    held = Held(dict(game="victory", seats={}))
    held.warm(int(sys.argv[2]) if len(sys.argv) > 2 else 330)
    TABLES["demo"] = held
    held.tokens = dict(zip(held.tokens, ("red-token", "blue-token"), strict=True))
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()


if __name__ == "__main__":
    main()
