"""An independent search for Rush exit: boards as text, cars found by reading the text.

Rows are joined by line breaks; a dot is a free cell, # a block, a letter a vehicle. Nothing is shared with
the package: a vehicle is whatever cells carry its letter, and it lies along the line on which they are.
"""

from collections import deque

TARGET = "X"


def solved(board, side):
    """Whether X covers a border cell on the exit's side of its own line."""
    rows = board.split("\n")
    if side == "left":
        return any(row[0] == TARGET for row in rows)
    if side == "right":
        return any(row[-1] == TARGET for row in rows)
    return TARGET in rows[0 if side == "top" else -1]


def commands(board):
    """Every legal command as text, with the board after it."""
    found = {}
    rows = board.split("\n")
    lines = [("L", "R", [rows[:i], rows[i + 1 :]], row, False) for i, row in enumerate(rows)]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    lines += [("U", "D", [columns[:i], columns[i + 1 :]], column, True) for i, column in enumerate(columns)]
    for back, forth, (before, after), line, turned in lines:
        for letter in sorted(set(line) - {".", "#"}):
            length = line.count(letter)
            if length < 2:
                continue  # it crosses this line
            start = line.index(letter)
            others = line.replace(letter, ".")
            for place in range(len(line) - length + 1):
                swept = others[min(place, start) : max(place, start) + length]
                if place == start or swept.strip("."):
                    continue
                moved = others[:place] + letter * length + others[place + length :]
                whole = [*before, moved, *after]
                if turned:
                    whole = ["".join(row) for row in zip(*whole, strict=True)]
                way = forth if place > start else back
                found[f"{letter}:{way}{abs(place - start)}"] = "\n".join(whole)
    return found


def fewest(board, side):
    """The least number of commands, or None where the board cannot be solved."""
    seen = {board: 0}
    queue = deque([board])
    while queue:
        here = queue.popleft()
        if solved(here, side):
            return seen[here]
        for there in commands(here).values():
            if there not in seen:
                seen[there] = seen[here] + 1
                queue.append(there)
    return None


def objection(state, question, answer, images, regions):
    """What the search over boards as text has to say against an answer, or None."""
    from oracles.rush_exit_boards import write

    board, side = write(state), str(state.exit_side)
    if question.family == "state_after":
        for command in question.commands:
            board = commands(board)[str(command)]
        marks = {mark: board.index(mark) for mark in answer}
        columns = board.index("\n") + 1
        found = {mark: (place // columns + 1, place % columns + 1) for mark, place in marks.items()}
        return None if found == {mark: tuple(cell) for mark, cell in answer.items()} else f"the board shows {found}"
    optimum = fewest(board, side)
    if optimum != question.optimum:
        return f"the fewest commands are {optimum}"
    match question.family:
        case "min_commands":
            return None if answer == optimum else f"the fewest commands are {optimum}"
        case "first_command":
            left = fewest(commands(board)[str(answer)], side)
            return None if left == optimum - 1 else f"after {answer} {left} more commands are needed"
    for command in answer:
        board = commands(board)[str(command)]
    return None if solved(board, side) and len(answer) == optimum else "the plan is not a shortest solution"
