import { describe, expect, it } from 'vitest';
import { ask, marchD, PLAIN, sight } from './sitting';
import { understood } from './understood';

const news = { type: 'news', number: 1, sight: sight('m1', { ask: ask([marchD]) }), from: 0, log: [] };
const said = (message: unknown) => understood(JSON.stringify(message));

describe('what comes over a socket', () => {
  it('is believed if it is of a known kind and whole', () => {
    expect(said(news)).toEqual(news);
    expect(said({ ...news, sight: null })).not.toBeNull();
    const change = { since: 'm1', moment: 'm2', pieces: [[0, 2]], ask: null };
    expect(said({ ...news, sight: undefined, change })).not.toBeNull();
    for (const message of [
      { type: 'answered', id: 'a', moment: 'm' },
      { type: 'probed', id: 'a', action: 'march d', preview: PLAIN },
      { type: 'refused', id: null, refusal: { error: 'stale', text: 'Too late.' } },
      { type: 'chat', from: 'union', text: 'Hello', at: 1 },
      { type: 'present', sides: ['union'] },
      { type: 'beat', number: 3 },
    ]) {
      expect(said(message)).toEqual(message);
    }
  });

  it('of which something is missing is not believed', () => {
    const scene = { ...news.sight.scene, pieces: undefined };
    for (const broken of [
      { ...news, sight: { ...news.sight, scene } },
      { ...news, sight: { ...news.sight, moment: undefined } },
      { ...news, sight: { ...news.sight, ask: { answers: null } } },
      { ...news, log: undefined },
      { ...news, from: 'the beginning' },
      { ...news, from: 0.5 },
      { ...news, number: undefined },
      { ...news, change: { moment: 'm2' } },
      { ...news, change: { since: 'm1', moment: 'm2', pieces: {} } },
      { ...news, change: { since: 'm1', moment: 'm2', ask: {} } },
      { type: 'probed', id: 'a' },
      { type: 'answered' },
      { type: 'refused', id: 'a' },
      { type: 'chat', from: 'union' },
      { type: 'present' },
      { type: 'beat', number: 'three' },
    ]) {
      expect(said(broken), JSON.stringify(broken)).toBeNull();
    }
  });

  it('that is no message at all is not believed', () => {
    for (const text of ['', '}{', 'null', '7', '"news"', '[]', '{}', '{"type":7}', '{"type":"toString"}']) {
      expect(understood(text), text).toBeNull();
    }
    expect(understood(new ArrayBuffer(8))).toBeNull();
    expect(said({ type: 'tomorrow', sight: null })).toBeNull();
  });
});
