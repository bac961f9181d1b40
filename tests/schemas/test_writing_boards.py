"""Boards written as text and read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gametasks.errors import BoardError
from gametasks.schemas import Cell, cells_of_board, read_board, write_board
from gametasks.schemas._board_text import MAX_BOARD_LENGTH
from gametasks.schemas.hexakai.text import parse as parse_hexakai

TOKENS = {Cell(1, 2): "G", Cell(2, 2): "G", Cell(2, 3): "#1"}

BOARD = """\
    C1 C2 C3
R1  .  G  .
R2  .  G  #1"""


def test_a_board_is_written_with_its_labels():
    assert write_board(TOKENS, 2, 3) == BOARD
    assert write_board(TOKENS, 2, 3, empty="-") == BOARD.replace(".", "-")


@pytest.mark.parametrize("text", [BOARD, f"\n{BOARD}\n\n", BOARD.lower().replace("g", "G"), ". G .\n\n  . G #1"])
def test_a_board_is_read_with_and_without_its_labels(text):
    board = read_board(text)
    assert (board.rows, board.columns) == (2, 3)
    assert list(board.tokens) == list(cells_of_board(2, 3))
    assert {cell: token for cell, token in board.tokens.items() if token != "."} == TOKENS


def test_lines_below_a_board_are_written_and_read_apart():
    text = write_board(TOKENS, 2, 3, below=["EXIT above R1C2", "KEYS red"])
    assert text == f"{BOARD}\n\nEXIT above R1C2\nKEYS red"
    board = read_board(text.replace(" red", "   red \n"), below=2)
    assert (board.rows, board.below) == (2, ("EXIT above R1C2", "KEYS red"))
    assert str(board.error(Cell(2, 3), "no sign")) == "board, line 3: no sign"
    assert str(board.error_below("no exit")) == "board, line 5: no exit"
    assert str(board.error_below("no keys", 2)) == "board, line 6: no keys"


CLUES = ("1", "2"), ("0", "2", "1")
WITH_CLUES = """\
    C1 C2 C3
R1  .  G  .   1
R2  .  G  #1  2
    0  2  1"""


def test_clues_stand_at_the_right_of_rows_and_below_columns():
    assert write_board(TOKENS, 2, 3, clues=CLUES) == WITH_CLUES
    text = f"{WITH_CLUES}\n\nKEYS red"
    assert write_board(TOKENS, 2, 3, clues=CLUES, below=["KEYS red"]) == text
    for written in (text, ". G . 1\n. G #1 2\n0 2 1\nKEYS red"):
        board = read_board(written, clues=True, below=1)
        assert (board.row_clues, board.column_clues) == CLUES
        assert (board.rows, board.columns, board.below) == (2, 3, ("KEYS red",))
        assert {cell: token for cell, token in board.tokens.items() if token != "."} == TOKENS


def test_an_error_in_a_clue_names_its_line():
    board = read_board(f"{WITH_CLUES}\n\nKEYS red", clues=True, below=1)
    assert str(board.error_in_clue("no number", row=2)) == "board, line 3: no number"
    assert str(board.error_in_clue("no number")) == "board, line 4: no number"
    assert str(board.error_below("no keys")) == "board, line 6: no keys"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "board: there are no rows"),
        ("0 2 1", "board: there are no rows"),
        (". G . 1\n. G . \n0 2 1", "board, line 2: the number of cells with the row's clue is 3 instead of 4"),
        ("   C1 C2\nR1 . G\n0 2", "board, line 2: the number of cells with the row's clue is 2 instead of 3"),
        (". G . 1\n. G . 2\n0 2", "board, line 3: the number of the columns' clues is 2 instead of 3"),
        (". G . 1\n. G . 2", "board, line 2: the number of the columns' clues is 4 instead of 3"),
    ],
)
def test_missing_clues_are_named_with_their_line(text, message):
    with pytest.raises(BoardError) as failed:
        read_board(text, clues=True)
    assert str(failed.value) == message


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        ((("1",), ("0", "2", "1")), "1 clues of rows and 3 of columns stand beside a 2 x 3 board"),
        ((("1", "1 1"), ("0", "2", "1")), "'1 1' cannot stand for a clue"),
    ],
)
def test_clues_that_could_not_be_read_back_are_refused(clues, message):
    with pytest.raises(ValueError, match=message):
        write_board(TOKENS, 2, 3, clues=clues)


_tokens = st.text(st.characters(codec="utf-8", exclude_categories=["Z", "C"]), min_size=1, max_size=2).filter(
    lambda token: not (token[0] in "rRcC" and token[1:].isdigit())
)


@given(st.tuples(st.integers(1, 12), st.integers(1, 12)), st.data())
def test_what_is_written_is_read_back(size, data):
    tokens = {cell: data.draw(_tokens) for cell in cells_of_board(*size)}
    board = read_board(write_board(tokens, *size))
    assert (board.rows, board.columns) == size
    assert board.tokens == tokens


@pytest.mark.parametrize(
    ("text", "below", "message"),
    [
        ("", 0, "board: there are no rows"),
        ("", 1, "board: there are no rows"),
        ("EXIT above R1C2", 1, "board: there are no rows"),
        ("  C1 C2", 0, "board: there are no rows"),
        (". .\n. . .", 0, "board, line 2: the number of cells is 3 instead of 2"),
        ("   C1 C2\n\nR1 . .\nR2 .", 0, "board, line 4: the number of cells is 1 instead of 2"),
        ("   C1 C3\nR1 . .", 0, "board, line 1: 'C3' stands where the label C2 is expected"),
        ("   C1 C2\nR2 . .", 0, "board, line 2: 'R2' stands where the label R1 is expected"),
        ("   C1 C2\n. .", 0, "board, line 2: '.' stands where the label R1 is expected"),
    ],
)
def test_a_board_that_cannot_be_read_is_refused_with_its_line(text, below, message):
    with pytest.raises(BoardError) as refused:
        read_board(text, below=below)
    assert str(refused.value) == message


def test_lines_are_counted_from_where_the_board_begins():
    with pytest.raises(BoardError, match="line 9:"):
        read_board(". .\n.", first_line=8)


@pytest.mark.parametrize("read", [read_board, parse_hexakai])
def test_a_text_that_is_too_long_is_refused_at_once(read):
    with pytest.raises(BoardError, match=f"the text has {MAX_BOARD_LENGTH + 1} characters; at most"):
        read(".\n" * (MAX_BOARD_LENGTH // 2) + ".")


@pytest.mark.parametrize("token", ["", "a b", " a", "R2", "c10"])
def test_a_token_that_could_not_be_read_back_is_not_written(token):
    with pytest.raises(ValueError, match="cannot stand for R1C2"):
        write_board({Cell(1, 2): token}, 1, 2)


@pytest.mark.parametrize("line", ["", " ", "EXIT  above", "EXIT above ", "two\nlines", "two\u2028lines"])
def test_a_line_that_could_not_be_read_back_does_not_stand_below(line):
    with pytest.raises(ValueError, match="cannot stand below a board"):
        write_board({}, 1, 1, below=[line])


def test_a_board_has_cells_and_nothing_stands_beside_it():
    with pytest.raises(ValueError, match="at least one row and one column"):
        write_board({}, 0, 3)
    with pytest.raises(ValueError, match="R1C3 is not on the 1 x 2 board"):
        write_board({Cell(1, 3): "a"}, 1, 2)
