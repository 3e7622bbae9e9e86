// How quick the largest scenario is: from opening its address to board and pieces on the screen, and while it is panned.
// LONGROLL names a release build.

import { loadavg } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, person } from './browser';
import { Server } from './server';
import { setUp } from './together';

const LARGEST = 'gettysburg-july-1';
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
