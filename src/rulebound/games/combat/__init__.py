"""COMBAT: one page of action points and wrecks."""
