"""Small faults put into a module, one at a time: what `make mutants` tries out.

A fault changes one place of the syntax tree: a constant, a comparison, `and` to
`or`, a condition to its opposite, plus to minus, a sign, `min` to `max`. Left alone are
the words of messages, type annotations and tables of names.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

UNTOUCHED_NAMES = {"CLAUSES", "__slots__", "__all__", "Laid"}
MESSAGE_CALLS = {"refusal", "wrong_time", "_refuse", "cast", "field"}
UNTOUCHED_KEYWORDS = {"strict"}  # of zip: an assertion of ours
TYPE_FIELDS = {"annotation", "returns", "decorator_list", "bases"}
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPREHENSIONS = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")
CONDITIONS = ast.Name | ast.Attribute | ast.Call | ast.Subscript
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
SHOWN_AROUND = 48  # characters of the statement shown before and after a fault


@dataclass(frozen=True)
class Change:
    """One fault: `node.field`, or its item `at`, becomes `new`."""

    node: ast.AST
    field: str
    at: int | None
    new: object
    line: int
    function: str

    def swap(self, value: object) -> object:
        """Put a value into the place; what stood there before."""
        if self.at is None:
            old = getattr(self.node, self.field)
            setattr(self.node, self.field, value)
            return old
        items = getattr(self.node, self.field)
        old, items[self.at] = items[self.at], value
        return old


@dataclass(frozen=True)
class Mutant:
    """A fault as a report names it, and the number by which it is made again."""

    path: str  # from the root of the project
    number: int
    line: int
    function: str
    before: str
    after: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What the list of equivalent mutants names it by: no line numbers."""
        return self.path, self.function, self.before, self.after


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Every fault that changes the compiled module, in the order of the source."""
    tree = ast.parse(source)
    unchanged = compile(tree, path, "exec")
    text = ast.unparse(tree).splitlines()
    found = []
    for number, change in enumerate(_changes(tree, path)):
        old = change.swap(change.new)
        ast.fix_missing_locations(tree)
        if compile(tree, path, "exec") != unchanged:
            before, after = _difference(text, ast.unparse(tree).splitlines())
            found.append(
                Mutant(path, number, change.line, change.function, before, after)
            )
        change.swap(old)
    return found


def _difference(old: list[str], new: list[str]) -> tuple[str, str]:
    """The changed statement before and after, cut to what surrounds the fault."""
    at = next(
        i for i, pair in enumerate(zip(old, new, strict=True)) if len(set(pair)) > 1
    )
    before, after = old[at].strip(), new[at].strip()
    shorter = min(len(before), len(after))
    first = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    first = max(0, first - SHOWN_AROUND)
    last = 0
    while last < shorter and before[-1 - last] == after[-1 - last]:
        last += 1
    last = max(0, last - SHOWN_AROUND)
    return before[first : len(before) - last], after[first : len(after) - last]


def compiled(path: Path, source: str, numbers: Iterable[int]) -> Iterator[CodeType]:
    """The module's code without a fault, then with each of these faults."""
    tree = ast.parse(source)
    changes = _changes(tree, path.as_posix())
    yield compile(tree, str(path), "exec", dont_inherit=True)
    for number in numbers:
        change = changes[number]
        old = change.swap(change.new)
        ast.fix_missing_locations(tree)
        yield compile(tree, str(path), "exec", dont_inherit=True)
        change.swap(old)


def functions_of(code: CodeType) -> list[CodeType]:
    """Outermost functions of a module, methods too, in their order."""
    found = []
    for const in code.co_consts:
        if isinstance(const, CodeType) and const.co_name not in COMPREHENSIONS:
            is_function = const.co_flags & 1  # CO_OPTIMIZED: no class body
            found += [const] if is_function else functions_of(const)
    return found


def _changes(tree: ast.Module, path: str) -> list[Change]:
    """All faults, in a fixed order; words are values in a ruleset only."""
    has_words = "engine/rulesets/" in path or path.endswith("engine/ruleset.py")
    return list(_below(tree, "", has_words=has_words))


def _below(node: ast.AST, function: str, *, has_words: bool) -> Iterator[Change]:
    """The faults below a node."""
    for field, at, child in _children(node):
        line = getattr(child, "lineno", getattr(node, "lineno", 0))
        for place in _faults(node, field, at, child, has_words=has_words):
            yield Change(*place, line=line, function=function)
        inner = function
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            inner = f"{function}.{child.name}".lstrip(".")
        yield from _below(child, inner, has_words=has_words)


Place = tuple[ast.AST, str, int | None, object]  # node, field, item, what comes there


def _faults(
    parent: ast.AST, field: str, at: int | None, node: ast.AST, *, has_words: bool
) -> Iterator[Place]:
    """Faults of one node: a field of its own, or its place in the parent."""
    if isinstance(node, ast.Constant):
        yield from _of_constant(parent, node, has_words=has_words)
    elif isinstance(node, ast.Compare):
        for i, comparison in enumerate(node.ops):
            yield node, "ops", i, COMPARISONS[type(comparison)]()
    elif isinstance(node, ast.BoolOp):
        yield node, "op", None, ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.BinOp | ast.AugAssign):
        if type(node.op) in ARITHMETIC:
            yield node, "op", None, ARITHMETIC[type(node.op)]()
    elif isinstance(node, ast.Name) and node.id in NAMES:
        yield node, "id", None, NAMES[node.id]
    elif isinstance(node, ast.UnaryOp) and (
        isinstance(node.op, ast.Not) or _is_negative(node)
    ):
        yield parent, field, at, node.operand
    is_condition = field in ("test", "ifs") or isinstance(parent, ast.BoolOp)
    if is_condition and isinstance(node, CONDITIONS):
        yield parent, field, at, ast.copy_location(ast.UnaryOp(ast.Not(), node), node)


def _of_constant(
    parent: ast.AST, node: ast.Constant, *, has_words: bool
) -> Iterator[Place]:
    value = node.value
    if isinstance(value, bool):
        yield node, "value", None, not value
    elif isinstance(value, int):
        if not (_is_negative(parent) or _is_bound(parent, node)):
            yield node, "value", None, value + 1
    elif isinstance(value, str) and has_words:
        letters = isinstance(parent, ast.Compare)  # of suits: one fewer
        yield node, "value", None, value[:-1] if letters else value + "?"


def _is_negative(node: ast.AST) -> bool:
    """Whether it is a negative number, which loses its sign as a whole."""
    return (
        isinstance(node, ast.UnaryOp)
        and isinstance(node.op, ast.USub)
        and isinstance(node.operand, ast.Constant)
    )


def _is_bound(parent: ast.AST, node: ast.AST) -> bool:
    """Whether one more is what another comparison says: `< 7` to `< 8` is `<= 7`."""
    return (
        isinstance(parent, ast.Compare)
        and node in parent.comparators
        and type(parent.ops[parent.comparators.index(node)]) in (ast.Lt, ast.GtE)
    )


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    """The nodes right below that may be changed, with the place they stand in."""
    if _is_untouched(node):
        return
    for field, value in ast.iter_fields(node):
        if field in TYPE_FIELDS:
            continue
        if isinstance(value, list):
            for at, child in enumerate(value):
                if isinstance(child, ast.AST):
                    yield field, at, child
        elif isinstance(value, ast.AST):
            yield field, None, value


def _is_untouched(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr):  # a docstring
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.FunctionDef):
        return node.name == "__repr__"
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(t, ast.Name) and t.id in UNTOUCHED_NAMES for t in targets)
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Name) and node.value.id == "Literal"
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        return name in MESSAGE_CALLS or name.endswith("Error")
    if isinstance(node, ast.keyword):
        return node.arg in UNTOUCHED_KEYWORDS
    return isinstance(node, ast.JoinedStr | ast.Raise | ast.Import | ast.ImportFrom)
