"""Games in the Game Description Language: reading, checking and playing them exactly.

A library of its own. It knows nothing of tasks, records or pictures, and imports only the project's errors and
random streams.
"""
