"""Machine seats and what they need to play."""
