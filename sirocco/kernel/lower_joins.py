"""Blocks of a frame put together: what only one jump leads to stands in the place of that jump."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection
from typing import Final

Block = list[ast.stmt]

SHORT: Final = 3
"""Statements of a block that is written out at every jump to it."""


class Goto(ast.Continue):
    """A jump to a block."""

    def __init__(self, block: int) -> None:
        super().__init__()
        self.block = block


class Joined:
    """Fewer and longer blocks; `first[at]` is the one at which a frame is taken up at a place."""

    def __init__(self, blocks: list[Block], places: Collection[int]) -> None:
        self.parts = blocks
        jumps = Counter(
            self._end(node.block)
            for block in blocks
            if not self._only_jumps(block)
            for statement in block
            for node in ast.walk(statement)
            if isinstance(node, Goto)
        )
        kept = {self._end(place) for place in places}
        kept |= {b for b, n in jumps.items() if n > 1 and not self._short(blocks[b])}
        self.number = {block: i for i, block in enumerate(sorted(kept))}
        self.first = tuple(self.number.get(self._end(at), 0) for at in range(len(blocks)))
        place = _InPlace(self)
        self.blocks = [place.all(blocks[block]) for block in self.number]

    @staticmethod
    def _only_jumps(block: Block) -> bool:
        return len(block) == 1 and isinstance(block[0], Goto)

    @staticmethod
    def _short(block: Block) -> bool:
        """Whether a block is no longer than the end of a procedure and jumps nowhere."""
        return len(block) <= SHORT and not any(
            isinstance(node, (Goto, ast.If)) for statement in block for node in ast.walk(statement)
        )

    def _end(self, block: int) -> int:
        """Where a jump to a block comes to in the end."""
        statements = self.parts[block]
        if len(statements) == 1 and isinstance(statements[0], Goto):
            return self._end(statements[0].block)
        return block

    def target(self, goto: Goto) -> int:
        return self._end(goto.block)


class _InPlace(ast.NodeTransformer):
    """Jumps become the block itself, or its number and another round of the loop."""

    def __init__(self, joined: Joined) -> None:
        self.joined = joined

    def all(self, block: Block) -> Block:
        """The statements of a block."""
        out: Block = []
        for statement in block:
            new = self.visit(statement)
            out += new if isinstance(new, list) else [new]
        return out

    def visit_Goto(self, node: Goto) -> Block:
        target = self.joined.target(node)
        if target not in self.joined.number:
            return self.all(self.joined.parts[target])
        number = ast.Constant(self.joined.number[target])
        jump = ast.Assign([ast.Name("_at", ast.Store())], number)
        return [ast.copy_location(jump, node), ast.copy_location(ast.Continue(), node)]
