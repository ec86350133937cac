"""How machines play INFECTED."""

from __future__ import annotations

from rulebound.games.infected.state import Infected
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.policy import Policy


class InfectedPolicy(Policy[Infected, InfectedVariants]):
    pass
