"""What things are: states, questions, records and answer kinds. No rules of any game.

Importing this package is cheap: it needs nothing but msgspec, so that scoring stays light.
"""

from gametasks.schemas._board import (
    Axis,
    BoardSize,
    Cell,
    Direction,
    Side,
    cells_of_board,
    is_on_board,
    neighbours,
    step,
)
from gametasks.schemas._board_text import BoardText, read_board, write_board
from gametasks.schemas._identity import Capability, Format, Ranges, SampleId
from gametasks.schemas._letters import MOVE_LETTERS, letters
from gametasks.schemas._notation import CellPair, Diagnostic, Entry, Slide
from gametasks.schemas._palette import COLOUR_CODES, COLOURS, DISTINCT_COLOURS, PAINTS
from gametasks.schemas._question import Question, State, Statistics
from gametasks.schemas._record import Role
from gametasks.schemas._style import Style, StyleRanges
from gametasks.schemas._symmetry import Symmetry, rotations, symmetries
from gametasks.schemas.answers.entries import EntriesAnswer, EntryAnswer
from gametasks.schemas.answers.fields import FieldsAnswer
from gametasks.schemas.answers.json_document import JsonAnswer
from gametasks.schemas.answers.kinds import AnswerKind, answer_format_line, parse_answer, write_answer
from gametasks.schemas.answers.lists import GridAnswer, RankingAnswer, SequenceAnswer, VectorAnswer
from gametasks.schemas.answers.moves import DirectionAnswer, SlideAnswer
from gametasks.schemas.answers.scalars import CellAnswer, CellPairAnswer, ChoiceAnswer, IntegerAnswer, LabelAnswer
from gametasks.schemas.answers.sets import CellsAnswer, LabelsAnswer

__all__ = [
    "COLOURS",
    "COLOUR_CODES",
    "DISTINCT_COLOURS",
    "MOVE_LETTERS",
    "PAINTS",
    "AnswerKind",
    "Axis",
    "BoardSize",
    "BoardText",
    "Capability",
    "Cell",
    "CellAnswer",
    "CellPair",
    "CellPairAnswer",
    "CellsAnswer",
    "ChoiceAnswer",
    "Diagnostic",
    "Direction",
    "DirectionAnswer",
    "EntriesAnswer",
    "Entry",
    "EntryAnswer",
    "FieldsAnswer",
    "Format",
    "GridAnswer",
    "IntegerAnswer",
    "JsonAnswer",
    "LabelAnswer",
    "LabelsAnswer",
    "Question",
    "Ranges",
    "RankingAnswer",
    "Role",
    "SampleId",
    "SequenceAnswer",
    "Side",
    "Slide",
    "SlideAnswer",
    "State",
    "Statistics",
    "Style",
    "StyleRanges",
    "Symmetry",
    "VectorAnswer",
    "answer_format_line",
    "cells_of_board",
    "is_on_board",
    "letters",
    "neighbours",
    "parse_answer",
    "read_board",
    "rotations",
    "step",
    "symmetries",
    "write_answer",
    "write_board",
]
