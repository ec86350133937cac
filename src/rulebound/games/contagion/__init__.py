"""Cannibal Contagion: cards, secrets and a shared slide into madness."""
