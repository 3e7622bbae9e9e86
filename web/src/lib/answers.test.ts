import { expect, it } from 'vitest';
import { Answers, keyOf } from './answers';
import { answer, ask, piece } from './sitting';

it('an edge is the same from both sides', () => {
  const there = keyOf({ what: 'edge', places: ['0304', '0305'] });
  expect(keyOf({ what: 'edge', places: ['0305', '0304'] })).toBe(there);
});

it('answers are found by what one clicks, and buttons apart', () => {
  const answers = new Answers(
    ask([
      answer('move 0305', { what: 'place', place: '0305' }),
      answer('charge 0305', { what: 'place', place: '0305' }),
      answer('pick a', { what: 'piece', piece: 'a' }),
      answer('scout', { what: 'card', card: 'scout' }),
      answer('end', { what: 'button' }),
    ]),
  );
  expect(answers.on({ what: 'place', place: '0305' }).map(({ action }) => action)).toEqual([
    'move 0305',
    'charge 0305',
  ]);
  expect(answers.isLit({ what: 'place', place: '0304' })).toBe(false);
  expect(answers.lit).toHaveLength(3);
  expect(answers.buttons.map(({ action }) => action)).toEqual(['scout', 'end']);
  expect(answers.onMap).toHaveLength(3);
});

it('a click on a place means the place and whatever stands there', () => {
  const answers = new Answers(
    ask([
      answer('pick b', { what: 'piece', piece: 'b' }),
      answer('rest', { what: 'place', place: '0304' }),
      answer('pick c', { what: 'piece', piece: 'c' }),
    ]),
  );
  const here = answers.at('0304', [piece('a'), piece('b')]);
  expect(here.map(({ action }) => action)).toEqual(['rest', 'pick b']);
});

it('without a question nothing is lit', () => {
  expect(new Answers(null).lit).toEqual([]);
  expect(new Answers(null).on({ what: 'button' })).toEqual([]);
});
