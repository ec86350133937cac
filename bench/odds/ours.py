"""The benchmark's questions put to Rulebound's own kernel: calls, and the joining of what they give, and nothing else."""
import msgspec
from mechanics import DECK
from rulebound.kernel.cards import draw_total
from rulebound.kernel.chains import play_out
from rulebound.kernel.d20 import CombatDice, SkillPool
from rulebound.kernel.dice import D6
from rulebound.kernel.distribution import Distribution
from rulebound.kernel.hits import HitPool
from rulebound.kernel.pushes import push as push_of
from rulebound.kernel.policy import Policy


def infected(n):
    both = HitPool(n).part('hits_and_ones')
    return both.map(lambda roll: (roll[0], roll[0] == 0 and 2 * roll[1] > n)).fractions()


def opposed(n, m):
    def result(a, d):
        return 'A' if a > d else 'D' if d > a else 'tie' if a else 'none'
    return HitPool(n).part('hits').combine(HitPool(m).part('hits'), result).fractions()


def defence(n, m):
    return HitPool(n).part('hits').combine(HitPool(m).part('hits'), lambda a, d: max(0, a - d)).fractions()


def push(n):
    pool = HitPool(n)
    thrown = pool.part('kept').map(lambda kept: (kept[0] + kept[2], push_of(pool, kept, explode=False)))

    def pushed(roll):
        hits, dice = roll
        return dice.part('hits_and_ones').map(lambda again: (hits + again[0], again[1]))
    return thrown.then(pushed).fractions()


def check(n, T, F, C, D):
    rolls = SkillPool(n, T, F, C).outcomes()
    return rolls.map(lambda roll: (roll.successes - D, roll.complications)).fractions()


def damage(n, flat, vicious, piercing, armour, cover):
    attacks = CombatDice(n).outcomes().map(
        lambda roll: (flat + roll.total + roll.effects * vicious, armour - roll.effects * piercing))

    def hurt(attack, cover):
        harm, soak = attack
        soak += cover
        if soak > 0:
            harm -= soak
        return harm if harm > 0 else 0
    return attacks.combine(CombatDice(cover).part('total'), hurt).fractions()


def cards(n):
    return draw_total(DECK, n).fractions()


def exploding(s1, s2, depth):
    d6 = die = D6.outcomes().map(lambda roll: roll.total)
    for _ in range(depth):
        again = die.map(lambda total: total + 6)
        die = d6.then(lambda face, again=again: again if face == 6 else Distribution.certain(face))
    return die.combine(die, lambda left, right: left + s1 - right - s2).fractions()


def duel(n, m, hp):
    class Duel(msgspec.Struct):
        attacker: int
        defender: int

    def net(t, attack, defend):
        return max(0, t.roll(HitPool(attack), 'attack', 'bench').hits - t.roll(HitPool(defend), 'defence', 'bench').hits)

    def exchange(t):
        t.state.defender = max(0, t.state.defender - t.sub(net, n, m))
        if t.state.defender:
            t.state.attacker = max(0, t.state.attacker - t.sub(net, m, n))

    def ended(duel):
        return 'A' if not duel.defender else 'D' if not duel.attacker else None
    return play_out(exchange, Duel(hp, hp), None, Policy(), ended)
