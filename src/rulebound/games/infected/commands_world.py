"""Every command of the world between fights, in the order a reference lists them."""

from __future__ import annotations

from rulebound.games.infected import (
    advance,
    bonds,
    campaign,
    carry,
    chargen,
    chase,
    complications,
    crafting,
    devices,
    downtime,
    driving,
    fuel,
    hazards,
    healing,
    lights,
    medicine,
    ramming,
    rescue,
    scavenge,
    sessions,
    sickness,
    sites,
    stunts,
    supplies,
    tables,
    traps,
    upgrading,
    vehicles,
    watch,
    water,
    weather,
)  # fmt: skip
from rulebound.games.infected.state import Infected
from rulebound.games.infected.variants import InfectedVariants
from rulebound.kernel.commands import Command

COMMANDS: tuple[Command[Infected, InfectedVariants], ...] = (
    chargen.create, chargen.random_survivor, chargen.take_sample, bonds.bond, bonds.help_friend, bonds.betrayal, bonds.mourn, bonds.settle,
    sessions.begin_session, sessions.next_part, sessions.end_session, campaign.move_on,
    advance.improve, advance.mentor, advance.lived_through, advance.loss, advance.lasting_effect,
    carry.give, carry.put_down, carry.take_up, carry.put_on, carry.take_off,
    supplies.secure_place, supplies.store, supplies.take_out, supplies.load_trunk, supplies.unload_trunk,
    sites.found_place, sites.template_place, sites.go_to, sites.restock, scavenge.search,
    crafting.craft, upgrading.upgrade, devices.throw_bomb, devices.place_noise_maker, devices.fit_silencer, devices.pick_lock,
    devices.filter_water, devices.block_way, traps.set_trap, traps.break_free, traps.check_snare, lights.switch_light, lights.light_lamp,
    devices.refill_lantern,
    lights.tend_fire,
    downtime.settle_down, downtime.end_day, downtime.rest, downtime.unwind, downtime.maintain, downtime.forage, downtime.scout,
    downtime.train, downtime.stand_watch, watch.something_approaches,
    healing.treat, healing.operate, medicine.medicate, medicine.loosen, healing.pass_day, sickness.give_antibiotics, sickness.give_herbs,
    sickness.hours_without_water, sickness.swallow,
    weather.exposure, weather.warm_up, hazards.touch_fire, hazards.breathe_smoke, water.swim, water.dry_off, rescue.without_air,
    rescue.pull_out, hazards.look_for_signs, hazards.collapse, rescue.dig_out, hazards.fall, hazards.irradiate, hazards.armor_against,
    vehicles.bring_vehicle, driving.board, driving.leave_vehicle, driving.belt, driving.start_engine, driving.stop_engine,
    driving.drive, fuel.travel, fuel.refuel, fuel.idle, ramming.ram_vehicle, ramming.drive_at, ramming.run_over,
    ramming.lean_out, ramming.attack_vehicle, vehicles.hit_component,
    chase.begin_chase, chase.join_chase, stunts.declare, stunts.let_wheel_be, chase.chase_round, chase.break_off,
    tables.infected_come, tables.humans_come, tables.meet, tables.encounter, complications.complication, tables.stranger,
)  # fmt: skip
