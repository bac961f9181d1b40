"""Traces of playouts: reading, replaying and writing them."""

from gametasks.gdl.traces.trace import MAX_LINE, TraceRow, read_trace, trace_writer

__all__ = ["MAX_LINE", "TraceRow", "read_trace", "trace_writer"]
