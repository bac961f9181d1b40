"""Positions after n moves, counted by the library's descriptions and held against published counts.

Sources: for English draughts and Othello the counts that Aart Bik and others published
(https://aartbik.blogspot.com/search/label/perft); for chess, with the positions that programmers test with,
https://www.chessprogramming.org/Perft_Results. Tic-tac-toe has 255,168 games. Connect four is 7 to the n until a column
is full or a line is made. Breakthrough is counted by ``oracles.gdl_moving_games``; chess playouts are held against
python-chess, where it is installed.
"""

from __future__ import annotations

from itertools import product

import pytest
from oracles.gdl_moving_games import Breakthrough

from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.library import load_own
from gametasks.gdl.playouts import play, start_words

KINDS = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}


def control(state):
    (mover,) = [fact[1] for fact in state if fact[0] == "control"]
    return mover


def perft(machine, state, depth, whole_turns=False):
    """Sequences of ``depth`` joint moves, or of turns where a player may make several moves in one."""
    if depth == 0:
        return 1
    if machine.terminal(state):
        return 0
    joint_moves = list(product(*machine.legal(state)))
    if depth == 1 and not whole_turns:
        return len(joint_moves)
    total = 0
    for moves in joint_moves:
        after = machine.next(state, moves)
        goes_on = whole_turns and control(after) == control(state)
        total += perft(machine, after, depth if goes_on else depth - 1, whole_turns)
    return total


def counts(name, depths, whole_turns=False):
    machine = Interpreter(load_own(name))
    return [perft(machine, machine.initial(), depth, whole_turns) for depth in depths]


TIC_TAC_TOE = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
OTHELLO = [4, 12, 56, 244, 1396, 8200, 55092]
CONNECT_FOUR = [7, 49, 343, 2401, 16807, 117649]
CHECKERS = [7, 49, 302, 1469, 7361, 36768]


def test_tic_tac_toe():
    assert counts("tic_tac_toe", range(1, 6)) == TIC_TAC_TOE[:5]


@pytest.mark.slow
def test_tic_tac_toe_to_the_end():
    assert counts("tic_tac_toe", range(6, 10)) == TIC_TAC_TOE[5:]


def test_the_games_of_tic_tac_toe():
    """Positions that look alike have the same games to come, so that each is counted once."""
    machine = Interpreter(load_own("tic_tac_toe"))
    games: dict[frozenset, int] = {}

    def to_come(state):
        if state not in games:
            after = [] if machine.terminal(state) else [machine.next(state, m) for m in product(*machine.legal(state))]
            games[state] = sum(map(to_come, after)) or 1
        return games[state]

    assert to_come(machine.initial()) == 255_168
    assert len(games) == 5_478


def test_othello():
    assert counts("othello", range(1, 6)) == OTHELLO[:5]


@pytest.mark.slow
def test_othello_deeper():
    assert counts("othello", (6, 7)) == OTHELLO[5:]


def test_connect_four():
    assert counts("connect_four", range(1, 5)) == CONNECT_FOUR[:4]
    assert counts("connect_four_suicide", (1, 2, 3)) == CONNECT_FOUR[:3]


@pytest.mark.slow
def test_connect_four_deeper():
    assert counts("connect_four", (5, 6)) == CONNECT_FOUR[4:]


def test_checkers():
    assert counts("checkers", range(1, 5), whole_turns=True) == CHECKERS[:4]


@pytest.mark.slow
def test_checkers_deeper():
    assert counts("checkers", (5, 6), whole_turns=True) == CHECKERS[4:]


def breakthrough(game, depth):
    if depth == 0 or game.result():
        return int(depth == 0)
    total = 0
    for move in game.moves():
        after = game.copy()
        after.play(move)
        total += breakthrough(after, depth - 1)
    return total


def test_breakthrough():
    published = [22, 484]
    assert counts("breakthrough", (1, 2, 3)) == [*published, breakthrough(Breakthrough(), 3)]


@pytest.mark.slow
def test_breakthrough_deeper():
    assert counts("breakthrough", (4,)) == [breakthrough(Breakthrough(), 4)]


# --- Chess --------------------------------------------------------------------


def chess_state(fen):
    """The facts of a position in Forsyth-Edwards notation."""
    board, mover, castling, passant = fen.split()[:4]
    facts = {("control", "white" if mover == "w" else "black"), ("move_number", "1")}
    for rank, row in zip("87654321", board.split("/"), strict=True):
        files = iter("abcdefgh")
        for sign in row:
            if sign.isdigit():
                for _ in range(int(sign)):
                    next(files)
            else:
                facts.add(("cell", next(files), rank, "white" if sign.isupper() else "black", KINDS[sign.lower()]))
    for sign in castling.strip("-"):
        side = "kingside" if sign.lower() == "k" else "queenside"
        facts.add(("may_castle", "white" if sign.isupper() else "black", side))
    if passant != "-":
        facts.add(("en_passant", passant[0], passant[1]))
    return frozenset(facts)


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
PINS = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"
PROMOTIONS = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -"
TALKCHESS = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -"
MIDDLEGAME = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -"

SHALLOW = [
    (START, [20, 400, 8902]),
    (KIWIPETE, [48, 2039]),
    (PINS, [14, 191, 2812]),
    (PROMOTIONS, [6, 264, 9467]),
    (TALKCHESS, [44, 1486]),
    (MIDDLEGAME, [46, 2079]),
]
DEEP = [(START, 4, 197_281), (KIWIPETE, 3, 97_862), (PINS, 4, 43_238), (TALKCHESS, 3, 62_379), (MIDDLEGAME, 3, 89_890)]


@pytest.fixture(scope="module")
def chess():
    return Interpreter(load_own("chess"))


def test_chess_begins_with_the_usual_position(chess):
    assert chess.initial() == chess_state(START)


@pytest.mark.parametrize(("fen", "published"), SHALLOW)
def test_chess(chess, fen, published):
    assert [perft(chess, chess_state(fen), depth) for depth in range(1, len(published) + 1)] == published


@pytest.mark.slow
@pytest.mark.parametrize(("fen", "depth", "published"), DEEP)
def test_chess_deeper(chess, fen, depth, published):
    assert perft(chess, chess_state(fen), depth) == published


EN_PASSANT = [
    # The king and the rook face each other along the rank once both pawns are gone.
    ("8/8/8/K2pP2r/8/8/8/4k3 w - d6", False),
    ("8/8/8/r2pP2K/8/8/8/4k3 w - d6", False),
    ("4k3/8/8/K2pPn1r/8/8/8/8 w - d6", True),
    # The pawn that gives check is taken in passing.
    ("4k3/8/8/3pP3/4K3/8/8/8 w - d6", True),
    # Another check remains.
    ("4k3/8/8/3pP3/4K3/8/8/4r3 w - d6", False),
    # The capturing pawn is pinned: along its way, and across it.
    ("3bk3/8/8/4pP2/8/6K1/8/8 w - e6", True),
    ("k3r3/8/8/3pP3/8/8/8/4K3 w - d6", False),
    # The captured pawn kept a bishop from the king, once while giving check itself.
    ("b3k3/8/8/3pP3/8/8/6K1/8 w - d6", False),
    ("4k1b1/8/8/3pP3/2K5/8/8/8 w - d6", False),
]


@pytest.mark.parametrize(("fen", "possible"), EN_PASSANT)
def test_capturing_in_passing(chess, fen, possible):
    target = fen.split()[3]
    white = chess.legal(chess_state(fen))[0]
    pawn = "f5" if target == "e6" else "e5"
    assert (("move", *pawn, *target) in white) == possible


CASTLING = [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", {"kingside", "queenside"}),
    ("r3k2r/8/8/8/8/8/8/R3K2R w Q -", {"queenside"}),
    ("4k3/8/8/8/8/8/8/RN2K2R w KQ -", {"kingside"}),
    # In check; over an attacked square; onto one; only the rook passes one.
    ("4k3/8/8/8/4r3/8/8/R3K2R w KQ -", set()),
    ("4k3/8/8/8/5r2/8/8/R3K2R w KQ -", {"queenside"}),
    ("4k3/8/8/8/2r5/8/8/R3K2R w KQ -", {"kingside"}),
    ("1r2k3/8/8/8/8/8/8/R3K2R w KQ -", {"kingside", "queenside"}),
]


@pytest.mark.parametrize(("fen", "sides"), CASTLING)
def test_castling(chess, fen, sides):
    white = chess.legal(chess_state(fen))[0]
    assert {move[1] for move in white if move[0] == "castle"} == sides


@pytest.mark.parametrize(
    ("fen", "goals"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", (0, 100)),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - -", (100, 0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - -", (50, 50)),
    ],
)
def test_chess_ends(chess, fen, goals):
    state = chess_state(fen)
    assert chess.terminal(state)
    assert chess.goals(state) == tuple((goal,) for goal in goals)


def test_chess_ends_after_a_hundred_moves_of_both(chess):
    quiet = chess_state("4k3/8/8/8/8/8/8/4K2R b - -") - {("move_number", "1")} | {("move_number", "100")}
    assert not chess.terminal(quiet)
    over = chess.next(quiet, ("noop", ("move", "e", "8", "e", "7")))
    assert chess.terminal(over)
    assert chess.goals(over) == ((50,), (50,))


def compare_with_python_chess(machine, playouts, seed):
    library = pytest.importorskip("chess")
    endings = set()
    for word in start_words(playouts, seed):
        board = library.Board()
        for step in play(machine, int(word), 500):
            number = ("move_number", str(board.fullmove_number))
            assert step.state == chess_state(board.fen(en_passant="fen")) - {("move_number", "1")} | {number}
            moves = {chess_move(board, move): move for move in board.legal_moves}
            if step.end is not None:
                endings.add((board.is_checkmate(), board.is_stalemate(), board.fullmove_number))
                assert not moves or board.fullmove_number == 101
                lost = (0,) if board.is_checkmate() else (50,)
                assert machine.goals(step.state)[not board.turn] == lost
                break
            assert set(step.legal[not board.turn]) == set(moves)
            board.push(moves[step.moves[not board.turn]])
    return endings


def chess_move(board, move):
    """A move of python-chess as a term."""
    if board.is_castling(move):
        return ("castle", "kingside" if board.is_kingside_castling(move) else "queenside")
    name = move.uci()
    return ("promote", *name[:4], KINDS[name[4]]) if move.promotion else ("move", *name)


def test_chess_playouts_agree_with_python_chess(chess):
    compare_with_python_chess(chess, 6, 1)


@pytest.mark.slow
def test_many_chess_playouts_agree_with_python_chess(chess):
    endings = compare_with_python_chess(chess, 120, 2)
    assert {(mate, stale) for mate, stale, _ in endings} == {(True, False), (False, True), (False, False)}
