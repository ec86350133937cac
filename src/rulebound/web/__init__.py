"""The table in the browser: a server for every seat, and the page it serves."""
