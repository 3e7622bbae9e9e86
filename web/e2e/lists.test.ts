import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, person } from './browser';
import { Server } from './server';
import { setUp } from './together';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

it('shows all games of somebody who has many, a page at a time', async () => {
  const { page, errors } = await person(browser);
  await setUp(page, server, 'two-fords', 'Both sides on this screen');
  await page.waitForURL(/#\/game\//);
  await page.evaluate(async () => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('longroll.key')}`,
      'Content-Type': 'application/json',
    };
    const seats = { union: 'me', confederate: 'me' };
    for (let number = 1; number <= 119; number++) {
      const body = JSON.stringify({ scenario: 'two-fords', name: `Evening ${number}`, seats });
      const answer = await fetch('/api/v1/games', { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(await answer.text());
    }
  });
  await page.goto(server.url());
  const games = page.locator('a[href*="#/game/"]');
  await expect.poll(() => games.count()).toBe(100);
  await page.getByRole('button', { name: 'Show more games' }).click();
  await expect.poll(() => games.count()).toBe(120);
  expect(await page.getByRole('button', { name: 'Show more games' }).count()).toBe(0);
  expect(errors).toEqual([]);
  await page.context().close();
});
