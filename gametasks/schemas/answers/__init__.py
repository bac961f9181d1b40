"""Kinds of answers with their strict parsers."""
