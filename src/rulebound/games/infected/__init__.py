"""INFECTED: dice pools, noise, scarce things, and a fever that turns people in minutes."""
