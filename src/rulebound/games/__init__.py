"""The games, one folder each, one module per chapter of the book."""
