// Sights put together from what changes of them. What has not changed stays the same object, so that nobody draws it anew.

import type { Ask, Change, Moments, Part, Piece, Sight } from '../wire';

/** The sight that a change leads to; nothing, if it is not of this sight or does not fit it. */
export function changed(before: Sight, change: Change): Sight | null {
  if (change.since !== before.moment) return null;
  const { scene } = before;
  const pieces = together(scene.pieces, change.pieces);
  const markers = together(scene.markers, change.markers);
  const tracks = together(scene.tracks, change.tracks);
  const panels = together(scene.panels, change.panels);
  const ask = change.ask === undefined ? before.ask : asked(before.ask, change.ask);
  if (!pieces || !markers || !tracks || !panels || ask === undefined) return null;
  const same =
    pieces === scene.pieces &&
    markers === scene.markers &&
    tracks === scene.tracks &&
    panels === scene.panels;
  return {
    moment: change.moment,
    scene: same ? scene : { pieces, markers, tracks, panels },
    ask,
    armies: change.armies ?? before.armies,
    waiting: change.waiting ?? before.waiting,
    context: change.context ?? before.context,
    // No outcome is one, too: then something was taken back.
    outcome: change.outcome === undefined ? before.outcome : change.outcome,
    log: change.log ?? before.log,
    undo: change.undo ?? before.undo,
  };
}

function asked(before: Ask | null, ask: Exclude<Change['ask'], undefined>): Ask | null | undefined {
  if (ask === null) return null;
  const answers = together(before?.answers ?? [], ask.answers);
  return answers ? { ...ask, answers } : undefined;
}

/** A list made of parts of another one; nothing, if that one has no such parts. */
function together<T extends object>(before: T[], parts: readonly Part<T>[] | undefined): T[] | null {
  if (!parts) return before;
  const list: T[] = [];
  for (const part of parts) {
    if (Array.isArray(part)) {
      const [first, count] = part as [number, number];
      if (!(first >= 0 && count >= 0 && first + count <= before.length)) return null;
      for (let at = first; at < first + count; at++) list.push(before[at] as T);
    } else if ('like' in part) {
      const like = before[part.like];
      if (!like) return null;
      list.push({ ...like, ...part.with });
    } else {
      list.push(part);
    }
  }
  return list;
}

/** A whole sight, in which every piece that is as it was before is the object it was before. */
export function settled(before: Sight | null, sight: Sight): Sight {
  if (!before) return sight;
  const old = new Map(before.scene.pieces.map((piece) => [piece.id, piece]));
  const keep = (piece: Piece) => {
    const then = old.get(piece.id);
    return then && JSON.stringify(then) === JSON.stringify(piece) ? then : piece;
  };
  return { ...sight, scene: { ...sight.scene, pieces: sight.scene.pieces.map(keep) } };
}

/**
 * Whether nothing has changed for whoever is asked: neither the question nor anything on the board. Where two decide at
 * once, the other one's answer makes a new moment, and that is all there is to see of it.
 */
export function isAskedTheSame(before: Sight, now: Sight): boolean {
  const asked = ({ ask, scene }: Sight) => JSON.stringify([ask, scene.pieces, scene.markers]);
  return before.scene.pieces.length === now.scene.pieces.length && asked(before) === asked(now);
}

/** Every sight of some moments, one after another; `near` is one that was seen before. */
export function sightsOf({ first, then }: Moments, near: Sight | null): Sight[] {
  if (!first) return [];
  const sights = [settled(near, first)];
  for (const change of then) {
    const next = changed(sights.at(-1) as Sight, change);
    if (!next) throw new Error('The moments of this replay do not fit together.');
    sights.push(next);
  }
  return sights;
}
