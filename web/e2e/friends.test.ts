import { once } from 'node:events';
import { createServer, type Server as Listener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { YourTurn } from '../src/wire';
import { expectAccessible, launch, person } from './browser';
import { Server } from './server';
import { together, whoIsAsked, type Pair } from './together';

let server: Server;
let browser: Browser;
let pair: Pair;

beforeAll(async () => {
  // The webhook of the test is on this machine, which a server on the open net would refuse.
  [server, browser] = await Promise.all([Server.start('--private-webhooks'), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

beforeEach(async () => {
  pair = await together(browser, server, 'crossroads-farm');
});

afterEach(async () => {
  expect(pair.errors()).toEqual([]);
  await pair.close();
});

it('a draw is offered, declined, offered again and agreed on', async () => {
  const [union, confederate] = [pair.union.page, pair.confederate.page];
  const offer = async () => {
    await union.getByRole('button', { name: 'Game' }).click();
    await union.getByRole('menuitem', { name: 'Offer a draw' }).click();
    await confederate.getByText('The Union player offers a draw.').waitFor();
  };
  await offer();
  await expectAccessible(confederate, 'a draw is offered');
  await confederate.getByRole('button', { name: 'Decline' }).click();
  await confederate.getByText('The Union player offers a draw.').waitFor({ state: 'detached' });
  await offer();
  await confederate.getByRole('button', { name: 'Accept' }).click();
  for (const page of [union, confederate]) {
    await page.getByText('Both players agreed on a draw.').waitFor();
    expect(await page.getByTestId('ending').locator('h2').textContent()).toBe('A draw');
  }
});

it('a seat is handed on by a link, and a link made before is worth nothing', async () => {
  const { page } = pair.union;
  await page.getByRole('button', { name: 'Game' }).click();
  await page.getByRole('menuitem', { name: 'Hand on a seat…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand on a seat' });
  const link = async (name: string) => {
    const [made] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/hand-on')),
      dialog.getByRole('button', { name }).click(),
    ]);
    const { secret } = (await made.json()) as { secret: string };
    await expect.poll(() => dialog.getByTestId('link').inputValue()).toContain(secret);
    return dialog.getByTestId('link').inputValue();
  };
  const first = await link('Make a link for the Union seat');
  const second = await link('Make another link for the Union seat');
  await expectAccessible(page, 'a seat is handed on');
  const third = await person(browser);
  await third.page.goto(first);
  await third.page.getByRole('button', { name: 'Take the seat' }).click();
  await third.page.getByText('this invitation was used already, or was replaced by a new one').waitFor();
  await third.page.goto(second);
  await third.page.getByRole('button', { name: 'Take the seat' }).click();
  await third.page.waitForSelector('.counter, .stands');
  expect(await third.page.locator('.me').textContent()).toBe('Union');
  // Whoever had it is told, and has it no more.
  await page.getByText('this seat is not yours').waitFor();
  expect(third.errors).toEqual([]);
  await third.page.context().close();
});

it('whoever was away looks at what happened since', async () => {
  const { union, confederate } = pair;
  // The Confederates begin; once the Union has acted, they are away for a while.
  let acted = false;
  for (let given = 0; given < 300; given++) {
    const asked = await whoIsAsked([union, confederate]);
    if (!asked) throw new Error('the game was over too soon');
    if (asked === confederate && acted) break;
    acted ||= asked === union;
    const pass = asked.asked?.ask?.answers.findLast(({ on }) => on.what === 'button') ?? asked.choose();
    await asked.give(pass);
  }
  const { page } = confederate;
  const length = confederate.sight?.log ?? 0;
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('menuitem', { name: 'Since my last turn' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  const at = async () => Number((await page.getByTestId('replay-at').textContent())?.split(' ')[0]);
  const begun = await at();
  // It begins in the middle: after this player's own last action, before what the other one did.
  expect(begun).toBeGreaterThan(1);
  expect(begun).toBeLessThan(length);
  const sides = await page
    .locator('[data-testid="log"] li.future')
    .evaluateAll((lines) =>
      lines.filter((line) => line.dataset['entry'] !== undefined).map((line) => line.className),
    );
  expect(sides.some((name) => name.includes('union'))).toBe(true);
  expect(await page.getByTestId('question').textContent()).toContain('Looking back');
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect.poll(at).toBe(length);
  await page.getByRole('button', { name: 'Back to the present' }).click();
  await expect.poll(() => page.getByTestId('question').textContent()).not.toContain('Looking back');
});

it('an address is told whose turn it is', async () => {
  const { union, confederate } = pair;
  const told: YourTurn[] = [];
  const listener = await listen(told);
  const { port } = listener.address() as AddressInfo;
  await union.page.getByRole('tab', { name: 'Talk and notes' }).click();
  const form = union.page.locator('section[aria-label="Tell me when it is my turn"]');
  await form.getByRole('textbox').fill('no address');
  await form.getByRole('button', { name: 'Keep' }).click();
  // The browser says what is wrong with it, and nothing is sent.
  expect(await form.locator(':invalid').count()).toBeGreaterThan(0);
  await form.getByRole('textbox').fill(`http://127.0.0.1:${port}/turn`);
  await form.getByRole('button', { name: 'Keep' }).click();
  await union.page.getByText('Kept.').first().waitFor();

  const game = union.page.url().split('/').at(-1);
  // Whoever sits at the table sees for himself.
  await union.page.goto('about:blank');
  for (let given = 0; given < 100 && told.length === 0; given++) {
    const pass = confederate.asked?.ask?.answers.findLast(({ on }) => on.what === 'button');
    if (pass) await confederate.give(pass);
    await confederate.page.waitForTimeout(50);
  }
  await expect.poll(() => told.length, { timeout: 15_000 }).toBeGreaterThan(0);
  expect(told[0]).toMatchObject({ game, side: 'union' });
  listener.close();
});

async function listen(told: YourTurn[]): Promise<Listener> {
  const listener = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      told.push(JSON.parse(body) as YourTurn);
      response.end();
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return listener;
}
