"""The smallest whole task, in a package of its own."""
