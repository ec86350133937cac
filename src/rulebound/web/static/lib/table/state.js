// What the page knows of its table: the frames laid over each other, and what is half done here.

/** Everything drawn comes from here. */
export const table = {
  id: decodeURIComponent(location.pathname.split('/')[2] ?? ''),
  /** The last frame; null before the first. */
  frame: null,
  panels: {},
  commands: {},
  log: [],
  talk: [],
  online: true,
  /** Answers not sent yet, by question. @type {Map<string, import('../parts/question.js').Draft>} */
  drafts: new Map(),
  /** The command that is being filled in. @type {import('../parts/command.js').Begun?} */
  begun: null,
  /** @type {import('../parts/notice.js').Notice[]} */
  notices: [],
  older: false,
  find: '',
  unfolded: false,
  saying: { text: '', refusal: null },
  notes: { mine: '', shared: '', was: '', read: false, state: '' },
  unread: { log: 0, talk: 0 },
  /** Draws the dialog that is open beside the table. @type {(() => void)?} */
  beside: null,
};

/** So many lines are kept on the page, unless older ones were asked for. */
const MOST = 400, KEPT = 200;

const joined = (have, { from, lines }) => [...have.filter(line => line.place < from), ...lines];

/** Takes a frame in. @returns what is new in it: {first, asked, lines, said} */
export function take(frame) {
  const before = table.frame;
  const same = before?.epoch === frame.epoch;
  const lines = table.log.at(-1)?.place ?? -1, said = table.talk.at(-1)?.place ?? -1;
  table.log = joined(same ? table.log : [], frame.log);
  table.talk = joined(same ? table.talk : [], frame.talk);
  if (table.log.length > MOST && !table.older) table.log = table.log.slice(-KEPT);
  const panels = { ...table.panels, ...frame.panels };
  table.panels = Object.fromEntries(frame.order.filter(id => panels[id]).map(id => [id, panels[id]]));
  for (const command of frame.commands) table.commands[command.name] = command;
  frame.commands = frame.offered.map(name => table.commands[name]);
  table.frame = frame;
  for (const id of table.drafts.keys()) if (id !== frame.question?.id) table.drafts.delete(id);
  return {
    first: !before, asked: frame.question && frame.question.id !== before?.question?.id,
    lines: table.log.filter(line => line.place > lines).length, said: table.talk.filter(line => line.place > said && line.by !== frame.seat.id).length,
  };
}

/** What a hello tells the server that we have. */
export const held = () => table.frame ? { epoch: table.frame.epoch, seen: (table.log.at(-1)?.place ?? -1) + 1, said: (table.talk.at(-1)?.place ?? -1) + 1 } : {};

/** @param {string} id a seat @returns {string} what people call it */
export const seatName = id => table.frame.seats.find(seat => seat.id === id)?.name || id;

export const notify = notice => {
  table.notices = [...table.notices.filter(other => other.key !== notice.key), notice];
};
export const unnotify = key => { table.notices = table.notices.filter(notice => notice.key !== key); };
/** Whoever has gone on has read what was said before. */
export const goneOn = () => { table.notices = table.notices.filter(notice => notice.lasting); };
