// A fight of Seeing the Elephant! from the first card to the last: regiments dragged by hand, and the same by keys alone.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, person } from './browser';
import { lift } from './hand';
import { confirm, lastButton, onMap, sitDown } from './keys';
import { Player } from './player';
import { Server } from './server';
import { together, whoIsAsked } from './together';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Where the piece stands that the question moves, and the way it faces. */
function inQuestion(player: Player): { at: [number, number]; ahead: [number, number] } | null {
  const moves = player.asked?.ask?.moves;
  const piece = player.asked?.scene.pieces.find(({ id }) => id === moves);
  // Between loose stands there is nothing to take hold of.
  const stand = piece?.body?.at(-1);
  if (!stand) return null;
  const angle = (stand.facing * Math.PI) / 1800;
  return { at: stand.at, ahead: [Math.sin(angle), -Math.cos(angle)] };
}

/**
 * Carries what the question moves so many inches ahead, and puts it down: whether it could be given, or nothing if it
 * could not be carried. So it is near the edge of the table, which is 36 inches by 30, where there is no way ahead, and
 * where others lie over it.
 */
async function advance(player: Player, inches: number): Promise<boolean | undefined> {
  const { page } = player;
  const moved = inQuestion(player);
  if (!moved) throw new Error('nothing is moved');
  const { at, ahead } = moved;
  const within = (way: 0 | 1, edge: number) =>
    Math.min(Math.max(at[way] + ahead[way] * inches * 1000, 500), edge - 500);
  const to: [number, number] = [within(0, 36_000), within(1, 30_000)];
  if (Math.hypot(to[0] - at[0], to[1] - at[1]) < 900) return undefined;
  // What is told about a piece may lie over the lower edge of the map.
  for (const point of [at, to]) if (!(await player.onScreen(point))) return undefined;
  const ghost = page.locator('.sketch .ghost').first();
  const lifted = async () => {
    await lift(player, at, to);
    return ghost.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  };
  // On a busy machine the hand may come before the page has drawn what it can take up: then it tries again.
  for (let tries = 1; !(await lifted()); tries++) {
    await page.mouse.up();
    if (tries === 3) return undefined;
    await player.shown();
  }
  // What it costs, or why it cannot be; where the ground bars it at once it stays.
  await expect
    .poll(() => page.getByTestId('in-hand').textContent())
    .toMatch(/ of [\d.]+ inches|where it stands|[-A-Z]+-\d+/);
  await page.mouse.up();
  const given = page.locator('[data-commit]:enabled');
  await given.or(page.getByTestId('refusal')).first().waitFor();
  return given.isVisible();
}

it('two people fight it out, dragging their regiments', async () => {
  const { union, confederate, errors, close } = await together(browser, server, 'the-lane');
  const players = [union, confederate];
  let dragged = 0;
  let refused = 0;
  for (let given = 0; given < 1_500 && !players.some(({ over }) => over); given++) {
    const player = await whoIsAsked(players);
    if (!player?.asked) break;
    await player.shown();
    const { moment } = player.asked;
    if (inQuestion(player) === null) {
      // Whoever can march, marches: that is what is looked at.
      const march = player.asked.ask?.answers.find(({ action }) => /^take .* march$/.test(action));
      await player.give(march ?? player.choose());
      continue;
    }
    // Every fifth is carried too far, and told why that cannot be.
    const far = (dragged + refused) % 5 === 4;
    if (far) await player.page.keyboard.press('s');
    const could = await advance(player, far ? 25 : 1 + player.below(4));
    if (far) await player.page.keyboard.press('s');
    if (could === undefined) {
      await player.page.keyboard.press('Escape');
      const stay = player.asked.ask?.answers.find(({ action }) => action === 'stay');
      await player.give(stay ?? player.choose());
    } else if (could) {
      await player.page.locator('[data-commit]:enabled').click();
      await expect.poll(() => player.asked?.moment).not.toBe(moment);
      dragged += 1;
    } else {
      expect(await player.page.getByTestId('refusal').textContent()).toMatch(/\w+ .+ [-A-Z]+-\d+/);
      await player.page.keyboard.press('Escape');
      await player.give(player.choose());
      refused += 1;
    }
  }
  expect(dragged).toBeGreaterThan(5);
  expect(refused).toBeGreaterThan(0);
  await union.page.getByTestId('ending').waitFor();
  expect(errors()).toEqual([]);
  await close();
});

it('one fights it out by keys alone', async () => {
  const { page, errors } = await person(browser);
  const player = new Player(page, 63);
  await sitDown(page, server.url(), 'the-lane');
  let pushed = 0;
  for (let given = 0; given < 1_500 && !player.over; given++) {
    await expect.poll(() => player.asked !== undefined || player.over).toBe(true);
    const asked = player.asked;
    if (!asked?.ask) break;
    await player.shown();
    const { ask, moment } = asked;
    const buttons = ask.answers.filter(({ on }) => on.what === 'button').length;
    const pieces = ask.answers.some(({ on }) => on.what === 'piece');
    const infantry = asked.scene.pieces.some(({ id, kind }) => id === ask.moves && kind === 'infantry');
    if (infantry && pushed < 8) {
      await page.keyboard.press('m');
      // Who took it up by keys has it in hand at once; else it is taken up now. Keys that come sooner push nothing.
      const ghost = page.locator('.sketch .ghost').first();
      const inHand = await ghost.waitFor({ timeout: 1_000 }).then(
        () => true,
        () => false,
      );
      if (!inHand) {
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await ghost.waitFor();
      }
      await expect.poll(() => page.getByTestId('hand').textContent()).toMatch(/facing/);
      for (let steps = 0; steps < 4; steps++) await page.keyboard.press('ArrowUp');
      await expect.poll(() => page.getByTestId('hand').textContent()).toMatch(/ 1 of [\d.]+ inches/);
      await page.keyboard.press('Enter');
      pushed += 1;
    } else if (pieces && (buttons === 0 || given % 2 === 0)) await onMap(page);
    else await lastButton(page, buttons);
    await confirm(player, moment, `answer ${given}: ${ask.question.text}`);
  }
  expect(pushed).toBeGreaterThan(5);
  await page.getByTestId('ending').waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

it('whoever is dragged is taken up, and what an answer means is seen before it is chosen', async () => {
  const { page, errors } = await person(browser);
  const player = new Player(page, 1863);
  await sitDown(page, server.url(), 'the-lane');
  await expect.poll(() => player.asked?.ask?.question.text).toMatch(/Who fires at whom/);
  await player.shown();
  // The guns have several targets: the first is seen as soon as the menu is open, another when the pointer is on it.
  const aim = player.asked?.ask?.answers.filter(({ action }) => action.startsWith('aim')) ?? [];
  const gun = aim[0] && (await player.where(aim[0].on));
  if (!gun || aim.length < 2) throw new Error('nobody has a choice of targets');
  await page.mouse.click(...gun);
  await page.locator('.sketch .arc').first().waitFor();
  const seen = page.locator('.sketch line, .sketch .sight.good');
  await seen.first().waitFor();
  const first = await seen.first().getAttribute('d');
  const item = page.getByRole('menuitem', { name: aim[1]?.label ?? '' });
  await item.hover();
  await expect.poll(() => seen.first().getAttribute('d')).not.toBe(first);
  const { moment } = player.asked ?? {};
  await item.click();
  // No die has to be weighed, so it is given; and it stays in sight until all have aimed.
  await expect.poll(() => player.asked?.moment).not.toBe(moment);
  await page.locator('.markers .aim').waitFor();
  await page.getByRole('button', { name: /^Open fire/ }).click();
  await expect.poll(() => player.asked?.ask?.question.text).toMatch(/Who moves/);
  await player.shown();

  // A regiment that could do several things moves when it is dragged.
  const took = player.asked?.ask?.answers.find(({ action }) => /^take .* march$/.test(action));
  const regiment = took?.on.what === 'piece' ? took.on.piece : '';
  const piece = player.asked?.scene.pieces.find(({ id }) => id === regiment);
  const stand = piece?.body?.at(-1);
  if (!stand) throw new Error('nobody can march');
  const ahead = stand.facing === 0 ? -1 : 1;
  await lift(player, stand.at, [stand.at[0], stand.at[1] + ahead * 2_000]);
  await expect.poll(() => player.asked?.ask?.moves).toBe(regiment);
  await expect.poll(() => page.getByTestId('in-hand').textContent()).toMatch(/ of [\d.]+ inches/);
  await page.mouse.up();
  await page.locator('[data-commit]:enabled').click();
  await expect.poll(() => player.asked?.ask?.question.text).toMatch(/Who moves/);

  // The next one goes likewise by a key.
  const next = player.asked?.ask?.answers.find(({ action }) => /^take .* march$/.test(action));
  if (!next) throw new Error('nobody else can march');
  await player.give(next);
  await page.locator('.board').focus();
  await page.keyboard.press('a');
  await page.locator('.considered').or(page.getByTestId('refusal')).waitFor();
  await expect.poll(() => page.locator('.sketch .ghost, [data-testid="refusal"]').count()).toBeGreaterThan(0);
  expect(errors).toEqual([]);
  await page.context().close();
});
