"""Opening a scene of a pack: its zones, the survivors that players take, and whoever waits there."""

from __future__ import annotations

from collections.abc import Mapping

from rulebound.games.infected import campaign
from rulebound.games.infected.content import content
from rulebound.games.infected.staging import put_on_map, seats, set_stage, survivor, threat_begins
from rulebound.games.infected.state import Infected
from rulebound.games.infected.stories import CampaignKind, SceneKind
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.game import SceneInfo, Start


def scenes() -> Mapping[str, SceneInfo[Infected, InfectedVariants]]:
    """The scenes of the packs, and the campaigns that join them."""

    def scene_info(id: str, scene: SceneKind) -> SceneInfo[Infected, InfectedVariants]:
        return SceneInfo(id, scene.title, scene.about, lambda variants: start(scene, variants))

    def campaign_info(id: str, story: CampaignKind) -> SceneInfo[Infected, InfectedVariants]:
        return SceneInfo(id, story.title, story.about, lambda variants: campaign.start(id, variants))

    packs = content()
    alone = {id: scene_info(id, scene) for id, scene in packs.scenes.items()}
    return alone | {id: campaign_info(id, story) for id, story in packs.campaigns.items()}


def start(scene: SceneKind, variants: InfectedVariants) -> Start[Infected]:
    """A scene of a pack, ready to begin; every survivor is a seat of its own, the rest are the game master's."""
    state = Infected(people={})
    for id, placed in scene.people.items():
        if placed.survivor:
            survivor(state, id, placed.survivor, variants)
    put_on_map(state, scene.sites)
    state.world.supplies.food, state.world.supplies.water = scene.food, scene.water
    set_stage(state, scene, variants)
    threat_begins(state, max(scene.threat, scene.ambient), scene.ambient)
    return Start(state, seats(state))
