"""Draws the pictures of the games on the home page into public/pictures."""

from pathlib import Path

from sirocco.draw.picture import hints_of, svg_of
from sirocco.games import game, games, text_board
from sirocco.kernel.match import Match
from sirocco.players import decide, player

OUT = Path(__file__).parent / "public" / "pictures"
ACTIONS = 335
WIDE, HIGH = 7, 3


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for id in games():
        scenario, options = text_board(id).usual_game()
        match = Match.new(game(id), scenario, options, 3)
        minds = [player("cadet", seat) for seat in range(len(match.seats))]
        for _ in range(ACTIONS):
            seat = match.asks[0].seat
            match.act(seat, decide(minds[seat], match.game, match.state, seat))
        board, view = match.state.board, match.view(0)
        around = near_the_middle(board, view)
        for theme in ("light", "dark"):
            svg = svg_of(view, board, theme=theme, around=around)
            (OUT / f"{id}-{theme}.svg").write_text(svg)


def near_the_middle(board: object, view: object) -> int:
    """The hexes around the battle, or around the middle of all pieces."""
    hints = hints_of(board)
    cells = {cell.hex: cell for cell in hints.ground(board).cells}
    scene = hints.scene(view, board)
    stacks = [cells[stack.hex] for stack in scene.stacks]
    battle = cells.get(scene.battle)
    col = battle.col if battle else sum(cell.col for cell in stacks) // len(stacks)
    row = battle.row if battle else sum(cell.row for cell in stacks) // len(stacks)
    return sum(
        1 << cell.hex
        for cell in cells.values()
        if abs(cell.col - col) <= WIDE and abs(cell.row - row) <= HIGH
    )


if __name__ == "__main__":
    main()
