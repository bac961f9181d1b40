"""The audit: what a dataset gives away to someone who never sees a picture, and what repeats in it."""
