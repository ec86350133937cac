// What the page asks of the server over HTTP, and the one socket of a table.

/** What the rules do not allow: which rule, why, and what would be allowed.
 * @typedef {{rule: string, reason: string, instead?: string}} Refusal */

export class Refused extends Error {
  /** @param {Refusal} refusal @param {number} [status] */
  constructor(refusal, status = 0) {
    super(refusal.reason);
    this.refusal = refusal;
    this.status = status;
  }
}

const unreachable = () => new Refused({ rule: '', reason: 'offline' });

async function call(method, path, body) {
  const raw = body instanceof Blob || body instanceof ArrayBuffer;
  const answer = await fetch(path, {
    method,
    headers: body === undefined || raw ? {} : { 'content-type': 'application/json' },
    body: body === undefined || raw ? body : JSON.stringify(body),
  }).catch(() => { throw unreachable(); });
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => null);
  throw new Refused(problem?.refusal ?? { rule: '', reason: `${answer.status} ${answer.statusText}` }, answer.status);
}

export const get = async path => (await call('GET', path)).json();
export const post = async (path, body = {}) => (await call('POST', path, body)).json();
export const postText = async (path, body = {}) => (await call('POST', path, body)).text();
export const put = async (path, body) => (await call('PUT', path, body)).json();
export const remove = async path => (await call('DELETE', path)).json();

const FIRST_WAIT = 300, LONGEST_WAIT = 10_000, PING = 25_000, PATIENCE = 20_000, DOUBT = 3_000;
const FINAL = new Set([4401, 4403, 4404, 4409]);

/** The socket of one seat: comes back by itself, and every message has its reply. */
export class Socket {
  /** @param {string} table
   * @param {{hello: () => object, frame: (frame: object) => void, state: (open: boolean) => void, final: (code: number) => void}} on */
  constructor(table, on) {
    this.address = `${location.origin.replace(/^http/, 'ws')}/ws/${encodeURIComponent(table)}`;
    this.on = on;
    this.waiting = new Map();
    this.last = 0;
    this.wait = FIRST_WAIT;
    addEventListener('online', () => this.now());
    addEventListener('offline', () => this.now());
    document.addEventListener('visibilitychange', () => document.hidden || this.now());
    setInterval(() => this.open && this.send('here').catch(() => {}), PING);
    this.connect();
  }

  get open() { return this.wire?.readyState === WebSocket.OPEN; }

  /** Tries at once instead of waiting. After sleep, or without a net, an open wire may be dead: only one that answers is not. */
  now() {
    if (this.timer) { clearTimeout(this.timer); this.connect(); } else if (this.open) this.send('here', {}, DOUBT).catch(() => {});
  }

  connect() {
    this.timer = 0;
    const wire = this.wire = new WebSocket(this.address);
    wire.onopen = () => {
      this.wait = FIRST_WAIT;
      this.on.state(true);
      this.send('hello', this.on.hello()).catch(() => wire.close());
    };
    wire.onmessage = message => this.take(JSON.parse(message.data));
    wire.onclose = closed => this.lost(closed.code);
  }

  take(message) {
    if (message.is !== 'reply') return this.on.frame(message);
    const asked = this.waiting.get(message.ref);
    this.waiting.delete(message.ref);
    if (!asked) return;
    clearTimeout(asked.timer);
    if (message.refusal) asked.no(new Refused(message.refusal));
    else asked.yes(message);
  }

  /** Nothing comes of waiting for a silent wire to be closed from the other end. */
  cut() {
    this.wire.onclose = this.wire.onmessage = null;
    this.wire.close();
    this.lost();
  }

  lost(code) {
    for (const asked of this.waiting.values()) { clearTimeout(asked.timer); asked.no(unreachable()); }
    this.waiting.clear();
    if (FINAL.has(code)) return this.on.final(code);
    this.on.state(false);
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  /** @param {string} is @param {object} [fields] @param {number} [patience] @returns {Promise<any>} the reply; a refusal is thrown as Refused */
  send(is, fields = {}, patience = PATIENCE) {
    if (!this.open) return Promise.reject(unreachable());
    const ref = ++this.last;
    return new Promise((yes, no) => {
      const timer = setTimeout(() => this.cut(), patience); // a silent wire is a dead one
      this.waiting.set(ref, { yes, no, timer });
      this.wire.send(JSON.stringify({ is, ref, ...fields }));
    });
  }
}
