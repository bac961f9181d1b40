"""From a seed to a dataset: plan, produce, verify, deduplicate, write."""
