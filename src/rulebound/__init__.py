"""A table that knows the rules."""
