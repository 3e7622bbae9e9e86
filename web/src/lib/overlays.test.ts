import { describe, expect, it } from 'vitest';
import type { Overlay, OverlayKind } from '../wire';
import { START, type Effect } from './intent';
import { chargeD, clickPiece, clickPlace, marchD, NO, preview, sit } from './sitting';

describe('an overlay', () => {
  const zones: OverlayKind = { id: 'zones', name: 'Zones', about: 'board' };
  const sights: OverlayKind = { id: 'sight', name: 'Sight', about: 'place' };
  const orders: OverlayKind = { id: 'orders', name: 'Orders', about: 'piece' };
  const overlay: Overlay = { places: [], lines: [], text: 'What is seen' };
  const lay = (ticket: number, kind: OverlayKind, about: string): Effect => ({
    do: 'lay',
    ticket,
    wish: { kind, about },
  });

  it('of the board is laid at once, told, and taken away by the same wish', () => {
    const one = sit([]).on({ on: 'overlay', kind: zones });
    expect(one.effects()).toEqual([lay(1, zones, '')]);
    one.on({ on: 'laid', ticket: 1, overlay });
    expect(one.state.overlaid).toEqual({ kind: zones, about: '', overlay });
    expect(one.state.spoken).toBe('What is seen');
    expect(one.on({ on: 'overlay', kind: zones }).state.overlaid).toBeNull();
    expect(one.effects()).toEqual([]);
  });

  it('about a place waits for one, and takes the place of an answer there', () => {
    const one = sit([marchD]).on({ on: 'overlay', kind: sights });
    expect(one.state.wanted).toBe(sights);
    one.on(clickPlace('d'));
    expect(one.effects()).toEqual([lay(1, sights, 'd')]);
    expect(one.state.wanted).toBeNull();
    expect(one.doing).toBe('idle');
  });

  it('about a place is laid at once where the cursor is', () => {
    const one = sit([]).on(clickPlace('c'));
    one.effects();
    expect(one.on({ on: 'overlay', kind: sights }).effects()).toEqual([lay(2, sights, 'c')]);
  });

  it('about a place may be asked for by a piece that stands there, and the other way round', () => {
    expect(sit([]).on({ on: 'overlay', kind: sights }, clickPiece('guns')).effects()).toEqual([
      lay(1, sights, 'b'),
    ]);
    expect(sit([]).on({ on: 'overlay', kind: orders }, clickPlace('c')).effects()).toEqual([
      lay(1, orders, 'horse'),
    ]);
  });

  it('about a piece is not laid about a stack, but about one of it', () => {
    const one = sit([], { asked: false }).on({ on: 'overlay', kind: orders }, clickPlace('b'));
    expect(one.effects()).toEqual([]);
    expect(one.state.spread?.stack).toBe('b');
    expect(one.on(clickPiece('guns')).effects()).toEqual([lay(1, orders, 'guns')]);
  });

  it('is asked for again at the next moment, but not in a replay', () => {
    const one = sit([]).on({ on: 'overlay', kind: zones }, { on: 'laid', ticket: 1, overlay });
    one.effects();
    expect(one.on({ on: 'moment', replay: true }).effects()).toEqual([]);
    one.on({ on: 'overlay', kind: sights });
    expect(one.on({ on: 'moment', replay: false }).effects()).toEqual([lay(2, zones, '')]);
    // What still waits for a place goes on waiting.
    expect(one.state.wanted).toBe(sights);
  });

  it('of which the last was asked for wins, whichever comes first', () => {
    const fields: OverlayKind = { id: 'fields', name: 'Fields', about: 'board' };
    const one = sit([]).on({ on: 'overlay', kind: zones }, { on: 'overlay', kind: fields });
    one.on({ on: 'laid', ticket: 2, overlay }, { on: 'laid', ticket: 1, overlay });
    expect(one.state.overlaid?.kind).toBe(fields);
  });

  it('that is refused is told, and nothing lies over the board', () => {
    const one = sit([]).on({ on: 'overlay', kind: zones }).refused();
    expect(one.state.overlaid).toBeNull();
    expect(one.state.laying).toBeNull();
    expect(one.state.refusal).toBe(NO);
  });
});

describe('when another player comes to the screen', () => {
  const zones: OverlayKind = { id: 'zones', name: 'Zones', about: 'board' };
  const overlay: Overlay = { places: [], lines: [], text: 'A secret' };

  it('nothing is left of what the first one saw, not even of what comes late', () => {
    const one = sit([marchD, chargeD]).on({ on: 'overlay', kind: zones });
    one.on({ on: 'laid', ticket: 1, overlay }, { on: 'overlay', kind: { ...zones, id: 'other' } });
    one.on({ on: 'mark', places: ['a'], look: true }, clickPlace('b'), {
      on: 'refused',
      ticket: null,
      violation: NO,
    });
    one.on({ on: 'choose', answer: marchD });
    const [laying, asking] = [2, one.ticket];
    one.on({ on: 'leave' });
    one.on({ on: 'laid', ticket: laying, overlay });
    one.on({ on: 'probed', ticket: asking, action: 'march d', preview: preview() });
    one.refused(asking).refused(laying);
    expect({ ...one.state, cursor: START.cursor, next: START.next }).toEqual(START);
  });
});
