import { describe, expect, it } from 'vitest';
import type { Target, Overlay, OverlayKind } from '../wire';
import { considered, goesAtOnce, reduce } from './intent';
import {
  answer,
  board,
  chargeD,
  clickPiece,
  clickPlace,
  end,
  marchA,
  marchD,
  NO,
  on,
  PLAIN,
  place,
  preview,
  sit,
} from './sitting';

describe('a click', () => {
  it('on something with one answer asks what would come of it, and shows it meanwhile', () => {
    const one = sit([marchD]).on(clickPlace('d'));
    expect(one.effects()).toEqual([{ do: 'probe', ticket: 1, probe: { action: 'march d' } }]);
    expect(one.doing).toBe('asking');
    expect(considered(one.state)).toEqual({ answer: marchD, preview: null });
    one.probed('march d');
    expect(one.doing).toBe('weighing');
    expect(considered(one.state)?.preview).toEqual(preview());
  });

  it('on something with several answers offers them, and asks nobody', () => {
    const one = sit([marchD, chargeD]).on(clickPlace('d'));
    expect(one.effects()).toEqual([]);
    expect(one.state.doing).toEqual({
      is: 'choosing',
      choice: { title: 'At d', at: [350, 50], answers: [marchD, chargeD] },
    });
    one.on({ on: 'choose', answer: chargeD });
    expect(one.doing).toBe('asking');
    expect(one.considered).toBe('charge d');
  });

  it('on something that is not lit asks the rules why not, and tells their reason with its places', () => {
    const one = sit([marchD]).on(clickPlace('c'));
    expect(one.effects()).toEqual([{ do: 'probe', ticket: 1, probe: { target: place('c') } }]);
    expect(one.considered).toBeUndefined();
    one.refused();
    expect(one.doing).toBe('idle');
    expect(one.state.refusal).toBe(NO);
    expect(one.state.marked).toEqual(['c']);
  });

  it('on something that is not lit may yet be an answer that is, or one that nobody listed', () => {
    expect(considered(sit([marchD]).on(clickPlace('c')).probed('march d').state)?.answer).toBe(marchD);
    const unlisted = considered(sit([marchD]).on(clickPlace('c')).probed('rest').state)?.answer;
    expect(unlisted).toEqual({ action: 'rest', label: 'What it means', on: place('c') });
  });

  it('on a place means the place and whatever stands there', () => {
    const pick = answer('pick horse', on('horse'));
    const one = sit([marchD, pick]).on(clickPlace('c'));
    expect(one.considered).toBe('pick horse');
  });

  it('on a piece means the piece, or else its place', () => {
    const pick = answer('pick guns', on('guns'));
    const rest = answer('rest b', place('b'));
    expect(sit([pick, rest]).on(clickPiece('guns')).considered).toBe('pick guns');
    expect(sit([pick, rest]).on(clickPiece('infantry')).considered).toBe('rest b');
  });

  it('on a stack of which nothing can be chosen spreads it until it is put away', () => {
    const one = sit([marchD]).on(clickPlace('b'));
    expect(one.state.spread).toEqual({ stack: 'b', held: true });
    one.on(clickPlace('d'));
    expect(one.state.spread).toBeNull();
  });

  it('beside every place does nothing', () => {
    const one = sit([marchD]);
    expect(reduce(one.state, clickPlace('nowhere'), one.around).state).toBe(one.state);
  });

  it('of one who is not asked, or only watches, asks nobody', () => {
    expect(sit([], { asked: false }).on(clickPlace('c')).effects()).toEqual([]);
    expect(sit([marchD], { side: null }).on(clickPlace('d')).effects()).toEqual([]);
  });
});

describe('an answer', () => {
  it('is given when it is chosen again, and when one says so', () => {
    for (const again of [clickPlace('d'), { on: 'choose', answer: marchD }, { on: 'commit' }] as const) {
      const one = sit([marchD]).weighing(marchD).on(again);
      expect(one.effects()).toEqual([{ do: 'act', ticket: 2, action: 'march d' }]);
      expect(one.doing).toBe('giving');
      expect(one.considered).toBe('march d');
    }
  });

  it('of which nothing can be seen is given at once', () => {
    const one = sit([marchD]).on(clickPlace('d')).probed('march d', PLAIN);
    expect(one.effects().at(-1)).toEqual({ do: 'act', ticket: 2, action: 'march d' });
    expect(one.doing).toBe('giving');
  });

  it('is given once, however often one clicks meanwhile', () => {
    const one = sit([marchD, marchA, end]).weighing(marchD).on({ on: 'commit' });
    one.effects();
    one.on({ on: 'commit' }, clickPlace('d'), clickPlace('a'), { on: 'choose', answer: end });
    one.on({ on: 'undo', back: 'last' }, { on: 'drop', answer: end, sure: true });
    one.on({ on: 'dismiss', what: 'answer' });
    expect(one.effects()).toEqual([]);
    expect(one.considered).toBe('march d');
  });

  it('that was given leaves nothing behind', () => {
    const one = sit([marchD]).weighing(marchD).on({ on: 'spread', stack: 'b' }, { on: 'commit' });
    one.on({ on: 'given', ticket: one.ticket });
    expect(one.doing).toBe('idle');
    expect(one.state.spread).toBeNull();
  });

  it('that was refused is told, and is no longer looked at', () => {
    const one = sit([marchD]).weighing(marchD).on({ on: 'commit' }).refused();
    expect(one.doing).toBe('idle');
    expect(one.state.refusal).toBe(NO);
  });

  it('is still on its way when the next moment comes first', () => {
    const one = sit([marchD]).weighing(marchD).on({ on: 'commit' }, { on: 'moment', replay: false });
    expect(one.doing).toBe('giving');
    expect(one.considered).toBeUndefined();
    expect(one.on({ on: 'given', ticket: one.ticket }).doing).toBe('idle');
  });

  it('to the question before does not answer the next one', () => {
    const one = sit([marchD])
      .on(clickPlace('d'))
      .on({ on: 'moment', replay: false })
      .probed('march d', PLAIN);
    expect(one.doing).toBe('idle');
    expect(one.effects()).toEqual([{ do: 'probe', ticket: 1, probe: { action: 'march d' } }]);
  });

  it('that comes late does not take the place of what was clicked since', () => {
    const one = sit([marchD, marchA]).on(clickPlace('c'));
    const first = one.ticket;
    one.on(clickPlace('a'));
    one.on({ on: 'probed', ticket: first, action: 'march d', preview: PLAIN });
    expect(one.considered).toBe('march a');
    one.refused(first);
    expect(one.considered).toBe('march a');
    expect(one.state.refusal).toBeNull();
  });

  it('can be taken back from the table while something else is looked at', () => {
    const one = sit([marchD]).weighing(marchD).on({ on: 'undo', back: 'last' });
    expect(one.effects()).toEqual([{ do: 'undo', ticket: 2, back: 'last' }]);
    expect(one.considered).toBe('march d');
    expect(one.on({ on: 'given', ticket: 2 }).considered).toBeUndefined();
  });
});

it('without anything to look at an answer goes at once; one on the map only if the player wants it so', () => {
  expect(goesAtOnce(marchD, PLAIN, false)).toBe(true);
  expect(goesAtOnce(marchD, preview(), false)).toBe(false);
  expect(goesAtOnce(marchD, preview(), true)).toBe(true);
  expect(goesAtOnce(end, preview(), false)).toBe(true);
  // Dice are never rolled unseen.
  const odds = { rows: [], basis: '' };
  expect(goesAtOnce(end, preview({ odds }), true)).toBe(false);
  expect(goesAtOnce(end, preview({ outlook: odds }), true)).toBe(false);
});

describe('what is put down on the open table', () => {
  const way: Target = { what: 'way', points: [[100, 100]], facing: null };
  const put = answer('put 100 100', way);

  it('is looked at, and stays where it was put', () => {
    const one = sit([]).on({ on: 'drop', answer: put, sure: false });
    expect(one.effects()).toEqual([{ do: 'probe', ticket: 1, probe: { action: 'put 100 100' } }]);
    expect(one.considered).toBe('put 100 100');
    one.probed('put 100 100');
    expect(one.doing).toBe('weighing');
    expect(considered(one.state)?.answer).toEqual(put);
  });

  it('is given at once by whoever is sure, but no die is rolled unseen', () => {
    const one = sit([]).on({ on: 'drop', answer: put, sure: true }).probed('put 100 100');
    expect(one.doing).toBe('giving');
    const other = sit([]).on({ on: 'drop', answer: put, sure: true });
    other.probed('put 100 100', preview({ odds: { rows: [], basis: '' } }));
    expect(other.doing).toBe('weighing');
  });

  it('replaces what was looked at before, and is not given by being put there twice', () => {
    const one = sit([]).on({ on: 'drop', answer: put, sure: false }).probed('put 100 100');
    one.effects();
    one.on({ on: 'drop', answer: put, sure: false });
    expect(one.effects().map((effect) => effect.do)).toEqual(['probe']);
  });

  it('is nowhere once the rules have said no', () => {
    const one = sit([]).on({ on: 'drop', answer: put, sure: false }).refused();
    expect([one.doing, one.considered]).toEqual(['idle', undefined]);
    expect(one.state.refusal).toBe(NO);
  });
});

describe('one step back', () => {
  const orders: OverlayKind = { id: 'orders', name: 'Orders', about: 'piece' };
  const zones: OverlayKind = { id: 'zones', name: 'Zones', about: 'board' };
  const overlay: Overlay = { places: [], lines: [], text: 'What is seen' };

  it('undoes the last thing that was opened first, and says when there is nothing left', () => {
    const one = sit([marchD, chargeD]);
    one.on({ on: 'overlay', kind: zones });
    one.on({ on: 'laid', ticket: one.ticket, overlay });
    one.on({ on: 'spread', stack: 'b' }, clickPlace('d'));
    one.on({ on: 'mark', places: ['a'], look: false }, { on: 'refused', ticket: null, violation: NO });
    one.on({ on: 'overlay', kind: orders });
    const open = (): string[] =>
      [
        one.state.wanted && 'wanted',
        one.doing === 'choosing' && 'choice',
        one.state.spread && 'spread',
        one.state.refusal && 'refusal',
        one.state.marked.length > 0 && 'marked',
        (one.state.overlaid ?? one.state.laying) && 'overlay',
      ].filter((name) => typeof name === 'string');
    const all = ['wanted', 'choice', 'spread', 'refusal', 'marked', 'overlay'];
    for (let left = 0; left <= all.length; left++) {
      expect(open()).toEqual(all.slice(left));
      one.on({ on: 'cancel' });
    }
    expect(reduce(one.state, { on: 'cancel' }, one.around).state).toBe(one.state);
  });

  it('takes back what is looked at, also before anything is known of it', () => {
    expect(sit([marchD]).weighing(marchD).on({ on: 'cancel' }).doing).toBe('idle');
    const early = sit([marchD]).on(clickPlace('d'), { on: 'cancel' }).probed('march d', PLAIN);
    expect(early.doing).toBe('idle');
    expect(early.effects().map((effect) => effect.do)).toEqual(['probe']);
  });

  it('does not take back what is on its way', () => {
    const one = sit([marchD]).weighing(marchD).on({ on: 'commit' }, { on: 'cancel' });
    expect(one.doing).toBe('giving');
  });
});

it('points out places, and looks there if it shall', () => {
  const one = sit([]).on({ on: 'mark', places: ['a', 'elsewhere'], look: true });
  expect(one.effects()).toEqual([{ do: 'show', points: [[50, 50]] }]);
  expect(one.on({ on: 'mark', places: ['b'], look: false }).effects()).toEqual([]);
  expect(one.state.marked).toEqual(['b']);
});

describe('a glance', () => {
  const open = { board: { ...board, ruler: [{ units: 100, name: 'inches' }] } };
  const seen = preview({
    sketch: { shapes: [{ shape: { line: [] }, role: 'sight', tone: 'good', label: '' }], text: '' },
  });
  const glance = () => sit([marchD, chargeD], open).on(clickPlace('d'), { on: 'peek', answer: marchD });

  it('asks what would be seen, and weighs nothing', () => {
    const one = glance();
    expect(one.effects()).toEqual([{ do: 'probe', ticket: 1, probe: { action: 'march d' } }]);
    one.probed('march d', seen);
    expect(one.state.peek?.preview).toEqual(seen);
    expect(one.doing).toBe('choosing');
    one.on({ on: 'peek', answer: marchD });
    expect(one.effects()).toEqual([]);
    one.on({ on: 'cancel' });
    expect(one.state.peek).toBeNull();
  });

  it('is enough to give what then is chosen, if no die has to be weighed', () => {
    const one = glance().probed('march d', seen);
    one.effects();
    one.on({ on: 'choose', answer: marchD, seen: true });
    expect(one.effects()).toEqual([{ do: 'act', ticket: 2, action: 'march d' }]);
  });

  it('is not enough for a finger, before the table has answered, or where dice fall', () => {
    for (const [known, seenBefore] of [
      [seen, false],
      [null, true],
      [{ ...seen, odds: { results: [], exact: true, left: 0 } } as unknown as typeof seen, true],
      [preview(), true],
    ] as const) {
      const one = glance();
      if (known) one.probed('march d', known);
      one.effects();
      one.on({ on: 'choose', answer: marchD, seen: seenBefore });
      expect(one.doing).toBe('asking');
      expect(one.effects().map((effect) => effect.do)).toEqual(['probe']);
    }
  });

  it('is not for boards of places, and a refusal of it is not told', () => {
    expect(sit([marchD]).on({ on: 'peek', answer: marchD }).effects()).toEqual([]);
    const one = glance().refused();
    expect(one.state.refusal).toBeNull();
    expect(one.doing).toBe('choosing');
  });
});
