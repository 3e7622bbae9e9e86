// The campaign with its fog: two people play Monocacy Bridge to its end, each with a browser of their own, and neither is
// ever sent what the boxes of the other hold.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, Sight, ToClient } from '../src/wire';
import { expectAccessible, launch, person } from './browser';
import { Player } from './player';
import { Server } from './server';
import { setUp, whoIsAsked } from './together';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Everything the sockets of a page are told. */
function listen(page: Page): string[] {
  const heard: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => heard.push(String(payload)));
  });
  return heard;
}

/** Attacks where it can, mostly ends its turns, and now and then does something else. */
function choose(player: Player): Answer {
  const answers = player.asked?.ask?.answers ?? [];
  const attack = answers.find(({ label }) => label.startsWith('Attack'));
  const last = answers.findLast(({ on }) => on.what === 'button');
  const any = answers[player.below(answers.length)];
  const answer = attack ?? (player.below(100) < 70 ? (last ?? any) : any);
  if (!answer) throw new Error('a question without an answer');
  return answer;
}

/** What of the enemy's secrets stands in what a side was told while the game was going on. */
function secrets(heard: readonly string[], side: 'union' | 'confederate'): string[] {
  const enemy = side === 'union' ? 'confederate' : 'union';
  const name = enemy === 'union' ? 'Union' : 'Confederate';
  const told = new RegExp(
    `${name} Force [A-L](?:[^"]* is ordered to |[^"]*With it go |: a \\w+ \\w+ brigade |: a hit on )`,
  );
  const found: string[] = [];
  for (const text of heard) {
    const message = JSON.parse(text) as ToClient;
    if (message.type !== 'news') continue;
    const sight: Sight | null = message.sight ?? null;
    if (sight?.outcome) break;
    found.push(...(told.exec(text) ?? []));
    for (const { id } of sight?.scene.panels ?? []) {
      if (id === `boxes-${enemy}` || id === `orders-${enemy}`) found.push(id);
    }
    for (const piece of sight?.scene.pieces ?? []) {
      if (piece.side === enemy && /brigade/.test(piece.text)) found.push(piece.text);
    }
  }
  return found;
}

it('two people play a campaign to its end, and neither is told what the other hides', async () => {
  const [one, two] = [await person(browser), await person(browser)];
  const [union, confederate] = [new Player(one.page, 1862), new Player(two.page, 1864)];
  const heard = { union: listen(one.page), confederate: listen(two.page) };
  await setUp(one.page, server, 'monocacy-bridge', 'I play the Union');
  await two.page.goto(await one.page.getByTestId('link').inputValue());
  await two.page.getByRole('button', { name: 'Take the seat' }).click();
  for (const { page } of [one, two]) {
    await page.waitForSelector('.counter');
    await page.getByRole('tab', { name: /Forces/ }).click();
  }

  // Each sees its own boxes, and of the other's Forces the sleighs.
  const forces = (page: Page, side: string) => page.locator(`section[aria-label="${side} Forces"]`);
  expect(await forces(one.page, 'Union').textContent()).toMatch(/A · Hooker|A · Meade/);
  expect(await forces(one.page, 'Confederate').count()).toBe(0);
  expect(await forces(two.page, 'Confederate').textContent()).toMatch(/8 infantry/);
  const shown = two.page.locator('section[aria-label="Union Forces, as far as they show"]');
  expect(await shown.textContent()).toMatch(/A · (Hooker|Meade) at/);
  expect(await shown.textContent()).not.toMatch(/infantry|cavalry|artillery|Hancock/);
  await expectAccessible(one.page, 'a campaign');

  const players = [union, confederate];
  let given = 0;
  while (!players.some((player) => player.over)) {
    const player = await whoIsAsked(players);
    if (!player) break;
    await player.give(choose(player));
    given += 1;
    expect(given, 'the campaign comes to an end').toBeLessThan(800);
  }
  for (const { page } of [one, two]) await page.getByTestId('ending').waitFor();
  expect(given).toBeGreaterThan(30);
  expect(secrets(heard.union, 'union')).toEqual([]);
  expect(secrets(heard.confederate, 'confederate')).toEqual([]);
  // The search itself: each is told its own.
  expect(secrets(heard.union, 'confederate').length).toBeGreaterThan(0);
  expect([...one.errors, ...two.errors]).toEqual([]);
  await Promise.all([one.page.context().close(), two.page.context().close()]);
});
