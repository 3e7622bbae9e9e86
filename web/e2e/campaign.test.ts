// The campaign with its fog: two people play, each with a browser of their own, every byte that reaches either is kept, and
// what one side hides is looked for in what the other received.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, Side, Sight } from '../src/wire';
import { expectAccessible, launch, person } from './browser';
import { marchTo } from './march';
import { Player } from './player';
import { Received } from './received';
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

/** The answer whose label begins so. */
function answer(player: Player, beginning: string): Answer {
  const found = player.asked?.ask?.answers.find(({ label }) => label.startsWith(beginning));
  if (!found) throw new Error(`nobody can answer ${beginning}`);
  return found;
}

/** What a sight tells its own side alone: its boxes, order sheets, divisions, and its Forces with what they are made of. */
function hiddenIn({ scene }: Sight, side: Side): string[] {
  const own = [`boxes-${side}`, `orders-${side}`, 'dividing'];
  const rows = scene.panels.filter(({ id }) => own.includes(id)).flatMap(({ rows }) => rows);
  const forces = scene.pieces.filter((piece) => piece.side === side && / brigades?: /.test(piece.text));
  return [...rows.map(({ text }) => text), ...forces.map(({ text }) => text)];
}

/** All that a side hid from the other as long as the game went on. */
function hiddenBy(received: Received, side: Side): Set<string> {
  return new Set(received.sights.flatMap((sight) => hiddenIn(sight, side)));
}

/** Commanders of a side who lead no Force in any of these sights. */
function inTheShade(sights: readonly Sight[], side: Side): string[] {
  const [led, all] = [new Set<string>(), new Set<string>()];
  for (const { text } of sights.flatMap(({ scene }) => scene.panels.flatMap(boxesOf(side)))) {
    const names = (/^[A-L] · (.*?):/.exec(text)?.[1] ?? '').split(/, | and /);
    names.forEach((name, index) => (index === 0 ? led : all).add(name));
  }
  return [...all].filter((name) => !led.has(name));
}

const boxesOf = (side: Side) => (panel: Sight['scene']['panels'][number]) =>
  panel.id === `boxes-${side}` ? panel.rows : [];

/** A sentence about the other side's secrets, in whatever words of the log. */
const leak = (name: string) =>
  new RegExp(
    `${name} Force [A-L](?:[^"]* is ordered to |[^"]*With it go |: a \\w+ \\w+ brigade |: a hit on )`,
  );

async function sitDown(scenario: string) {
  const [one, two] = [await person(browser), await person(browser)];
  const union = { ...one, player: new Player(one.page, 1862), received: new Received(one.page) };
  const confederate = { ...two, player: new Player(two.page, 1864), received: new Received(two.page) };
  await setUp(one.page, server, scenario, 'I play the Union');
  await two.page.goto(await one.page.getByTestId('link').inputValue());
  await two.page.getByRole('button', { name: 'Take the seat' }).click();
  for (const { page } of [one, two]) await page.waitForSelector('.counter');
  return { union, confederate };
}

/** Sits down and plays until somebody is asked so. The dice may keep the armies apart: then they march once more. */
async function fight(scenario: string, question: RegExp) {
  for (let tried = 0; ; tried++) {
    const sat = await sitDown(scenario);
    const players = [sat.union.player, sat.confederate.player];
    try {
      return { ...sat, asked: await marchTo(players, question) };
    } catch (error) {
      if (tried === 4 || !players.some((player) => player.over)) throw error;
      await Promise.all(players.map(({ page }) => page.context().close()));
    }
  }
}

it('two people play a campaign to its end, and neither receives what the other hides', async () => {
  const { union, confederate } = await sitDown('monocacy-bridge');
  for (const { page } of [union, confederate]) await page.getByRole('tab', { name: /Forces/ }).click();

  // Each sees its own boxes, and of the other's Forces the sleighs.
  const forces = (page: Page, side: string) => page.locator(`section[aria-label="${side} Forces"]`);
  expect(await forces(union.page, 'Union').textContent()).toMatch(/A · Hooker|A · Meade/);
  expect(await forces(union.page, 'Confederate').count()).toBe(0);
  expect(await forces(confederate.page, 'Confederate').textContent()).toMatch(/8 infantry/);
  const shown = confederate.page.locator('section[aria-label="Union Forces, as far as they show"]');
  expect(await shown.textContent()).toMatch(/A · (Hooker|Meade) at/);
  expect(await shown.textContent()).not.toMatch(/infantry|cavalry|artillery|Hancock/);
  await expectAccessible(union.page, 'a campaign');

  const players = [union.player, confederate.player];
  let given = 0;
  while (!players.some((player) => player.over)) {
    const player = await whoIsAsked(players);
    if (!player) break;
    await player.give(choose(player));
    given += 1;
    expect(given, 'the campaign comes to an end').toBeLessThan(800);
  }
  for (const { page } of [union, confederate]) await page.getByTestId('ending').waitFor();
  expect(given).toBeGreaterThan(30);

  for (const [side, own, other] of [
    ['union', union.received, confederate.received],
    ['confederate', confederate.received, union.received],
  ] as const) {
    const [name, mine, theirs] = [
      side === 'union' ? 'Union' : 'Confederate',
      await own.before(),
      await other.before(),
    ];
    const hidden = [...hiddenBy(own, side)];
    expect(hidden.length, `what the ${name} side hides`).toBeGreaterThan(10);
    // The search itself: whoever may know is told, and is found to be.
    expect(mine.found(hidden)).toEqual(hidden);
    expect(theirs.found(hidden), `secrets of the ${name} side`).toEqual([]);
    expect(theirs.matches(leak(name))).toEqual([]);
    // Who rides along with another is on no sleigh and in no word of the enemy's table.
    const shade = inTheShade(own.sights, side);
    expect(mine.frames.found(shade)).toEqual(shade);
    expect(theirs.frames.found(shade), `commanders of the ${name} side`).toEqual([]);
  }
  expect(inTheShade(union.received.sights.slice(0, 1), 'union')).toEqual(['Hancock']);
  expect([...union.errors, ...confederate.errors]).toEqual([]);
  await Promise.all([union, confederate].map(({ page }) => page.context().close()));
}, 60_000);

it('where an initial order leads is known to its writer alone, who sees the road on the map', async () => {
  const { union, confederate } = await sitDown('campaign');
  const players = [union.player, confederate.player];
  // Who rides on the Union sleighs is settled first.
  while ((await whoIsAsked(players)) === union.player) {
    await union.player.give(answer(union.player, ''));
  }
  await confederate.player.give(answer(confederate.player, 'Write the order of Force B'));
  await expect.poll(() => confederate.player.asked?.ask?.question.text).toMatch(/where does its initial/);
  await confederate.player.give(answer(confederate.player, 'March to Littlestown'));
  await expect.poll(() => confederate.player.asked?.ask?.question.text).toMatch(/by way of/);
  await confederate.player.give(answer(confederate.player, 'By the shortest road'));
  while (/forks/.test((await whoIsAsked(players))?.asked?.ask?.question.text ?? '')) {
    await confederate.player.give(answer(confederate.player, 'By '));
  }
  await confederate.page.locator('.route.confederate').waitFor({ state: 'attached' });
  await confederate.page.getByTestId('log').getByText('is ordered to Littlestown').waitFor();

  // The enemy neither sees it nor gets it by asking.
  expect(await union.page.locator('.route').count()).toBe(0);
  const game = /[^/]+$/.exec(new URL(union.page.url()).hash)?.[0];
  const ask = (side: Side) =>
    union.page.evaluate(
      async ([game, side]) => {
        const headers = { Authorization: `Bearer ${localStorage.getItem('longroll.key')}` };
        const path = `/api/v1/games/${game}/overlay?side=${side}&id=routes&about=`;
        const answer = await fetch(path, { headers });
        return { status: answer.status, text: await answer.text() };
      },
      [game, side],
    );
  expect((await ask('confederate')).status).toBe(403);
  expect(await ask('union')).toMatchObject({ status: 200 });

  const [own, other] = [await confederate.received.before(), await union.received.before()];
  // The board and the scenarios name every town; nothing else has a reason to.
  const order = ['Littlestown', '→B', 'is ordered to'];
  expect(own.frames.found(order)).toEqual(order);
  expect(other.frames.found(order)).toEqual([]);
  expect(other.of(/\/overlay\?/).found([...order, '1909'])).toEqual([]);
  expect([...union.errors, ...confederate.errors].filter((error) => !/403/.test(error))).toEqual([]);
  await Promise.all([union, confederate].map(({ page }) => page.context().close()));
}, 60_000);

it('whoever fights sees the declared dice, the arithmetic with its rules, and how it may end', async () => {
  const { union, confederate, asked } = await fight('monocacy-bridge', /how many dice/);
  const players = [union.player, confederate.player];
  const { page } = asked;
  const outlook = page.getByTestId('outlook');
  await outlook.locator('.odds').waitFor();
  expect(await outlook.textContent()).toMatch(/wins by .*Assumed: the defender stands/);
  await marchTo(players, /takes? part|are chosen/);
  const combat = page.locator('section[aria-label="Combat"]');
  expect(await combat.textContent()).toMatch(/(\d dic?e declared).*(\d dic?e declared)/);
  expect(await combat.textContent()).toMatch(/FMD-12\.3-12/);
  // Of the enemy there is nothing but that he chooses.
  expect(await combat.textContent()).toMatch(/Chooses its brigades in secret/);
  await expectAccessible(page, 'a combat');
  expect([...union.errors, ...confederate.errors]).toEqual([]);
  await Promise.all([union, confederate].map(({ page }) => page.context().close()));
}, 120_000);
