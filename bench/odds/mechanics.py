"""The four mechanics, each as exact distributions, in several implementations.

Every function returns {outcome: Fraction}.  Implementations:
  ref      brute force / multiset enumeration in plain Python (what AnyDice and Troll do); slow, independent
  hand     closed-form sums with Python ints (what a purpose-built engine can do)
  icepool  icepool 2.1.x, tuned: d6 collapsed to four faces, hits seen before ones so that states merge
  dyce     dyce 0.7.x, tuned the same way (P.survey for pools, expand for branching)
  rulebound   this project's own kernel, see ours.py
  icepool-plain, dyce-plain   mechanic I as a user first writes it (six faces, no state merging)

Readings fixed here (they only matter for comparing like with like):
  I     outcome (hits, crit_fail).  bonus dice = min(3, number of initial 6s); bonus die hits on 5-6.
        crit_fail = no hits and 2*ones > N.
  I-opp 'A' if a > d, 'D' if d > a, 'tie' if a == d > 0, 'none' if both 0.   I-def: max(0, a - d).
  I-push every non-hit die (initial and bonus) is rerolled once; a rerolled 5-6 is a hit (a rerolled 6
        gives no bonus die), a rerolled 1 is one Stress.  Outcome (hits, stress).
  II-chk n d20, <=F two successes, <=T one, complication on >=C.  Outcome (successes - D, complications).
  II-dmg max(0, flat + CD sum + eff*vicious - max(0, armour + cover CD sum - eff*piercing)).
  III   total of n cards from {0: 36, 1: 16, 2: 2}.
  IV    margin of (d6 exploding + s1) - (d6 exploding + s2); up to `depth` extra dice per side.
  V     (extra) duel: A and D alternate attacks of the I-def kind until one is at 0 hit points: P(A wins).
"""
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from collections import Counter, defaultdict
from functools import lru_cache
from math import comb, factorial

DECK = {0: 36, 1: 16, 2: 2}


def norm(weights, total=None):
    total = total or sum(weights.values())
    return {k: Fraction(v, total) for k, v in weights.items() if v}


# ------------------------------------------------------------------ ref
def multisets(n, faces):
    """(counts by face, weight) over all multisets of n dice with equally likely faces."""
    for combo in combinations_with_replacement(range(faces), n):
        c = Counter(combo)
        w = factorial(n)
        for v in c.values():
            w //= factorial(v)
        yield c, w


@lru_cache(None)
def binom_third(k):
    return {h: Fraction(comb(k, h) * 2 ** (k - h), 3 ** k) for h in range(k + 1)}


class ref:
    @staticmethod
    def infected(n):
        out = defaultdict(Fraction)
        for c, w in multisets(n, 6):
            p = Fraction(w, 6 ** n)
            h0, sixes = c[4] + c[5], c[5]
            for h, q in binom_third(min(3, sixes)).items():
                out[h0 + h, h0 + h == 0 and 2 * c[0] > n] += p * q
        return dict(out)

    @staticmethod
    def infected_product(n):
        """Full 6**n enumeration incl. the bonus dice; independent of the multinomial weights."""
        out = Counter()
        for roll in product(range(1, 7), repeat=n):
            h0, b = sum(x > 4 for x in roll), min(3, roll.count(6))
            for bonus in product(range(1, 7), repeat=b):
                h = h0 + sum(x > 4 for x in bonus)
                out[h, h == 0 and 2 * roll.count(1) > n] += 6 ** (3 - b)
        return norm(out)

    @staticmethod
    def _hits(n):
        out = defaultdict(Fraction)
        for (h, _), p in ref.infected(n).items():
            out[h] += p
        return out

    @staticmethod
    def opposed(n, m):
        out = defaultdict(Fraction)
        for a, p in ref._hits(n).items():
            for d, q in ref._hits(m).items():
                out['A' if a > d else 'D' if d > a else 'tie' if a else 'none'] += p * q
        return dict(out)

    @staticmethod
    def defence(n, m):
        out = defaultdict(Fraction)
        hm = ref._hits(m)
        for a, p in ref._hits(n).items():
            for d, q in hm.items():
                out[max(0, a - d)] += p * q
        return dict(out)

    @staticmethod
    def push(n):
        out = defaultdict(Fraction)
        for c, w in multisets(n, 6):
            p, h0 = Fraction(w, 6 ** n), c[4] + c[5]
            b = min(3, c[5])
            for h1, q in binom_third(b).items():
                k = n + b - h0 - h1
                for hits in range(k + 1):
                    for ones in range(k - hits + 1):
                        r = Fraction(comb(k, hits) * comb(k - hits, ones) * 2 ** hits * 3 ** (k - hits - ones), 6 ** k)
                        out[h0 + h1 + hits, ones] += p * q * r
        return dict(out)

    @staticmethod
    def check(n, T, F, C, D):
        out = Counter()
        for roll in product(range(1, 21), repeat=n):
            out[sum(2 if x <= F else x <= T for x in roll) - D, sum(x >= C for x in roll)] += 1
        return norm(out)

    @staticmethod
    def damage(n, flat, vicious, piercing, armour, cover):
        cd = [(1, 0), (2, 0), (0, 0), (0, 0), (0, 0), (0, 1)]
        att, cov = Counter(), Counter()
        for roll in product(cd, repeat=n):
            att[sum(r[0] for r in roll), sum(r[1] for r in roll)] += 1
        for roll in product(cd, repeat=cover):
            cov[sum(r[0] for r in roll)] += 1
        out = Counter()
        for (s, e), w in att.items():
            for c, v in cov.items():
                out[max(0, flat + s + e * vicious - max(0, armour + c - e * piercing))] += w * v
        return norm(out)

    @staticmethod
    def cards(n):
        out = Counter()
        for a in range(n + 1):
            for j in range(n - a + 1):
                out[a + 2 * j] += comb(16, a) * comb(2, j) * comb(36, n - a - j)
        return norm(out)

    @staticmethod
    def cards_brute(n):
        deck = [v for v, k in DECK.items() for _ in range(k)]
        return norm(Counter(sum(x) for x in combinations(deck, n)))

    @staticmethod
    def _exploding(depth):
        out = defaultdict(Fraction)

        def go(total, left, p):
            for f in range(1, 7):
                if f == 6 and left:
                    go(total + 6, left - 1, p / 6)
                else:
                    out[total + f] += p / 6
        go(0, depth, Fraction(1))
        return out

    @staticmethod
    def exploding(s1, s2, depth):
        out = defaultdict(Fraction)
        e = ref._exploding(depth)
        for a, p in e.items():
            for b, q in e.items():
                out[a + s1 - b - s2] += p * q
        return dict(out)

    @staticmethod
    def duel(n, m, hp):
        net_a, net_d = ref.defence(n, m), ref.defence(m, n)

        @lru_cache(None)
        def win(a, d):  # A to attack
            if a <= 0:
                return Fraction(0)
            if d <= 0:
                return Fraction(1)
            stay, acc = net_a.get(0, 0) * net_d.get(0, 0), Fraction(0)
            for x, p in net_a.items():
                if d - x <= 0:
                    acc += p
                    continue
                for y, q in net_d.items():
                    if x or y:
                        acc += p * q * win(a - y, d - x)
            return acc / (1 - stay)
        w = win(hp, hp)
        return {'A': w, 'D': 1 - w}


# ------------------------------------------------------------------ hand
class hand:
    """Integer weights with one common denominator; no Fractions until the end."""

    @staticmethod
    def _hits(n):
        """weights over 6**n * 27 of hits; crit weight apart."""
        w = [0] * (n + 4)
        third = [[comb(b, h) * 2 ** (b - h) * 3 ** (3 - b) for h in range(b + 1)] for b in range(4)]
        for six in range(n + 1):
            cs, t = comb(n, six), third[min(3, six)]
            for five in range(n - six + 1):
                k = cs * comb(n - six, five) * 4 ** (n - six - five)
                for h, q in enumerate(t):
                    w[six + five + h] += k * q
        return w

    @staticmethod
    def infected(n):
        w, tot = hand._hits(n), 27 * 6 ** n
        crit = 27 * sum(comb(n, k) * 3 ** (n - k) for k in range(n // 2 + 1, n + 1))
        out = {(h, False): Fraction(x, tot) for h, x in enumerate(w) if x}
        out[0, False] = Fraction(w[0] - crit, tot)
        out[0, True] = Fraction(crit, tot)
        return {k: v for k, v in out.items() if v}

    @staticmethod
    def opposed(n, m):
        a, d = hand._hits(n), hand._hits(m)
        tot = sum(a) * sum(d)
        cum, A, tie = 0, 0, 0
        for i, x in enumerate(a):
            A += x * cum
            if i < len(d):
                cum += d[i]
                if i:
                    tie += x * d[i]
        none = a[0] * d[0]
        return norm({'A': A, 'tie': tie, 'none': none, 'D': tot - A - tie - none}, tot)

    @staticmethod
    def defence(n, m):
        a, d = hand._hits(n), hand._hits(m)
        w = [0] * len(a)
        for i, x in enumerate(a):
            for j, y in enumerate(d):
                w[i - j if i > j else 0] += x * y
        return norm(dict(enumerate(w)), sum(a) * sum(d))

    @staticmethod
    def push(n):
        # state after the roll: (hits, dice left to reroll) with weights over 6**n * 27
        st = defaultdict(int)
        for six in range(n + 1):
            b = min(3, six)
            for five in range(n - six + 1):
                k = comb(n, six) * comb(n - six, five) * 4 ** (n - six - five)
                for h in range(b + 1):
                    st[six + five + h, n + b - six - five - h] += k * comb(b, h) * 2 ** (b - h) * 3 ** (3 - b)
        top = n + 3
        out = defaultdict(int)
        for (h, r), w in st.items():
            w *= 6 ** (top - r)
            for x in range(r + 1):
                wx = w * comb(r, x) * 2 ** x
                for o in range(r - x + 1):
                    out[h + x, o] += wx * comb(r - x, o) * 3 ** (r - x - o)
        return norm(out, 27 * 6 ** n * 6 ** top)

    @staticmethod
    def _convolve(die, n):
        acc = {(0, 0): 1}
        for _ in range(n):
            nxt = defaultdict(int)
            for (a, b), w in acc.items():
                for (x, y), v in die.items():
                    nxt[a + x, b + y] += w * v
            acc = nxt
        return acc

    @staticmethod
    def check(n, T, F, C, D):
        die = defaultdict(int)
        for x in range(1, 21):
            die[2 if x <= F else int(x <= T), int(x >= C)] += 1
        return norm({(s - D, c): w for (s, c), w in hand._convolve(die, n).items()}, 20 ** n)

    @staticmethod
    def damage(n, flat, vicious, piercing, armour, cover):
        cd = {(1, 0): 1, (2, 0): 1, (0, 0): 3, (0, 1): 1}
        att = hand._convolve(cd, n)
        cov = defaultdict(int)
        for (c, _), w in hand._convolve(cd, cover).items():
            cov[c] += w
        out = defaultdict(int)
        for (s, e), w in att.items():
            for c, v in cov.items():
                out[max(0, flat + s + e * vicious - max(0, armour + c - e * piercing))] += w * v
        return norm(out, 6 ** (n + cover))

    cards = ref.cards

    @staticmethod
    def exploding(s1, s2, depth):
        tot = 6 ** (depth + 1)
        e = {6 * k + f: 6 ** (depth - k) for k in range(depth + 1) for f in range(1, 6)}
        e[6 * depth + 6] = 1
        out = defaultdict(int)
        for a, p in e.items():
            for b, q in e.items():
                out[a - b + s1 - s2] += p * q
        return norm(out, tot * tot)

    @staticmethod
    def duel(n, m, hp):
        na, nd = hand.defence(n, m), hand.defence(m, n)
        a = [float(na.get(i, 0)) for i in range(n + 4)]
        d = [float(nd.get(i, 0)) for i in range(m + 4)]
        win = [[0.0] * (hp + 1) for _ in range(hp + 1)]
        for x in range(1, hp + 1):          # A's points
            for y in range(1, hp + 1):      # D's points
                acc = sum(a[y:])
                for i in range(min(y, len(a))):
                    if a[i]:
                        acc += a[i] * sum(d[j] * win[x - j][y - i] for j in range(min(x, len(d))) if i or j)
                win[x][y] = acc / (1 - a[0] * d[0])
        return {'A': win[hp][hp], 'D': 1 - win[hp][hp]}


# ------------------------------------------------------------------ icepool
def load_icepool(tuned=True):
    import icepool
    from icepool import d6, d, Die, Deck, MultisetEvaluator, Order, UnsupportedOrder

    third = Die({1: 1, 0: 2})
    # note: tuple outcomes are concatenated by @ (exponential!): use icepool.Vector, or code pairs as ints
    reroll = Die({100: 2, 1: 1, 0: 3})
    face4 = Die({0: 3, 1: 1, 5: 1, 6: 1}) if tuned else d6

    def todict(die):
        return {k: Fraction(v, die.denominator()) for k, v in die.items() if v}

    class Infected(MultisetEvaluator):
        def initial_state(self, order, outcomes, size):
            return (0, 0, 0)

        def next_state(self, state, order, outcome, count):
            if tuned and order != Order.Descending:
                raise UnsupportedOrder()
            ones, hits, six = state
            if outcome == 1:
                return (0 if tuned and hits else count, hits, six)
            if outcome == 5:
                return (ones, hits + count, six)
            if outcome == 6:
                return (ones, hits + count, min(3, count))
            return state

        def final_outcome(self, state, order, outcomes, size):
            ones, hits, six = state
            crit = hits == 0 and 2 * ones > size
            if six:
                return (six @ third).map(lambda h: (hits + h, False))
            return (hits, crit)

    class HitsSix(Infected):
        def final_outcome(self, state, order, outcomes, size):
            return state[1:]

    ev, hs = Infected(), HitsSix()

    class ice:
        @staticmethod
        def infected(n):
            return todict(ev(face4.pool(n)))

        @staticmethod
        def _hits(n):
            return ev(face4.pool(n)).marginals[0]

        @staticmethod
        def opposed(n, m):
            return todict(icepool.map(lambda a, b: 'A' if a > b else 'D' if b > a else 'tie' if a else 'none',
                                      ice._hits(n), ice._hits(m)))

        @staticmethod
        def defence(n, m):
            return todict((ice._hits(n) - ice._hits(m)).map(lambda x: max(0, x)))

        @staticmethod
        def push(n):
            # pairs coded as one int (hits*100 + stress): about twice as fast as Vector outcomes
            rr = [k @ reroll for k in range(n + 4)]

            def after(h, six):
                return (six @ third).map(lambda x: rr[n + six - h - x] + 100 * (h + x))
            return {divmod(k, 100): v for k, v in todict(hs(face4.pool(n)).map(after, star=True)).items()}

        @staticmethod
        def check(n, T, F, C, D):
            die = d(20).map(lambda x: 100 * (2 if x <= F else int(x <= T)) + int(x >= C))
            return {(k // 100 - D, k % 100): v for k, v in todict(n @ die).items()}

        @staticmethod
        def damage(n, flat, vicious, piercing, armour, cover):
            att = n @ Die({100: 1, 200: 1, 0: 3, 1: 1})
            cov = cover @ Die({0: 4, 1: 1, 2: 1})

            def dmg(a, c):
                s, e = divmod(a, 100)
                return max(0, flat + s + e * vicious - max(0, armour + c - e * piercing))
            return todict(icepool.map(dmg, att, cov))

        @staticmethod
        def cards(n):
            return todict(Deck(DECK).deal(n).sum())

        @staticmethod
        def exploding(s1, s2, depth):
            e = d6.explode(depth=depth)
            return todict((e + s1) - (e + s2))

        @staticmethod
        def duel(n, m, hp):
            na = (ice._hits(n) - ice._hits(m)).map(lambda x: max(0, x))
            nd = (ice._hits(m) - ice._hits(n)).map(lambda x: max(0, x))

            def step(a, b):
                if a <= 0 or b <= 0:
                    return (max(0, a), max(0, b))

                def after(x):
                    if b - x <= 0:
                        return (1, 0)
                    return nd.map(lambda y: (a - y, b - x) if a > y else (0, 1))
                return na.map(after)
            end = Die([(hp, hp)]).map(step, star=True, repeat='inf')
            return todict(end.map(lambda a, b: 'A' if a > 0 else 'D', star=True))
    return ice


# ------------------------------------------------------------------ dyce
def load_dyce(tuned=True):
    import warnings
    warnings.simplefilter('ignore')
    from dyce import H, P, expand, explode_n
    from dyce.p import survey_outcome_order_ascending as asc, survey_outcome_order_descending as desc
    d6 = H(6)
    face4 = H({0: 3, 1: 1, 5: 1, 6: 1}) if tuned else d6
    third = H({1: 1, 0: 2})
    ZERO = Fraction(0)   # expand() drops branches below 1/8388607 unless told otherwise

    def todict(h):
        t = h.total
        return {k: Fraction(v, t) for k, v in h.items() if v}

    def acc(state, outcome, count):
        ones, hits, six = state or (0, 0, 0)
        if outcome == 1:
            return (0 if tuned and hits else count, hits, six)
        if outcome == 5:
            return (ones, hits + count, six)
        if outcome == 6:
            return (ones, hits + count, min(3, count))
        return (ones, hits, six)

    def nth(h, n):
        return n @ h if n else H({0: 1})

    class dy:
        @staticmethod
        def _survey(n):
            return (n @ P(face4)).survey(accumulate=acc, order=desc if tuned else asc)

        @staticmethod
        def _infected(n):
            def cb(r):
                ones, hits, six = r.outcome
                if six:
                    return nth(third, six).apply(lambda h: (hits + h, False))
                return (hits, hits == 0 and 2 * ones > n)
            return expand(cb, dy._survey(n), min_path_probability=ZERO)

        @staticmethod
        def infected(n):
            return todict(dy._infected(n))

        @staticmethod
        def _hits(n):
            return dy._infected(n).apply(lambda o: o[0])

        @staticmethod
        def opposed(n, m):
            return todict(dy._hits(n).apply(
                lambda a, b: 'A' if a > b else 'D' if b > a else 'tie' if a else 'none', dy._hits(m)))

        @staticmethod
        def defence(n, m):
            return todict((dy._hits(n) - dy._hits(m)).apply(lambda x: max(0, x)))

        @staticmethod
        def push(n):
            reroll = H({100: 2, 1: 1, 0: 3})        # pairs coded as one int: hits*100 + stress
            rr = [nth(reroll, k) for k in range(n + 4)]

            def cb(r):
                _, hits, six = r.outcome

                def after(q):
                    h = hits + q.outcome
                    return rr[n + six - h] + 100 * h
                return expand(after, nth(third, six), min_path_probability=ZERO)
            h = expand(cb, dy._survey(n), min_path_probability=ZERO)
            return {divmod(k, 100): v for k, v in todict(h).items()}

        @staticmethod
        def check(n, T, F, C, D):
            die = H(20).apply(lambda x: 100 * (2 if x <= F else int(x <= T)) + int(x >= C))
            return {(k // 100 - D, k % 100): v for k, v in todict(n @ die).items()}

        @staticmethod
        def damage(n, flat, vicious, piercing, armour, cover):
            att = n @ H({100: 1, 200: 1, 0: 3, 1: 1})
            cov = cover @ H({0: 4, 1: 1, 2: 1})

            def dmg(a, c):
                s, e = divmod(a, 100)
                return max(0, flat + s + e * vicious - max(0, armour + c - e * piercing))
            return todict(att.apply(dmg, cov))

        @staticmethod
        def cards(n):            # no decks in dyce: recursive expand over the remaining deck
            def cb(r, *, deck, left):
                if left == 1:
                    return r.outcome
                rest = dict(deck)
                rest[r.outcome] -= 1
                rest = {k: v for k, v in rest.items() if v}
                return expand(cb, H(rest), deck=rest, left=left - 1, min_path_probability=ZERO) + r.outcome
            return todict(expand(cb, H(DECK), deck=DECK, left=n, min_path_probability=ZERO))

        @staticmethod
        def exploding(s1, s2, depth):
            e = explode_n(d6, n=depth)
            return todict((e + s1) - (e + s2))
    return dy


def load_rulebound():
    import ours
    return ours


LOADERS = {'ref': lambda: ref, 'hand': lambda: hand, 'icepool': load_icepool, 'dyce': load_dyce, 'rulebound': load_rulebound,
           'icepool-plain': lambda: load_icepool(False), 'dyce-plain': lambda: load_dyce(False)}
TASKS = {
    'I n=5': ('infected', (5,)),
    'I n=10': ('infected', (10,)),
    'I n=20': ('infected', (20,)),
    'I n=40': ('infected', (40,)),
    'I sweep n=1..20 (table)': ('infected', [(n,) for n in range(1, 21)]),
    'I opposed 8v6': ('opposed', (8, 6)),
    'I active defence 8v6': ('defence', (8, 6)),
    'I opposed sweep 1..10 v 1..10 (grid)': ('opposed', [(a, d) for a in range(1, 11) for d in range(1, 11)]),
    'I push n=8': ('push', (8,)),
    'I push n=20': ('push', (20,)),
    'II check 5d20 T14 F3 C19 D2': ('check', (5, 14, 3, 19, 2)),
    'II damage 6CD vic1 pierce1 arm2 cover4CD': ('damage', (6, 5, 1, 1, 2, 4)),
    'II damage 12CD vic1 pierce1 arm2 cover8CD': ('damage', (12, 5, 1, 1, 2, 8)),
    'III cards n=7': ('cards', (7,)),
    'IV d6!+3 vs d6!+2 depth 4': ('exploding', (3, 2, 4)),
    'V duel 8v6 hp10 (extra)': ('duel', (8, 6, 10)),
}
REF_SKIP = {'I n=40', 'I sweep n=1..20 (table)', 'I opposed sweep 1..10 v 1..10 (grid)',
            'II damage 12CD vic1 pierce1 arm2 cover8CD', 'I push n=20'}   # too slow to enumerate; tools vs hand
