import { expect, it } from 'vitest';
import { measured } from './tape';

it('a tape reads every measure of the board, as finely as the board can tell', () => {
  const table = [
    { units: 1000, name: 'inches' },
    { units: 25, name: 'yards' },
  ];
  expect(measured([0, 0], [3000, 4000], table)).toBe('5 inches, 200 yards');
  expect(measured([0, 0], [0, 6543], table)).toBe('6.54 inches, 261.7 yards');
  expect(measured([0, 0], [3, 3], [{ units: 1, name: 'paces' }])).toBe('4 paces');
  expect(measured([0, 0], [3, 3], [])).toBe('');
});
