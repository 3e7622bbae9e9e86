// Fire in the other side's move, at a table with a pause: let pass, waited for, let pass for always, and fired.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, launch } from './browser';
import { carry } from './hand';
import type { Player } from './player';
import { Server } from './server';
import { together } from './together';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

const reaction = (page: Page) => page.getByTestId('reaction');
const question = (page: Page) => page.getByTestId('question');

async function askedFor(player: Player, text: RegExp): Promise<void> {
  await expect.poll(() => player.asked?.ask?.question.text, { timeout: 20_000 }).toMatch(text);
  await player.shown();
}

async function give(player: Player, beginning: string): Promise<void> {
  const found = player.asked?.ask?.answers.find(({ action }) => action.startsWith(beginning));
  if (!found) throw new Error(`nobody can answer ${beginning}`);
  await player.give(found);
}

/** A goes from one place to another, where X can fire at it. */
async function moveUp(union: Player, confederate: Player, from: number, to: number): Promise<void> {
  await askedFor(union, /order/);
  await give(union, 'order advance');
  await askedFor(confederate, /order/);
  await give(confederate, 'order hold');
  await askedFor(union, /Which picket/);
  await give(union, 'pick A');
  await askedFor(union, /Where does A go/);
  await carry(union, [200, from], [200, to]);
  await union.page.locator('[data-commit]:enabled').click();
}

/** A picture for whoever wants to look at it. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

it('a reaction is let pass, waited for, let pass beforehand and played, and nobody is told more than that', async () => {
  const { union, confederate, errors, close } = await together(browser, server, 'two-fords', 3);
  const [south, north] = [union.page, confederate.page];

  // Let pass at once: sealed until the pause is over.
  await moveUp(union, confederate, 400, 300);
  await askedFor(confederate, /Who fires at A/);
  await reaction(north).getByTestId('ring').waitFor();
  await expect.poll(() => reaction(north).textContent()).toMatch(/A (moves|goes)/);
  const map = await north.locator('main.map').boundingBox();
  const prompt = await reaction(north).boundingBox();
  if (!map || !prompt) throw new Error('nothing is shown');
  expect(prompt.x >= map.x + map.width || prompt.y >= map.y + map.height, 'the map is in view').toBe(true);
  expect(await north.locator('circle.concerned').count()).toBe(1);
  await expectAccessible(north, 'a reaction');
  await picture(north, 'reaction');
  await north.getByRole('button', { name: /Hold fire/ }).click();
  await north.getByTestId('sealed').waitFor();
  await picture(north, 'sealed');
  await picture(south, 'others');
  expect(
    await question(north)
      .getByRole('button', { name: /fires at A/ })
      .count(),
  ).toBe(0);
  expect(await question(south).textContent()).not.toMatch(/let it pass|sealed/i);
  await askedFor(confederate, /Which picket/);
  await give(confederate, 'stand fast');

  // Waited for, by a key; however long it takes.
  await moveUp(union, confederate, 300, 280);
  await askedFor(confederate, /Who fires at A/);
  await north.locator('.board').focus();
  await north.keyboard.press('w');
  await north.getByTestId('waits').waitFor();
  await south.getByText('They asked to be waited for.').waitFor();
  await picture(north, 'waits');
  await north.waitForTimeout(4_000);
  expect(confederate.asked?.ask?.question.text).toMatch(/Who fires at A/);
  // Then such questions are to pass until that is revoked; the clock does not run, so it holds for this one, too.
  await reaction(north).getByText('Always let pass').click();
  await picture(north, 'always');
  await expectAccessible(north, 'always let pass');
  await reaction(north)
    .getByRole('button', { name: /about A: until I revoke it/ })
    .click();
  await askedFor(confederate, /Which picket/);
  await give(confederate, 'stand fast');

  // Nobody is asked; what stands is listed, and revoked.
  await moveUp(union, confederate, 280, 265);
  await askedFor(confederate, /Which picket/);
  await question(north).getByText('1 standing answer').click();
  await question(north).getByText('Let pass: Fire at a picket that moved, about A').waitFor();
  await picture(north, 'standing');
  await expectAccessible(north, 'standing answers');
  await question(north).getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(() => question(north).getByTestId('standing').count()).toBe(0);
  await give(confederate, 'stand fast');

  // Played, by keys, on a screen as small as a phone's.
  await moveUp(union, confederate, 265, 250);
  await askedFor(confederate, /Who fires at A/);
  await north.setViewportSize({ width: 390, height: 844 });
  await picture(north, 'phone');
  const small = await reaction(north).boundingBox();
  const board = await north.locator('main.map').boundingBox();
  if (!small || !board) throw new Error('nothing is shown on a phone');
  expect(small.x + small.width, 'nothing hangs over the edge').toBeLessThanOrEqual(390);
  expect(small.y, 'the map is above it').toBeGreaterThanOrEqual(board.y + board.height - 1);
  await expectAccessible(north, 'a reaction on a phone');
  await north.setViewportSize({ width: 1366, height: 768 });
  await give(confederate, 'fire X');
  for (const page of [north, south]) {
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.getByTestId('log').getByText('X fires at A').waitFor();
  }
  expect(errors()).toEqual([]);
  await close();
});
