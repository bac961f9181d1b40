"""One sample: from an id to a verified row."""
