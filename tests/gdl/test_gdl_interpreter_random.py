"""The interpreter against the plain reasoner, on random small stratified games."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gametasks.gdl.description import parse_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.reference.reasoner import ReferenceMachine

CONSTANTS = ["a", "b", "c", "1", "++"]
NAMES = ["?x", "?y", "?z", "?u"]
RELATIONS = {"e": 2, "d": 1, "r0": 1, "r1": 2, "r2": 0, "r3": 2, "r4": 3, "r5": 1}
LEVEL = {"e": 0, "d": 0, "r0": 1, "r1": 1, "r2": 2, "r3": 2, "r4": 3, "r5": 3}
FACTS = {"p": 1, "q": 2, "s": 0}

argument = st.one_of(st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from(CONSTANTS))


def _text(name, arguments):
    return f"({name} {' '.join(arguments)})" if arguments else name


@st.composite
def fact_atom(draw, arguments=argument):
    name = draw(st.sampled_from([*FACTS, "q"]))
    own = [draw(arguments) for _ in range(FACTS[name])]
    if name == "p" and draw(st.integers(0, 5)) == 0:
        own = [_text("f", [own[0], draw(arguments)])]
    return _text(name, own)


@st.composite
def literal(draw, level, with_moves):
    """A condition that rests on relations up to a level; with ``not`` only on those strictly below."""
    kind = draw(st.integers(0, 12))
    if kind == 0:
        return f"(distinct {draw(argument)} {draw(argument)})"
    if kind == 1:
        return f"(not (distinct {draw(argument)} {draw(argument)}))"
    if kind in {2, 3, 4}:
        return f"(true {draw(fact_atom())})"
    if kind == 5:
        return f"(not (true {draw(fact_atom())}))"
    if kind == 6 and with_moves:
        return f"(does {draw(argument)} (m {draw(argument)}))"
    if kind == 7 and with_moves:
        return f"(not (does {draw(argument)} {draw(st.sampled_from(['?v', '(m ?x)', 'noop']))}))"
    if kind == 8:
        return f"(true {draw(st.sampled_from(NAMES))})"
    if kind == 9 and level > 1:
        return f"(or {draw(literal(level, False))} {draw(literal(level, False))})"
    negative = kind == 10
    below = level if not negative else level - 1
    name = draw(st.sampled_from([name for name in RELATIONS if LEVEL[name] <= max(0, below)]))
    atom = _text(name, [draw(argument) for _ in range(RELATIONS[name])])
    return f"(not {atom})" if negative else atom


def _names(text):
    return sorted(set(text.replace("(", " ").replace(")", " ").split()) & {*NAMES, "?v"})


@st.composite
def rule(draw, head, level, with_moves=False):
    body = draw(st.lists(literal(level, with_moves), min_size=1, max_size=4))
    # Every variable is bound, so that the rule is safe; ?v stays below "not" alone.
    wanted = [*_names(head), *(name for part in body for name in _names(part) if "distinct" in part)]
    wanted += [name for part in body if part.startswith("(not") and draw(st.booleans()) for name in _names(part)]
    for name in dict.fromkeys(wanted):
        if name != "?v":
            body.insert(draw(st.integers(0, len(body))), draw(st.sampled_from([f"(d {name})", f"(e {name} ?z)"])))
            if body and "?z" in "".join(body):
                body.append("(d ?z)")
    return f"(<= {head} {' '.join(body)})"


@st.composite
def games(draw):
    """The text of a game."""
    lines = ["(role a)", "(role b)", "(init s)"]
    ground = st.sampled_from(CONSTANTS)
    lines += [f"(d {draw(ground)})" for _ in range(3)] + [f"(e {draw(ground)} {draw(ground)})" for _ in range(5)]
    lines += [f"(init {draw(fact_atom(ground))})" for _ in range(4)]
    for name, arity in RELATIONS.items():
        if LEVEL[name] == 0:
            continue
        for _ in range(draw(st.integers(0, 3))):
            lines.append(draw(rule(_text(name, [draw(argument) for _ in range(arity)]), LEVEL[name])))
    for _ in range(draw(st.integers(1, 4))):
        lines.append(draw(rule(f"(next {draw(fact_atom())})", 4, True)))
    lines += ["(legal a noop)", draw(rule(f"(legal ?x (m {draw(argument)}))", 4)), "(<= (legal b (m ?x)) (d ?x))"]
    lines.append(draw(rule("terminal", 4)))
    lines.append(draw(rule(f"(goal {draw(argument)} 100)", 4)))
    return "\n".join(lines)


@settings(max_examples=60, deadline=None)
@given(games(), st.lists(st.integers(0, 10), min_size=6, max_size=6))
def test_same_answers_as_the_plain_reasoner(text, choices):
    game = parse_game(text)
    machine, plain = Interpreter(game), ReferenceMachine(game)
    state = machine.initial()
    assert state == plain.initial()
    for number in range(3):
        legal = machine.legal(state)
        assert legal == plain.legal(state)
        assert machine.terminal(state) == plain.terminal(state)
        assert machine.goals(state) == plain.goals(state)
        if not all(legal):
            return
        moves = tuple(own[choices[2 * number + role] % len(own)] for role, own in enumerate(legal))
        following = machine.next(state, moves)
        assert following == plain.next(state, moves)
        state = following
