"""The gallery: one static page that shows a dataset."""
