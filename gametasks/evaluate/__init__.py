"""Prompts, scores and what is worked out from them."""
