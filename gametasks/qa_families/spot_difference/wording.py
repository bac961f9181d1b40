"""Spot the difference: the rules, the question and the panels in words."""

from __future__ import annotations

from gametasks.qa_families._wording import CELL_NAMES, in_words, rules
from gametasks.schemas import ChoiceAnswer
from gametasks.schemas.spot_difference import (
    Attribute,
    ChangeKind,
    DifferenceCells,
    DifferenceCount,
    IdenticalPanel,
    SpotQuestion,
    SpotState,
)
from gametasks.schemas.spot_difference.text import legend, text, write_panels

__all__ = ["ask", "board_in_text", "hint"]

_GLYPHS = (
    f"A glyph has five attributes: {in_words(Attribute)}. Its rotation is how far it is turned; a turned shape, such "
    "as a square on its corner, is still the same shape. Its fill is what is inside its outline: solid, hollow, or a "
    "pattern of stripes, bars, dots or a net. Patterns do not turn with the glyph."
)


def hint(state: SpotState, question: SpotQuestion) -> str:
    """Board, glyphs, what a difference is, and how cells are named where they are asked for."""
    grid = f"Each is a grid of {state.rows} rows and {state.columns} columns with one glyph in every cell."
    if isinstance(question, IdenticalPanel):
        return rules(
            board=f"A reference panel and six option panels, A to F. {grid}",
            glyphs=_GLYPHS,
            differences="Exactly one option panel is identical to the reference panel. Each of the other five differs "
            "from it in at least one cell. In every cell that differs, exactly one of the five attributes is "
            "different, and clearly so.",
        )
    return rules(
        board=f"Two panels, PANEL 1 and PANEL 2. {grid}",
        glyphs=_GLYPHS,
        differences="Compare the two glyphs at the same place in both panels. Either they are exactly the same, or the "
        "cell differs: then exactly one of the five attributes is different, and clearly so.",
        cells=CELL_NAMES if isinstance(question, DifferenceCells) else None,
    )


def ask(state: SpotState, question: SpotQuestion) -> str:
    """The question."""
    match question:
        case DifferenceCount():
            return "In how many cells do the two panels differ? (At least one.)"
        case DifferenceCells():
            return "In which cells do the two panels differ? (At least one.)"
        case ChangeKind():
            return (
                "The two panels differ in exactly one cell. Which attribute of the glyph is different there: "
                f"{in_words(Attribute, last='or')}?"
            )
        case IdenticalPanel():
            return "Which option panel is identical to the reference panel?"


def board_in_text(state: SpotState, question: SpotQuestion) -> str:
    """All panels, and what the codes of their glyphs mean."""
    if not isinstance(question, IdenticalPanel):
        return f"{text(state)}\n\n{legend(state.panels)}"
    titles = ("REFERENCE PANEL", *(f"OPTION PANEL {letter}" for letter in ChoiceAnswer().letters))
    panels = (*state.panels, *question.options)
    return f"{write_panels(titles, panels)}\n\n{legend(panels)}"
