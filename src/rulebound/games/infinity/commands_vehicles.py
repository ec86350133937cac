"""The commands of vehicles and of the two scenes."""

from __future__ import annotations

from rulebound.games.infinity import (
    at_vehicles,
    boarding,
    chase,
    door,
    driving,
    garage,
    gunnery,
    infowar,
    loadlifter,
    moving,
    scene_heat,
    sim,
    vehicles,
    walkers,
)
from rulebound.games.infinity.state import Infinity
from rulebound.games.infinity.variants import InfinityVariants
from rulebound.kernel.commands import Command

VEHICLE_COMMANDS: tuple[Command[Infinity, InfinityVariants], ...] = (
    boarding.get_in, boarding.get_out, vehicles.change_seat, vehicles.break_into, vehicles.merge_network,
    driving.nudge, driving.drive, driving.gun_engines, driving.drive_defensively, driving.on_target, driving.ram,
    gunnery.fire_mounted, walkers.swing_arm, gunnery.firing_solution, gunnery.coordinate,
    at_vehicles.shoot_vehicle, at_vehicles.strike_vehicle, garage.mend, garage.jury_rig, garage.repair_fault,
    loadlifter.release, loadlifter.break_free, loadlifter.throw_vehicle, loadlifter.jump, moving.leave_by_window,
    sim.take_sim, sim.hand_over, sim.put_down, chase.drive_off, chase.walk_off,
    infowar.watch, infowar.sound_alarm, infowar.silence_alarms, infowar.open_warehouse,
    door.pick_lock, door.attack_door, door.pass_door,
    scene_heat.distract, scene_heat.civilian_casualties, scene_heat.call_police, scene_heat.gang_arrives, scene_heat.heavy_traffic,
    scene_heat.gridlock,
)  # fmt: skip
