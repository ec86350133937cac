"""What the table itself says, in words; each game has its own phrases beside these."""

from __future__ import annotations

from collections.abc import Mapping

TABLE_PHRASES: Mapping[str, str] = {
    "table.answered_for": "{by} answered for {seat} ({how})",
    "table.drew": "Drawn: {cards}",
    "table.shuffled": "The {pile} is shuffled",
    "table.undid": "{by} took back: {command}",
    "table.undid_openly": "{by} openly took back {command} and what it had shown",
    "table.undid_unseen": "{by} took something back",
    "table.undid_openly_unseen": "{by} openly took something back",
    "table.cancelled": "{by} cancelled {command}",
    "table.ruled_out": "{by} rules out {command}: {why}",
    "table.ruled_out_unseen": "{by} rules something out",
    "table.overruled": "{by} overruled an answer of {command}",
    "table.cancelled_unseen": "{by} cancelled something",
    "table.overruled_unseen": "{by} overruled an answer",
    "table.reseated": "{by} changed the seat {seat}",
    "table.seat_added": "{by} added the seat {seat}",
    "table.seat_to_machine": "A machine plays {seat} now ({by})",
    "table.seat_to_person": "A person plays {seat} now ({by})",
    "table.seat_to_machine_own": "{seat} lets a machine play",
    "table.seat_to_person_own": "{seat} plays again",
    "table.seat_own_dice_own": "{seat} throws real dice now",
    "table.seat_table_dice_own": "The table throws for {seat} again",
    "table.seat_own_dice": "{seat} throws real dice now ({by})",
    "table.seat_table_dice": "The table throws for {seat} now ({by})",
    "table.closed": "{by} closed the table; the seed was {seed}",
    "table.repaired_something": "{by} put something right ({why})",
    "table.repaired": "{by} repaired {path}: {before} became {after} ({why})",
}
