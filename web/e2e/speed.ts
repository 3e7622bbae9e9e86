// How quick the largest scenario is: from opening its address to board and pieces on the screen, and while it is panned;
// and how soon a regiment in hand is shown where the hand is.
// LONGROLL names a release build.

import { loadavg } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, person } from './browser';
import { lift } from './hand';
import { Player } from './player';
import { Server } from './server';
import { setUp } from './together';

const LARGEST = 'gettysburg-july-1';
const OPEN_TABLE = 'herbst-woods';
const TIMES = 7;

let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
  ({ page } = await person(browser));
  await setUp(page, server, LARGEST, 'Both sides on this screen');
  await page.waitForSelector('.counter');
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

it('is drawn within a second of opening', async () => {
  const address = page.url();
  const opened: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    await page.goto('about:blank');
    await page.goto(address);
    await page.waitForFunction(() => performance.getEntriesByName('board').length > 0);
    // A frame is on the screen when the one after the next begins.
    const drawn = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
        }),
    );
    opened.push(drawn);
  }
  report('opened after', opened);
  expect(median(opened)).toBeLessThan(1_000);
});

it('follows the hand', async () => {
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((done) => {
        const gaps: number[] = [];
        let last = performance.now();
        const step = (now: number) => {
          gaps.push(now - last);
          last = now;
          if (gaps.length < 90) requestAnimationFrame(step);
          else done(gaps.slice(1));
        };
        requestAnimationFrame(step);
      }),
  );
  await page.mouse.move(400, 400);
  await page.mouse.down();
  for (let step = 0; step < 90; step++) await page.mouse.move(400 + step * 3, 400 + step * 2);
  await page.mouse.up();
  const gaps = await frames;
  report('a frame while panning', gaps);
  expect(median(gaps)).toBeLessThan(34);
});

it('shows the ghost of a regiment where the hand is', async () => {
  const { page } = await person(browser);
  const player = new Player(page, 1863);
  await setUp(page, server, OPEN_TABLE, 'Both sides on this screen');
  await page.waitForSelector('.stands');
  let asked = player.asked;
  for (let given = 0; given < 200 && asked?.ask?.moves === undefined; given++) {
    await expect.poll(() => player.asked !== undefined).toBe(true);
    asked = player.asked;
    const take = asked?.ask?.answers.find(({ action }) => action.startsWith('take'));
    if (asked?.ask?.moves === undefined) await player.give(take ?? player.choose());
    asked = player.asked;
  }
  const piece = asked?.scene.pieces.find(({ id }) => id === asked?.ask?.moves);
  if (piece?.at?.in !== 'point') throw new Error('no regiment moves');
  const [x, y] = piece.at.at;
  await lift(player, [x, y], [x, y + 1]);
  await page.locator('.sketch .ghost').first().waitFor();
  const delays = page.evaluate(
    (wanted) =>
      new Promise<number[]>((done) => {
        const found: number[] = [];
        let moved: number | null = null;
        addEventListener('pointermove', () => (moved ??= performance.now()), true);
        // What has changed is on the screen with the frame after it.
        new MutationObserver(() => {
          const since = moved;
          if (since === null) return;
          moved = null;
          requestAnimationFrame(() => {
            found.push(performance.now() - since);
            if (found.length === wanted) done(found);
          });
        }).observe(document.body, { subtree: true, attributes: true, childList: true });
      }),
    TIMES * 3,
  );
  const spot = await player.onScreen([x, y]);
  if (!spot) throw new Error('the regiment is out of sight');
  for (let step = 0; step < TIMES * 8; step++) {
    await page.mouse.move(spot[0] + (step % 9), spot[1] - step);
    await page.waitForTimeout(60);
  }
  await page.mouse.up();
  const ghosts = await delays;
  report('a ghost after the hand', ghosts);
  expect(median(ghosts)).toBeLessThan(50);
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function report(what: string, values: readonly number[]): void {
  const [load] = loadavg();
  const worst = Math.max(...values);
  console.log(
    `${what}: median ${median(values).toFixed(0)} ms, worst ${worst.toFixed(0)} ms, load ${load?.toFixed(1)}`,
  );
}
