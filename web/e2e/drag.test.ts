// Troops on an open table, moved by hand and by keys alone.

import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, launch } from './browser';
import { carry, lift } from './hand';
import type { Player } from './player';
import { Server } from './server';
import { playOut, together } from './together';

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
const inHand = (page: Page) => page.getByTestId('in-hand');
const ghosts = (page: Page) => page.locator('.sketch .ghost');

/** Pictures for whoever wants to see them. */
const PICTURES = process.env['LONGROLL_PICTURES'];
async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

async function askedFor(player: Player, text: RegExp): Promise<void> {
  await expect.poll(() => player.asked?.ask?.question.text, { timeout: 30_000 }).toMatch(text);
  await player.shown();
}

/** Both sides give their orders, and the Union, which advances, has its part. */
async function begin(union: Player, confederate: Player): Promise<void> {
  await askedFor(union, /order/);
  // Whoever is second has overtaken nobody: his order is given although the other one's made it a new moment.
  await Promise.all([
    union.page.locator('[data-action="order advance"]').click(),
    confederate.page.locator('[data-action="order hold"]').click(),
  ]);
  await askedFor(union, /Which picket/);
}

function placeOf(player: Player, id: string) {
  return player.sight?.scene.pieces.find((piece) => piece.id === id);
}

it('a lit unit is taken up by dragging it, turns on its way, is turned by its flag, and given by a click', async () => {
  const { union, confederate, errors, close } = await together(browser, server, 'two-fords');
  const { page } = union;
  await begin(union, confederate);
  await picture(page, 'stands');

  // Dragged straight from the question that picks it: first it is picked, then it follows the hand.
  await lift(union, [200, 400], [230, 330]);
  await askedFor(union, /Where does A go/);
  await union.page.mouse.move(...(await at(union, [200, 340])));
  await expect.poll(() => inHand(page).textContent()).toMatch(/60 of 120 paces/);
  expect(await ghosts(page).count()).toBe(3);
  await picture(page, 'ghost');
  // A turning point, and on to the right; the first is taken back, and set again.
  await page.keyboard.press('w');
  await page.mouse.move(...(await at(union, [250, 340])));
  await expect.poll(() => inHand(page).textContent()).toMatch(/110 of 120 paces/);
  await expect.poll(() => page.locator('.sketch .swept').count()).toBe(3);
  await picture(page, 'turning-point');
  await page.keyboard.press('Backspace');
  await expect.poll(() => page.locator('.sketch .swept').count()).toBe(0);
  await expect.poll(() => inHand(page).textContent()).toMatch(/79 of 120 paces/);
  // Too far: it snaps to the end of its reach, unless the player does not want that.
  await page.mouse.move(...(await at(union, [200, 240])));
  await expect.poll(() => inHand(page).textContent()).toMatch(/120 of 120 paces/);
  await page.keyboard.press('s');
  await expect.poll(() => inHand(page).textContent()).toMatch(/more than 120 paces/);
  await picture(page, 'too-far');
  await page.keyboard.press('s');
  await page.mouse.move(...(await at(union, [250, 340])));
  await expect.poll(() => inHand(page).textContent()).toMatch(/79 of 120 paces/);
  await page.mouse.up();
  await page.locator('[data-commit]:enabled').waitFor();
  await expect
    .poll(() => question(page).textContent())
    .toMatch(/Go to 250,260, facing north-west|facing north/);
  await expectAccessible(page, 'what was put down');

  // Its flag is pulled to the east.
  const flag = await page.locator('[data-flag] .pennant').boundingBox();
  if (!flag) throw new Error('no flag');
  await page.mouse.move(flag.x + flag.width / 2, flag.y + flag.height / 2);
  await page.mouse.down();
  await page.mouse.move(...(await at(union, [290, 330])));
  await page.mouse.move(...(await at(union, [330, 340])));
  await page.mouse.up();
  await expect.poll(() => question(page).textContent()).toMatch(/Go to 250,260, facing east/);
  await picture(page, 'flag');

  // The ground pans, inside the region too, and a click on the ghost gives the answer.
  await page.getByLabel('Nearer').click();
  const before = await at(union, [200, 400]);
  const [x, y] = await at(union, [150, 360]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y + 10);
  await page.mouse.move(x + 60, y + 20);
  await page.mouse.up();
  const after = await at(union, [200, 400]);
  // Aside only as far as the board is wider than its window.
  expect(Math.round(after[1] - before[1])).toBe(20);
  expect(Math.round(after[0] - before[0])).toBeLessThanOrEqual(60);
  await page.locator('[data-commit]:enabled').waitFor();
  await expect
    .poll(
      async () => {
        // On a busy machine a click is lost now and then: whoever sees the ghost still there clicks again.
        if (await page.locator('[data-ghost]').count())
          await page.mouse.click(...(await at(union, [250, 340])));
        await page.waitForTimeout(1_000);
        return placeOf(union, 'A')?.at;
      },
      { timeout: 20_000 },
    )
    .toEqual({ in: 'point', at: [250, 340] });
  expect(placeOf(union, 'A')?.facing).toBe(900);
  await picture(page, 'moved');

  await playOut([union, confederate]);
  await page.getByTestId('ending').waitFor();
  expect(errors()).toEqual([]);
  await close();
});

it('the same by keys alone, told in words', async () => {
  const { union, confederate, errors, close } = await together(browser, server, 'two-fords');
  const { page } = union;
  const hand = () => page.getByTestId('hand').textContent();
  await begin(union, confederate);

  // Tab leads to the first picket; Enter picks it and takes it up.
  await page.keyboard.press('m');
  for (let tabs = 0; tabs < 3; tabs++) {
    await page.keyboard.press('Tab');
    if (/picket A/.test((await page.getByTestId('cursor').textContent()) ?? '')) break;
  }
  expect(await page.getByTestId('cursor').textContent()).toMatch(/Union picket A/);
  await page.keyboard.press('Enter');
  await askedFor(union, /Where does A go/);
  await expect.poll(hand).toMatch(/A at 200,200, facing 0 degrees, north, after 0 of 120 paces/);
  for (let steps = 0; steps < 6; steps++) await page.keyboard.press('ArrowUp');
  await expect.poll(hand).toMatch(/A at 200,260, facing 0 degrees, north, after 60 of 120 paces/);
  // Ninety degrees to the right, six steps of fifteen; a turning point; four steps ahead.
  for (let turns = 0; turns < 6; turns++) await page.keyboard.press('}');
  await expect.poll(hand).toMatch(/facing 90 degrees, east/);
  await page.keyboard.press('w');
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('ArrowUp');
  await expect.poll(hand).toMatch(/A at 240,260, facing 90 degrees, east, after 100 of 120 paces/);
  // Where it cannot go is said, and it stays.
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press('ArrowUp');
  await expect.poll(hand).toMatch(/has 130 paces, of 120|A at 260,260/);
  await page.keyboard.press('[');
  await expect.poll(hand).toMatch(/facing 85 degrees/);
  await picture(page, 'by-keys');
  await expectAccessible(page, 'a piece in hand');
  // Put back, and taken up anew.
  await page.keyboard.press('Escape');
  await expect.poll(() => ghosts(page).count()).toBe(0);
  await page.keyboard.press('Tab');
  expect(await page.getByTestId('cursor').textContent()).toMatch(/Enter takes it up/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect.poll(hand).toMatch(/A at 210,210/);
  await page.keyboard.press('Enter');
  await expect.poll(() => placeOf(union, 'A')?.at).toEqual({ in: 'point', at: [210, 390] });

  // A tape, by keys too.
  await page.keyboard.press('m');
  await page.keyboard.press('R');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(hand).toBe('24 paces');
  await picture(page, 'tape');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.tape').count()).toBe(0);

  await playOut([union, confederate]);
  expect(errors()).toEqual([]);
  await close();
});

it('on a phone a finger drags, and the map stays where it is', async () => {
  const { union, confederate, errors, close } = await together(browser, server, 'two-fords');
  const { page } = union;
  await begin(union, confederate);
  await page.setViewportSize({ width: 390, height: 780 });
  await page.getByLabel('The whole map').click();
  await picture(page, 'phone');
  await carry(union, [200, 400], [200, 320], [230, 300]);
  await page.locator('[data-commit]:enabled').waitFor();
  await expect.poll(() => question(page).textContent()).toMatch(/Go by 200,280 to 230,300/);
  await picture(page, 'phone-put-down');
  await page.locator('[data-commit]:enabled').click();
  await expect.poll(() => placeOf(union, 'A')?.at).toEqual({ in: 'point', at: [230, 300] });
  expect(errors()).toEqual([]);
  await close();
});

/** Where on the screen a point of the board is. */
async function at(player: Player, point: [number, number]): Promise<[number, number]> {
  const found = await player.onScreen(point);
  if (!found) throw new Error(`${point.join(',')} is not in sight`);
  return found;
}
