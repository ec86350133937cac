"""Exact-odds benchmark: python bench_odds.py [--quick] [--json out.json] [--only hand,icepool]

Checks every implementation against plain enumeration (or against `hand` where enumeration is too slow), then times:
  import  ms to import the library in a fresh process
  cold    ms of the first call in a fresh process (imports done, no cache)          best of R processes
  warm    ms per call, same process, repeated (the library's own caches at work)     best of repeats
Own tool: add a loader to mechanics.LOADERS that returns an object with the same method names.
"""
import argparse, json, subprocess, sys, time, os
from fractions import Fraction
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import mechanics as M


def child(impl, task):
    t0 = time.perf_counter()
    obj = M.LOADERS[impl]()
    t1 = time.perf_counter()
    name, args = M.TASKS[task]
    f = getattr(obj, name, None)
    if f is None:
        return print(json.dumps(None))
    if isinstance(args, list):           # a sweep: the same question for many parameters, no result reused
        one, args_list = f, args
        f, args = lambda: {(a, k): v for a in args_list for k, v in one(*a).items()}, ()
    t2 = time.perf_counter()
    res = f(*args)
    cold = time.perf_counter() - t2
    best, n, spent = 1e9, 0, 0.0
    while n < 3 or (spent < 0.4 and n < 200):
        t = time.perf_counter()
        f(*args)
        t = time.perf_counter() - t
        best, n, spent = min(best, t), n + 1, spent + t
        if spent > 5:
            break
    exact = all(isinstance(v, Fraction) for v in res.values())
    print(json.dumps(dict(imp=(t1 - t0) * 1e3, cold=cold * 1e3, warm=best * 1e3, exact=exact,
                          res=sorted((repr(k), str(v)) for k, v in res.items()))))


def same(a, b):
    a, b = dict(a), dict(b)
    if set(a) != set(b):
        return False
    if all('.' not in v for v in [*a.values(), *b.values()]):
        return a == b
    num = lambda v: float(Fraction(v))
    return all(abs(num(a[k]) - num(b[k])) < 1e-12 for k in a)


def compare(rows):
    """Cold times beside each other: how many times faster rulebound is than the better of icepool and dyce."""
    def cold(task, impl):
        return rows.get(f'{task}|{impl}', {}).get('cold')
    print(f"\n{'cold ms':45s} {'rulebound':>10s} {'icepool':>10s} {'dyce':>10s} {'times faster':>13s}")
    for task in M.TASKS:
        times = [cold(task, impl) for impl in ('rulebound', 'icepool', 'dyce')]
        ours, peers = times[0], [t for t in times[1:] if t is not None]
        ratio = f'{min(peers) / ours:12.1f}x' if ours and peers else f"{'-':>13s}"
        print(f'{task:45s} ' + ' '.join(f"{'-':>10s}" if t is None else f'{t:10.3f}' for t in times) + f' {ratio}')
    print()


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--child', nargs=2)
    ap.add_argument('--quick', action='store_true')
    ap.add_argument('--json')
    ap.add_argument('--only')
    o = ap.parse_args()
    if o.child:
        return child(*o.child)
    # independent brute force of the reference itself
    assert M.ref.infected(5) == M.ref.infected_product(5), 'I brute force'
    assert M.ref.cards(4) == M.ref.cards_brute(4), 'III brute force'
    assert sum(M.ref.push(5).values()) == 1
    impls = o.only.split(',') if o.only else list(M.LOADERS)
    rounds = 1 if o.quick else 4
    rows, bad = {}, []
    for task in M.TASKS:
        truth = None
        for impl in sorted(impls, key=lambda x: (x != 'ref', x != 'hand')):
            if impl == 'ref' and task in M.REF_SKIP or impl.endswith('-plain') and not task.startswith('I n='):
                continue
            got = None
            for _ in range(rounds if impl != 'ref' else 1):
                r = subprocess.run([sys.executable, os.path.join(HERE, 'bench_odds.py'), '--child', impl, task],
                                   capture_output=True, text=True, timeout=60)
                if r.returncode:
                    bad.append((task, impl, r.stderr.strip().splitlines()[-1:]))
                    break
                x = json.loads(r.stdout)
                if x is None:
                    break
                if got:
                    for k in ('imp', 'cold', 'warm'):
                        got[k] = min(got[k], x[k])
                else:
                    got = x
            if not got:
                print(f'{task:45s} {impl:9s} -')
                continue
            res = got.pop('res')
            if truth is None:
                truth, src = res, impl
                ok = 'truth'
            else:
                ok = 'ok' if same(truth, res) else 'WRONG'
                if ok == 'WRONG':
                    bad.append((task, impl, 'differs from ' + src))
            got['check'] = ok
            rows[f'{task}|{impl}'] = got
            print(f"{task:45s} {impl:9s} import {got['imp']:7.1f}  cold {got['cold']:9.3f}  warm {got['warm']:9.4f} ms"
                  f"  {'exact' if got['exact'] else 'float'}  {ok}", flush=True)
    compare(rows)
    if o.json:
        json.dump(rows, open(o.json, 'w'), indent=1)
    if bad:
        print('FAILED', bad)
        sys.exit(1)
    print('all implementations agree')


main()
