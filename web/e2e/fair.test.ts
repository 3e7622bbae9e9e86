// Dice that nobody need believe: what browsers seal, open, keep and check by themselves.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GameInfo, Seat, Sight } from '../src/wire';
import { expectAccessible, launch, person } from './browser';
import { Server } from './server';
import { setUp, together } from './together';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

const gameOf = (page: Page) => page.url().split('/').at(-1) as string;
const kept = (page: Page, seat: Seat) =>
  page.evaluate((name) => localStorage.getItem(name), `longroll.dice.${gameOf(page)}.${seat}`);

/** Asks the table as the player of this page. */
async function ask<T>(page: Page, path: string, body?: unknown): Promise<T> {
  const key = await page.evaluate(() => localStorage.getItem('longroll.key'));
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const url = new URL(`/api/v1/games/${gameOf(page)}${path}`, page.url());
  const answer = await fetch(
    url,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  );
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Plays to the end, always with the first or the last answer: the pages look on. */
async function playOut(pages: Record<Seat, Page>): Promise<void> {
  for (let given = 0; given < 2_000; given++) {
    let over = true;
    for (const side of ['union', 'confederate'] as const) {
      const sight = await ask<Sight>(pages[side], `/sight?side=${side}`);
      const answers = sight.ask?.answers ?? [];
      const action = (given % 3 === 0 ? answers[0] : answers.at(-1))?.action;
      over &&= sight.outcome !== null;
      if (action === undefined) continue;
      await ask(pages[side], '/act', { id: `${side} ${given}`, side, moment: sight.moment, action });
    }
    if (over) return;
  }
  throw new Error('the game does not end');
}

it('two browsers seal their nonces, play to the end and check every die themselves', async () => {
  const { union, confederate, errors, close } = await together(browser, server, 'two-fords');
  const pages = { union: union.page, confederate: confederate.page };
  const begun = await ask<GameInfo>(union.page, '');
  for (const [index, seat] of (['union', 'confederate'] as const).entries()) {
    const page = pages[seat];
    const sign = page.getByTestId('dice-sign');
    await sign.waitFor();
    expect(await sign.getAttribute('data-added')).toBe('2');
    const own = JSON.parse((await kept(page, seat)) ?? 'null') as Record<string, unknown>;
    expect(own).toMatchObject({
      commitment: begun.commitment,
      nonce: begun.seats[index]?.nonce,
      opened: true,
      other: { seal: begun.seats[1 - index]?.seal },
    });
  }
  await playOut(pages);
  for (const page of Object.values(pages)) {
    const proof = page.getByTestId('proof');
    await proof.waitFor();
    expect(await proof.getAttribute('data-verdict')).toBe('agrees');
    expect(await proof.textContent()).toMatch(
      /Checked here: all \d+ dice follow from the table’s seed and both players’ nonces\./,
    );
    await proof.getByText('What this proves').click();
    expect(await proof.textContent()).toContain('nor could the two together');
    expect(await proof.locator('tbody tr').count()).toBeGreaterThan(1);
    await expectAccessible(page, 'the proof');
  }

  // A table that lies about a die is caught.
  const { page } = union;
  await page.route('**/record', async (route) => {
    const answer = await route.fetch();
    const record = (await answer.json()) as { dice: [number, string, number, number][] };
    // The first card that was dealt is another of the twelve.
    const [card] = record.dice;
    if (card) card[3] = (card[3] % 12) + 1;
    await route.fulfill({ json: record });
  });
  await page.reload();
  const proof = page.getByTestId('proof');
  await proof.waitFor();
  expect(await proof.getAttribute('data-verdict')).toBe('disagrees');
  expect(await proof.getByRole('alert').textContent()).toMatch(
    /Die 1 \(deal a card, in the set-up\) is shown as/,
  );
  await expectAccessible(page, 'dice that do not agree');
  expect(errors()).toEqual([]);
  await close();
});

it('one screen brings both nonces', async () => {
  const { page, errors } = await person(browser);
  await setUp(page, server, 'crossroads-farm', 'Both sides on this screen');
  await page.waitForSelector('.counter');
  expect(await page.getByTestId('dice-sign').getAttribute('data-added')).toBe('2');
  await ask(page, '/resign', { side: 'union' });
  const proof = page.getByTestId('proof');
  await proof.waitFor();
  expect(await proof.getAttribute('data-verdict')).toBe('agrees');
  await proof.getByText('What this proves').click();
  expect(await proof.textContent()).toContain('Both nonces were drawn in this browser');
  expect(errors).toEqual([]);
  await page.context().close();
});

it('a browser that is closed holds nobody up', async () => {
  const [one, two] = [await person(browser), await person(browser)];
  await setUp(one.page, server, 'crossroads-farm', 'I play the Union');
  const link = await one.page.getByTestId('link').inputValue();
  const table = one.page.url();
  await one.page.goto('about:blank');
  await two.page.goto(link);
  await two.page.getByRole('button', { name: 'Take the seat' }).click();
  await two.page.getByText('The dice are being sealed').waitFor();
  await expectAccessible(two.page, 'waiting for a nonce');
  // The table's patience is fifteen seconds.
  await two.page.waitForSelector('.counter', { timeout: 40_000 });
  const sign = two.page.getByTestId('dice-sign');
  expect(await sign.getAttribute('data-added')).toBe('1');
  expect(await sign.getAttribute('title')).toContain('Only the Confederate seat');

  // Whoever comes back plays, and is told what his dice prove.
  await one.page.goto(table);
  await one.page.waitForSelector('.counter');
  await ask(one.page, '/resign', { side: 'union' });
  const told: string[] = [];
  for (const { page } of [one, two]) {
    const proof = page.getByTestId('proof');
    await proof.waitFor();
    expect(await proof.getAttribute('data-verdict')).toBe('agrees');
    await proof.getByText('What this proves').click();
    told.push((await proof.textContent()) ?? '');
  }
  expect(told[0]).toContain('table and enemy together could have chosen the dice');
  expect(told[1]).toContain('The Union nonce was not opened in time');
  expect(one.errors.concat(two.errors)).toEqual([]);
  await Promise.all([one, two].map(({ page }) => page.context().close()));
});
