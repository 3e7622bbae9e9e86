// A game with secrets, a choice that both sides make at once, fire in the other side's move, and moves to any point.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, launch, person } from './browser';
import { carry } from './hand';
import { Player } from './player';
import { Server } from './server';
import { playOut, setUp, together, whoIsAsked } from './together';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

const question = (page: Page) => page.getByTestId('question');
const panel = (page: Page, name: string) => page.locator(`section[aria-label="${name}"]`);

/** The answer whose action begins so. */
function answer(player: Player, beginning: string) {
  const found = player.asked?.ask?.answers.find(({ action }) => action.startsWith(beginning));
  if (!found) throw new Error(`nobody can answer ${beginning}`);
  return found;
}

async function askedFor(player: Player, text: RegExp): Promise<void> {
  await expect.poll(() => player.asked?.ask?.question.text, { timeout: 10_000 }).toMatch(text);
}

it('two people play Picket Line: secret orders, hidden hands, a move drawn on open ground, fire in reaction', async () => {
  const { union, confederate, errors, close } = await together(browser, server, 'two-fords');
  const [north, south] = [confederate.page, union.page];

  // Each sees its own cards and only how many the other has.
  for (const page of [north, south]) await page.getByRole('tab', { name: /Forces/ }).click();
  const own = panel(south, 'Cards of the Union side');
  expect(await own.textContent()).toMatch(/hidden/);
  expect(await panel(north, 'Cards of the Union side').textContent()).toMatch(/Cards you do not know\s*2/);
  expect(await north.textContent('body')).not.toMatch(/Union draws (Scout|Aim)/);

  // Both choose at the same time; the first choice stays a secret until the second is made.
  await askedFor(confederate, /order/);
  await askedFor(union, /order/);
  await union.give(answer(union, 'order advance'));
  await expect.poll(() => panel(north, 'Orders').textContent()).toContain('given, in secret');
  expect(await north.textContent('body')).not.toContain('Union orders: advance');
  await confederate.give(answer(confederate, 'order hold'));
  await expect.poll(() => panel(north, 'Orders').textContent()).toMatch(/advance/);

  // The quicker order acts first: a picket is picked on the map and dragged to where it shall stand.
  await askedFor(union, /Which picket/);
  await union.give(answer(union, 'pick A'));
  await askedFor(union, /Where does A go/);
  await carry(union, [200, 400], [200, 300]);
  await south.locator('[data-commit]:enabled').waitFor();
  await expect.poll(() => question(south).textContent()).toMatch(/Go to 200,300, facing north\b(?!-)/);
  await expectAccessible(south, 'a move on open ground');
  await south.locator('[data-commit]:enabled').click();

  // The other side may fire in this side's move, with the odds before it rolls.
  await askedFor(confederate, /Who fires at A/);
  await expect.poll(() => union.asked).toBeUndefined();
  const moved = confederate.asked?.scene.pieces.find(({ id }) => id === 'A');
  expect(moved).toMatchObject({ at: { in: 'point', at: [200, 300] }, facing: 0 });
  const shooter = await confederate.where({ what: 'piece', piece: 'X' });
  if (!shooter) throw new Error('X is not in sight');
  await north.mouse.click(...shooter);
  await question(north).getByText('miss').waitFor();
  await expectAccessible(north, 'odds of a shot');
  await north.locator('[data-commit]:enabled').click();
  for (const page of [north, south]) {
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.getByTestId('log').getByText('X fires at A').waitFor();
  }

  await playOut([union, confederate]);
  for (const page of [north, south]) await page.getByTestId('ending').waitFor();
  expect(errors()).toEqual([]);
  await close();
});

it('a screen that two players share is covered while it changes hands', async () => {
  const { page, errors } = await person(browser);
  const player = new Player(page, 7);
  await setUp(page, server, 'two-fords', 'Both sides on this screen');
  const curtain = page.getByTestId('curtain');
  await curtain.waitFor();
  await expectAccessible(page, 'curtain');
  const uncover = async (side: string) => {
    await curtain.getByRole('button', { name: `I am the ${side} player` }).click();
    await page.waitForSelector('.board .stands');
  };
  /** Nothing of either side is on the page. */
  const nothing = async () => {
    await curtain.waitFor();
    expect(await page.locator('.counter, .stands').count()).toBe(0);
    expect(await page.textContent('body')).not.toMatch(/draws (a card|Scout|Aim)|orders:|Orders:/);
  };
  await nothing();
  await uncover('Union');
  await page
    .getByText(/Union draws (Scout|Aim)/)
    .first()
    .waitFor();
  expect(await page.textContent('body')).not.toMatch(/Confederate draws (Scout|Aim)/);
  await page.locator('[data-action="order hold"]').click();
  await nothing();
  await uncover('Confederate');
  expect(await page.textContent('body')).not.toMatch(/Union draws (Scout|Aim)|Union orders: hold/);
  await page.locator('[data-action="order advance"]').click();
  // The same player goes on: nothing is covered.
  await page.getByText('Which picket moves?').waitFor();
  expect(await curtain.count()).toBe(0);
  await page.locator('[data-action="stand fast"]').click();
  await nothing();

  // To the end, which lies open for both.
  for (let given = 0; given < 200 && !player.over; given++) {
    if (await curtain.isVisible()) await curtain.getByRole('button').click();
    const asked = await whoIsAsked([player]);
    if (!asked) break;
    await page.waitForTimeout(80);
    if (await curtain.isVisible()) continue;
    const action = asked.asked?.ask?.answers.findLast(({ on }) => on.what === 'button');
    if (!action) throw new Error('no way on');
    await player.give(action);
  }
  await page.getByTestId('ending').waitFor();
  expect(await curtain.count()).toBe(0);
  expect(errors).toEqual([]);
  await page.context().close();
});
