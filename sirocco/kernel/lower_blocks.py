"""From the syntax tree of a procedure to the blocks of its frame."""

from __future__ import annotations

import ast
from typing import Final, NoReturn

from sirocco.kernel.lower_joins import Goto, Joined

REFUSED: Final[dict[type[ast.AST], str]] = {
    ast.Try: "`try` cannot stand around a question",
    ast.TryStar: "`try` cannot stand around a question",
    ast.With: "`with` cannot stand around a question",
    ast.Match: "`match` cannot stand around a question: use `if`",
    ast.AsyncFor: "a procedure is not asynchronous",
    ast.AsyncWith: "a procedure is not asynchronous",
}
NEVER: Final[dict[type[ast.AST], str]] = {
    ast.FunctionDef: "a procedure has no function of its own",
    ast.AsyncFunctionDef: "a procedure has no function of its own",
    ast.ClassDef: "a procedure has no class of its own",
    ast.Lambda: "a procedure has no lambda",
    ast.Global: "a procedure has no `global`",
    ast.Nonlocal: "a procedure has no `nonlocal`",
    ast.Import: "a procedure imports nothing",
    ast.ImportFrom: "a procedure imports nothing",
    ast.Delete: "a procedure deletes no local",
    ast.Await: "a procedure is not asynchronous",
}


class CannotLower(SyntaxError):
    """A procedure uses something that cannot be lowered."""

    def __init__(self, file: str, node: ast.AST, reason: str) -> None:
        line = getattr(node, "lineno", 0)
        super().__init__(f"{file}, line {line}: {reason}.")
        self.filename = file
        self.lineno = line
        self.reason = reason


def has_yield(node: ast.AST) -> bool:
    """Whether a question is asked, or another procedure run, somewhere inside."""
    return any(isinstance(inner, (ast.Yield, ast.YieldFrom)) for inner in ast.walk(node))


class Blocks:
    """The blocks of a procedure: straight pieces of code between questions, calls and jumps."""

    def __init__(self, tree: ast.FunctionDef, file: str) -> None:
        self.file = file
        self.tree = tree
        self.state, self.params = self._parameters(tree)
        self._check(tree)
        self.blocks: list[list[ast.stmt]] = [[]]
        self.asks: dict[int, ast.expr] = {}
        self.places = [0]  # blocks at which a frame is taken up again: its `at`
        self.loops: list[tuple[int, int]] = []
        self.sequences: list[str] = []
        end = self._body(tree.body, 0)
        if end is not None:
            self.blocks[end] += self._leave(None, tree.body[-1])
        self.fields = self._fields()

    # What is refused

    def _refuse(self, node: ast.AST, reason: str) -> NoReturn:
        raise CannotLower(self.file, node, reason)

    def _parameters(self, tree: ast.FunctionDef) -> tuple[str, list[str]]:
        args = tree.args
        if args.vararg or args.kwarg or args.kwonlyargs or args.defaults or args.posonlyargs:
            self._refuse(tree, "a procedure has plain parameters without defaults")
        names = [arg.arg for arg in args.args]
        if not names:
            self._refuse(tree, "the first parameter of a procedure is the state")
        return names[0], names[1:]

    def _check(self, tree: ast.FunctionDef) -> None:
        if not has_yield(tree):
            self._refuse(tree, "a procedure asks something: without `yield` use a plain function")
        names = [n for n in ast.walk(tree) if isinstance(n, ast.Name)]
        self.bound = {n.id for n in names if self._stores(n)} | set(self.params)
        for node in ast.walk(tree):
            if node is not tree and type(node) in NEVER:
                self._refuse(node, NEVER[type(node)])
            if type(node) in REFUSED and has_yield(node):
                self._refuse(node, REFUSED[type(node)])
            if isinstance(node, ast.Name) and node.id.startswith("_") and self._stores(node):
                self._refuse(node, f"the name {node.id} is kept for the kernel")
            if isinstance(node, ast.Name) and node.id == self.state and self._stores(node):
                self._refuse(node, "the state is never assigned to")
            if isinstance(node, ast.comprehension):
                for name in ast.walk(node.target):
                    if isinstance(name, ast.Name) and self._twice(name.id, tree):
                        self._refuse(node.target, f"{name.id} is also a local of the procedure")

    @staticmethod
    def _stores(node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)

    def _twice(self, name: str, tree: ast.FunctionDef) -> bool:
        if name in self.params:
            return True
        inside = {
            id(inner)
            for node in ast.walk(tree)
            if isinstance(node, ast.comprehension)
            for inner in ast.walk(node.target)
        }
        return any(
            isinstance(node, ast.Name)
            and node.id == name
            and self._stores(node)
            and id(node) not in inside
            for node in ast.walk(tree)
        )

    # Statements

    def _new(self) -> int:
        self.blocks.append([])
        return len(self.blocks) - 1

    def _place(self) -> int:
        """A block at which the frame is taken up again."""
        self.places.append(self._new())
        return self.places[-1]

    def _code(self, text: str, at: ast.AST) -> list[ast.stmt]:
        out = ast.parse(text).body
        for statement in out:
            for node in ast.walk(statement):
                if hasattr(node, "lineno"):
                    ast.copy_location(node, at)
        return out

    def _goto(self, block: int, at: ast.AST) -> list[ast.stmt]:
        return [ast.copy_location(Goto(block), at)]

    def _leave(self, value: ast.expr | None, at: ast.AST) -> list[ast.stmt]:
        out = self._code(f"{self.state}.result = None\n{self.state}.stack.pop()\nreturn False", at)
        if value is not None:
            assert isinstance(out[0], ast.Assign)
            out[0].value = value
        return out

    def _body(self, statements: list[ast.stmt], block: int) -> int | None:
        """Emit into a block; the block where control goes on, or None if it never does."""
        current: int | None = block
        for statement in statements:
            if current is None:
                self._refuse(statement, "this line is never reached")
            current = self._one(statement, current)
        return current

    def _one(self, s: ast.stmt, block: int) -> int | None:
        if isinstance(s, ast.Return):
            if s.value is not None and has_yield(s.value):
                self._refuse(s, "a question stands alone: assign its answer first")
            self.blocks[block] += self._leave(s.value, s)
            return None
        if isinstance(s, ast.Break):
            self.blocks[block] += self._goto(self.loops[-1][1], s)
            return None
        if isinstance(s, ast.Continue):
            self.blocks[block] += self._goto(self.loops[-1][0], s)
            return None
        if not has_yield(s):
            self.blocks[block] += self._plain(s)
            return block
        if isinstance(s, (ast.Expr, ast.Assign, ast.AnnAssign)):
            return self._question(s, block)
        if isinstance(s, ast.If):
            return self._if(s, block)
        if isinstance(s, ast.While):
            return self._while(s, block)
        if isinstance(s, ast.For):
            return self._for(s, block)
        self._refuse(s, "a question stands alone: assign its answer to a name first")

    def _plain(self, s: ast.stmt) -> list[ast.stmt]:
        """A statement without questions; its jumps out of the enclosing loops are redirected."""
        first = self._hoist(s) if isinstance(s, ast.If) else []
        new = _Jumps(self).visit(s)
        return first + (new if isinstance(new, list) else [new])

    def _hoist(self, s: ast.If | ast.While) -> list[ast.stmt]:
        """`if x := value` and its kind: the assignment goes into a line of its own before it."""
        holder: ast.AST = s
        name = "test"
        while True:
            inner = getattr(holder, name)
            if isinstance(inner, list):
                inner = inner[0]
            if isinstance(inner, ast.NamedExpr):
                break
            if isinstance(inner, ast.Compare):
                holder, name = inner, "left"
            elif isinstance(inner, ast.UnaryOp):
                holder, name = inner, "operand"
            elif isinstance(inner, ast.BoolOp):
                holder, name = inner, "values"
            else:
                return []
        value = ast.copy_location(ast.Name(inner.target.id, ast.Load()), inner)
        if name == "values":
            getattr(holder, name)[0] = value
        else:
            setattr(holder, name, value)
        assign = ast.Assign([ast.Name(inner.target.id, ast.Store())], inner.value)
        return [ast.fix_missing_locations(ast.copy_location(assign, inner))]

    def _question(self, s: ast.Expr | ast.Assign | ast.AnnAssign, block: int) -> int:
        value = s.value
        target = self._target(s)
        if isinstance(value, ast.Yield):
            if value.value is None or has_yield(value.value):
                self._refuse(s, "`yield` asks one question: `answer = yield Ask(...)`")
            ask = self._new()
            self.blocks[block] += self._goto(ask, s)
            self.asks[ask] = value.value
            self.blocks[ask] += self._code(f"_self.at = {ask + 1}\nreturn True", s)
            after = self._place()
            if target is not None:
                self.blocks[after] += self._code(f"{target} = _sent", s)
            return after
        if isinstance(value, ast.YieldFrom):
            return self._call(s, value.value, target, block)
        self._refuse(s, "a question stands alone: assign its answer to a name first")

    def _target(self, s: ast.Expr | ast.Assign | ast.AnnAssign) -> str | None:
        if isinstance(s, ast.Expr):
            return None
        targets = s.targets if isinstance(s, ast.Assign) else [s.target]
        if len(targets) != 1 or not isinstance(targets[0], ast.Name):
            self._refuse(s, "the answer to a question is assigned to one plain name")
        return targets[0].id

    def _call(self, s: ast.stmt, call: ast.expr, target: str | None, block: int) -> int:
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            self._refuse(s, "`yield from` runs a procedure by its name")
        if call.keywords or any(isinstance(a, ast.Starred) for a in call.args):
            self._refuse(s, "a procedure is called with plain arguments in order")
        first = call.args[0] if call.args else None
        if not isinstance(first, ast.Name) or first.id != self.state or has_yield(call.func):
            self._refuse(s, f"the first argument of a procedure is the state, {self.state}")
        if any(has_yield(a) for a in call.args):
            self._refuse(s, "a question stands alone: assign its answer first")
        after = self._place()
        push = self._code(
            f"_self.at = {after}\n{self.state}.stack.append({call.func.id}.frame())\nreturn False",
            s,
        )
        append = push[1]
        assert isinstance(append, ast.Expr)
        assert isinstance(append.value, ast.Call)
        made = append.value.args[0]
        assert isinstance(made, ast.Call)
        made.args = call.args[1:]
        self.blocks[block] += push
        if target is not None:
            self.blocks[after] += self._code(f"{target} = {self.state}.result", s)
        return after

    def _if(self, s: ast.If, block: int) -> int | None:
        if has_yield(s.test):
            self._refuse(s, "a question stands alone: assign its answer first")
        self.blocks[block] += self._hoist(s)
        then = self._new()
        other = self._new() if s.orelse else None
        join = self._new()
        to_other = self._goto(join if other is None else other, s)
        self.blocks[block].append(ast.copy_location(ast.If(s.test, self._goto(then, s), []), s))
        self.blocks[block] += to_other
        reached = other is None
        for body, start in ((s.body, then), (s.orelse, other)):
            if start is not None:
                end = self._body(body, start)
                if end is not None:
                    reached = True
                    self.blocks[end] += self._goto(join, body[-1])
        return join if reached else None

    def _while(self, s: ast.While, block: int) -> int:
        if s.orelse:
            self._refuse(s, "a loop with a question has no `else`")
        if has_yield(s.test):
            self._refuse(s, "a question stands alone: assign its answer first")
        head, out = self._new(), self._new()
        self.blocks[block] += self._goto(head, s)
        self.blocks[head] += self._hoist(s)
        if not (isinstance(s.test, ast.Constant) and s.test.value is True):
            stop = ast.If(ast.UnaryOp(ast.Not(), s.test), self._goto(out, s), [])
            self.blocks[head].append(ast.copy_location(stop, s))
        self._loop(s, head, out)
        return out

    def _for(self, s: ast.For, block: int) -> int:
        if s.orelse:
            self._refuse(s, "a loop with a question has no `else`")
        if has_yield(s.iter):
            self._refuse(s, "a question stands alone: assign its answer first")
        if not isinstance(s.target, ast.Name):
            self._refuse(s, "a loop with a question has one plain name as its variable")
        name = f"_seq{len(self.sequences)}"
        self.sequences += [name, f"{name}_i"]
        head, out = self._new(), self._new()
        begin = self._code(f"{name} = tuple(0)\n{name}_i = 0", s)
        assert isinstance(begin[0], ast.Assign)
        assert isinstance(begin[0].value, ast.Call)
        begin[0].value.args = [s.iter]
        self.blocks[block] += begin + self._goto(head, s)
        test = self._code(f"if {name}_i == len({name}):\n pass", s)
        assert isinstance(test[0], ast.If)
        test[0].body = self._goto(out, s)
        step = self._code(f"{s.target.id} = {name}[{name}_i]\n{name}_i += 1", s)
        self.blocks[head] += test + step
        self._loop(s, head, out)
        return out

    def _loop(self, s: ast.While | ast.For, head: int, out: int) -> None:
        self.loops.append((head, out))
        end = self._body(s.body, head)
        self.loops.pop()
        if end is not None:
            self.blocks[end] += self._goto(head, s.body[-1])

    # The frame

    def _fields(self) -> tuple[str, ...]:
        """Parameters, and the locals that live across a block or are read by a question."""
        seen: dict[str, set[int]] = {}
        for number, block in enumerate(self.blocks):
            for statement in block:
                for node in ast.walk(statement):
                    if isinstance(node, ast.Name):
                        seen.setdefault(node.id, set()).add(number)
        for number, ask in self.asks.items():
            for node in ast.walk(ask):
                if isinstance(node, ast.Name):
                    seen.setdefault(node.id, set()).update((number, -1))
        inside = self._comprehension_names()
        local = [n for n in sorted(self.bound | set(self.sequences)) if n not in self.params]
        across = [n for n in local if n not in inside and len(seen.get(n, ())) > 1]
        return (*self.params, *across)

    def _comprehension_names(self) -> set[str]:
        return {
            name.id
            for node in ast.walk(self.tree)
            if isinstance(node, ast.comprehension)
            for name in ast.walk(node.target)
            if isinstance(name, ast.Name)
        }

    def functions(self) -> list[ast.stmt]:
        """The methods of the frame: `__init__`, `run`, `ask`, and those that copy and store it."""
        to_self = _ToFields(set(self.fields), self.file)
        joined = Joined([[to_self.visit(s) for s in b] for b in self.blocks], self.places)
        init = f"def __init__(_self{''.join(f', {p}' for p in self.params)}):\n _self.at = 0\n"
        for field in self.fields:
            init += f" _self.{field} = {field if field in self.params else None}\n"
        g = self.state
        run = f"def run(_self, {g}, _sent):\n _at = {joined.first}[_self.at]\n while True:\n  pass"
        ask = f"def ask(_self, {g}):\n _at = _self.at - 1\n"
        out = self._code(init, self.tree) + self._code(run, self.tree) + self._code(ask, self.tree)
        body = out[1]
        assert isinstance(body, ast.FunctionDef)
        loop = body.body[1]
        assert isinstance(loop, ast.While)
        loop.body = self._dispatch(joined.blocks, 0, len(joined.blocks))
        asks = out[2]
        assert isinstance(asks, ast.FunctionDef)
        for number, question in self.asks.items():
            test = self._code(f"if _at == {number}:\n pass", question)[0]
            assert isinstance(test, ast.If)
            value = to_self.visit(question)
            test.body = [ast.copy_location(ast.Return(value), question)]
            asks.body.append(test)
        asks.body += self._code("raise RuntimeError('no question is open here')", self.tree)
        return out + self._code(self._storing(), self.tree)

    def _storing(self) -> str:
        """`copy`, `values` and `fill`, written out for the fields of this frame."""
        copies = "".join(f" _new.{field} = _self.{field}\n" for field in self.fields)
        fields = "".join(f"_self.{field}, " for field in self.fields)
        return (
            "def copy(_self):\n _new = _self.__new__(_self.__class__)\n _new.at = _self.at\n"
            f"{copies} return _new\n"
            f"def values(_self):\n return [{fields}]\n"
            f"def fill(_self, _values):\n [{fields}] = _values\n"
        )

    def _dispatch(self, blocks: list[list[ast.stmt]], low: int, high: int) -> list[ast.stmt]:
        if high - low == 1:
            return blocks[low] or [ast.copy_location(ast.Pass(), self.tree)]
        middle = (low + high) // 2
        test = self._code(f"_at < {middle}", self.tree)[0]
        assert isinstance(test, ast.Expr)
        lower = self._dispatch(blocks, low, middle)
        upper = self._dispatch(blocks, middle, high)
        return [ast.copy_location(ast.If(test.value, lower, upper), self.tree)]


class _ToFields(ast.NodeTransformer):
    """Names of fields become attributes of the frame."""

    def __init__(self, fields: set[str], file: str) -> None:
        self.names = fields
        self.file = file

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.names:
            return node
        owner = ast.copy_location(ast.Name("_self", ast.Load()), node)
        return ast.copy_location(ast.Attribute(owner, node.id, node.ctx), node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        if node.target.id not in self.names:
            return ast.NamedExpr(node.target, self.visit(node.value))
        reason = f"{node.target.id} lives across a question: assign it in a line of its own"
        raise CannotLower(self.file, node, reason)


class _Jumps(ast.NodeTransformer):
    """`return`, `break` and `continue` inside a statement that stays as it is."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.depth = 0

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        return self.blocks._leave(node.value, node)

    def visit_Break(self, node: ast.Break) -> ast.stmt | list[ast.stmt]:
        return node if self.depth else self._jump(1, node)

    def visit_Continue(self, node: ast.Continue) -> ast.stmt | list[ast.stmt]:
        return node if self.depth else self._jump(0, node)

    def _jump(self, which: int, node: ast.stmt) -> list[ast.stmt]:
        return self.blocks._goto(self.blocks.loops[-1][which], node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    def _inner(self, node: ast.For | ast.While) -> ast.AST:
        self.depth += 1
        out = self.generic_visit(node)
        self.depth -= 1
        return out

    visit_For = _inner
    visit_While = _inner
