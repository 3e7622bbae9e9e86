import { expect, it } from 'vitest';
import { fromPaste, read, write } from './route';

it('routes are read as they are written', () => {
  for (const route of [
    { page: 'home' },
    { page: 'game', game: 'a b/c' },
    { page: 'join', game: 'g1', secret: 's-_3' },
    { page: 'move', code: 'x1' },
  ] as const) {
    expect(read(write(route))).toEqual(route);
  }
});

it('what leads nowhere is lost', () => {
  for (const hash of ['#/game', '#/join/only', '#/elsewhere', '#/game/%E0%A4%A']) {
    expect(read(hash)).toEqual({ page: 'lost' });
  }
});

it('a pasted link may be whole, a fragment, or a bare code', () => {
  expect(fromPaste(' https://table.example/#/join/g/s ')).toEqual({ page: 'join', game: 'g', secret: 's' });
  expect(fromPaste('#/game/g')).toEqual({ page: 'game', game: 'g' });
  expect(fromPaste('AbCd-1234')).toEqual({ page: 'move', code: 'AbCd-1234' });
  expect(fromPaste('https://example.org/')).toEqual({ page: 'lost' });
});
