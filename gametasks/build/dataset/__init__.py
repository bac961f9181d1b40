"""A dataset: from a profile to a folder of shards."""
