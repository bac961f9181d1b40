"""Traces of playouts: reading, replaying and writing them."""

from gametasks.gdl.traces.trace import TraceRow, read_trace, trace_writer

__all__ = ["TraceRow", "read_trace", "trace_writer"]
