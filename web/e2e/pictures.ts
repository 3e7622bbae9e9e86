// The pictures of the README: real games on the real program, brought to a moment worth looking at.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { launch, person } from './browser';
import { lift } from './hand';
import { marchTo } from './march';
import { Player } from './player';
import { Server } from './server';
import { together, whoIsAsked } from './together';

const FOLDER = join(import.meta.dirname, '../../docs/pictures');
const LAPTOP = { viewport: { width: 1366, height: 768 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

let server: Server;
let browser: Browser;

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  [server, browser] = await Promise.all([Server.start(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(800);
  await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 82 });
}

/** A table for two on one screen, brought to the first question of this kind. */
async function table(scenario: string, question: RegExp, options: BrowserContextOptions): Promise<Player> {
  const { page } = await person(browser, options);
  const player = new Player(page, 1863);
  await page.goto(server.url());
  await page.locator(`[data-scenario="${scenario}"]`).click();
  await page.getByText('Both sides on this screen').click();
  await page.getByRole('button', { name: 'Set up the table' }).click();
  await page.waitForSelector('.counter, .stands');
  for (let given = 0; given < 200; given++) {
    await page.waitForTimeout(50);
    const ask = player.asked?.ask;
    if (!ask) continue;
    if (question.test(ask.question.text)) return player;
    const pass = ask.answers.findLast(({ on }) => on.what === 'button') ?? ask.answers[0];
    if (pass) await player.give(pass);
  }
  throw new Error(`${scenario} never asked ${question}`);
}

it('home', async () => {
  const { page } = await person(browser, LAPTOP);
  await page.goto(server.url());
  await page.waitForSelector('article');
  await page.waitForLoadState('networkidle');
  await take(page, 'home');
});

it('a move looked at before it is made', async () => {
  const player = await table('mcphersons-ridge', /Who moves/, LAPTOP);
  const { page } = player;
  await page.keyboard.press('m');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Where to?').waitFor();
  const spot = await player.where({ what: 'place', place: '0203' });
  if (!spot) throw new Error('0203 is not in sight');
  await page.mouse.click(...spot);
  await page.locator('.way').waitFor();
  await take(page, 'move');
});

it('odds before the dice are thrown', async () => {
  const player = await table('crossroads-farm', /Who moves/, LAPTOP);
  const { page } = player;
  // The horse rides up to the Union line.
  for (const [answer, question] of [
    ['select 0900', 'Where to?'],
    ['move 0404', 'Whom do they charge?'],
  ] as const) {
    const found = player.asked?.ask?.answers.find(({ action }) => action === answer);
    if (!found) throw new Error(`nobody can answer ${answer}`);
    await player.give(found);
    await page.getByText(question).waitFor();
  }
  const spot = await player.where({ what: 'place', place: '0504' });
  if (!spot) throw new Error('0504 is not in sight');
  await page.mouse.click(...spot);
  await page.locator('.odds').waitFor();
  await page.mouse.move(1100, 700);
  await take(page, 'odds');
});

it('the whole of July 1 by lamplight', async () => {
  const { page } = await table('gettysburg-july-1', /Who moves/, { ...LAPTOP, colorScheme: 'dark' });
  await page.getByRole('tab', { name: /Forces/ }).click();
  await take(page, 'gettysburg-dark');
});

it('a phone', async () => {
  const { page } = await table('mcphersons-ridge', /Who moves/, PHONE);
  await take(page, 'phone');
});

/** A regiment in hand, some inches aside and ahead of where it stands, as it faces. */
async function drag(player: Player, aside: number, ahead: number): Promise<void> {
  const { page } = player;
  const takes = player.asked?.ask?.answers.find(({ action }) => action.startsWith('take'));
  if (takes) await player.give(takes);
  await page.getByText('Where does').waitFor();
  const moved = player.asked?.scene.pieces.find(({ id }) => id === player.asked?.ask?.moves);
  const stand = moved?.body?.at(-1);
  if (!stand) throw new Error('nobody moves');
  const [x, y] = stand.at;
  const angle = (stand.facing * Math.PI) / 1800;
  const [right, on] = [aside * 1_000, ahead * 1_000];
  const to: [number, number] = [
    x + Math.sin(angle) * on + Math.cos(angle) * right,
    y - Math.cos(angle) * on + Math.sin(angle) * right,
  ];
  await lift(player, [x, y], to);
  await page.locator('.sketch .ghost').first().waitFor();
}

it('a regiment dragged over the ground of Herbst Woods', async () => {
  const player = await table('herbst-woods', /Who moves/, LAPTOP);
  await drag(player, 0.5, 3);
  await take(player.page, 'regiment');
});

it('whom a battery can fire at', async () => {
  const player = await table('the-lane', /Who fires/, LAPTOP);
  const { page } = player;
  const aim = player.asked?.ask?.answers.find(({ action }) => action.startsWith('aim'));
  const spot = aim && (await player.where(aim.on));
  if (!spot) throw new Error('nobody aims');
  await page.mouse.click(...spot);
  await page.getByRole('menuitem').nth(1).hover();
  await page.locator('.sketch').waitFor();
  await take(page, 'aiming');
});

/** The answers that bring two sides to blows, the likeliest first. */
const FORWARD = [/^deploy/, /^ready/, /^take .* march$/, /^way ahead/, /^go f/];

/** Plays on, straight at the enemy, until this is asked. */
async function closeIn(player: Player, question: RegExp): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    await player.page.waitForTimeout(50);
    const ask = player.asked?.ask;
    if (!ask) continue;
    if (question.test(ask.question.text)) return;
    const forward = FORWARD.flatMap((wish) => ask.answers.find(({ action }) => wish.test(action)) ?? []);
    const pass = ask.answers.findLast(({ on }) => on.what === 'button') ?? ask.answers[0];
    const given = forward[0] ?? pass;
    if (given) await player.give(given);
  }
  throw new Error(`nobody asked ${question}`);
}

it('a charge, before it is announced', async () => {
  const player = await table('the-lane', /Who fires|Who moves/, LAPTOP);
  const { page } = player;
  await closeIn(player, /Who charges/);
  const charge = player.asked?.ask?.answers.find(({ action }) => action.startsWith('charge'));
  const spot = charge && (await player.where(charge.on));
  if (!spot) throw new Error('nobody charges');
  await page.mouse.click(...spot);
  const item = page.getByRole('menuitem').first();
  if (await item.isVisible()) await item.hover();
  await page.locator('.sketch .ghost').first().waitFor();
  await take(page, 'charge');
});

it('Oak Ridge, and what a brigade can see', async () => {
  const player = await table('oak-ridge', /Who fires/, LAPTOP);
  const { page } = player;
  const aim = player.asked?.ask?.answers.find(({ action }) => action.startsWith('aim'));
  const spot = aim && (await player.where(aim.on));
  if (!spot) throw new Error('nobody is in sight');
  await page.getByRole('button', { name: 'Overlays' }).click();
  await page.getByText('What a unit sees').click();
  await page.mouse.click(...spot);
  await page.locator('.overlay .sight').first().waitFor();
  await take(page, 'oak-ridge');
});

it('Willoughby Run, a company a stand', async () => {
  const player = await table('willoughby-run', /Who moves/, LAPTOP);
  await drag(player, 0.5, 4);
  await take(player.page, 'willoughby-run');
});

it('a meeting engagement, once both sides stand', async () => {
  const player = await table('meeting', /takes his place/, LAPTOP);
  await closeIn(player, /Who (moves|fires)/);
  await take(player.page, 'meeting');
});

it('the first day, by brigades', async () => {
  const { page } = await table('the-first-day', /Who moves/, LAPTOP);
  await take(page, 'first-day');
});

it('a first fight on a phone', async () => {
  const player = await table('the-lane', /Who moves/, PHONE);
  await drag(player, 0.5, 4);
  await take(player.page, 'phone-regiment');
});

it('initial orders of the campaign, with their roads', async () => {
  const { union, confederate, close } = await together(browser, server, 'campaign');
  const players = [union, confederate];
  // Who rides on the Union sleighs is settled first.
  while ((await whoIsAsked(players)) === union) await union.give(answer(union, ''));
  for (const [force, town] of [
    ['B', 'Winchester'],
    ['A', 'Front Royal'],
    ['D', 'Leesburg'],
  ]) {
    await confederate.give(answer(confederate, `Write the order of Force ${force}`));
    await whoIsAsked(players);
    await confederate.give(answer(confederate, `March to ${town}`));
    while (!/is written next/.test((await whoIsAsked(players))?.asked?.ask?.question.text ?? '')) {
      const asked = confederate.asked?.ask?.question.text ?? '';
      await confederate.give(answer(confederate, /by way of/.test(asked) ? 'By the shortest road' : ''));
    }
  }
  const { page } = confederate;
  await page.getByRole('tab', { name: /Forces/ }).click();
  await take(page, 'campaign');
  await close();
});

it('a combat of the campaign, and how it may end', async () => {
  const { union, confederate, close } = await together(browser, server, 'monocacy-bridge');
  const { page } = await marchTo([union, confederate], /how many dice/);
  await marchTo([union, confederate], /takes? part|are chosen/);
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.locator('[data-testid="outlook"] .odds').waitFor();
  await take(page, 'combat');
  await close();
});

/** The answer whose label begins so. */
function answer(player: Player, beginning: string) {
  const found = player.asked?.ask?.answers.find(({ label }) => label.startsWith(beginning));
  if (!found) throw new Error(`nobody can answer ${beginning}: ${player.asked?.ask?.question.text}`);
  return found;
}
