"""What every game shares; imports no game and does no I/O."""
