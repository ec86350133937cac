"""Infinity: the 2d20 playtest pack."""
