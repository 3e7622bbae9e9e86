// What comes over a socket, looked at before it is believed: of a kind that is known, and with what that kind needs.

import type { ToClient } from '../wire';

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => Number.isInteger(value);
const isList: Check = (value) => Array.isArray(value);
const orNone =
  (check: Check): Check =>
  (value) =>
    value === null || value === undefined || check(value);
const has =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(fields).every(([name, check]) => check(value[name]));

const isScene = has({ pieces: isList, markers: isList, tracks: isList, panels: isList });
const isAsk = has({ question: isObject, answers: isList, regions: isList });
const isSight = has({
  moment: isText,
  scene: isScene,
  armies: isList,
  waiting: isList,
  ask: orNone(isAsk),
  log: isNumber,
  undo: isObject,
});

const isChange = has({
  since: isText,
  moment: isText,
  pieces: orNone(isList),
  markers: orNone(isList),
  tracks: orNone(isList),
  panels: orNone(isList),
  ask: orNone(isAsk),
  log: orNone(isNumber),
  undo: orNone(isObject),
});

/** What each kind of message cannot be without. */
const KINDS: { readonly [kind in ToClient['type']]: Check } = {
  news: has({
    number: isNumber,
    sight: orNone(isSight),
    change: orNone(isChange),
    from: isNumber,
    log: isList,
    info: orNone(isObject),
  }),
  answered: has({ id: isText }),
  probed: has({ id: isText, action: isText, preview: isObject }),
  traced: has({ id: isText, trace: has({ cost: isText, sketch: has({ shapes: isList, text: isText }) }) }),
  refused: has({ id: orNone(isText), refusal: has({ error: isText, text: isText, sight: orNone(isSight) }) }),
  chat: has({ from: isText, text: isText, at: isNumber }),
  present: has({ sides: isList }),
  beat: has({ number: isNumber }),
};

/** A message of the table; nothing, if it is none that this client knows. */
export function understood(text: unknown): ToClient | null {
  const message = parsed(text);
  if (!isObject(message)) return null;
  const kind = message['type'];
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) return null;
  return KINDS[kind as ToClient['type']](message) ? (message as ToClient) : null;
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
