// The table for people who use no mouse, see no screen, see other colours, or bear no motion.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, launch, person } from './browser';
import { confirm, lastButton, onMap, sitDown } from './keys';
import { Player } from './player';
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

const THEMES = [
  ['light', 'normal'],
  ['dark', 'normal'],
  ['light', 'high'],
  ['dark', 'high'],
] as const;

/** Looks for faults in every theme. */
async function inEveryTheme(page: Page, where: string): Promise<void> {
  for (const [theme, contrast] of THEMES) {
    await page.evaluate(
      ([theme, contrast]) => Object.assign(document.documentElement.dataset, { theme, contrast }),
      [theme, contrast],
    );
    await expectAccessible(page, `${where}, ${theme}, ${contrast}`);
  }
}

describe('no page has a serious fault of accessibility', () => {
  it('before a game', async () => {
    const { page, errors } = await person(browser);
    await page.goto(server.url());
    await page.waitForSelector('article');
    await inEveryTheme(page, 'home');
    await page.getByRole('button', { name: 'Settings' }).click();
    await inEveryTheme(page, 'settings');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Make a link' }).click();
    await page.getByTestId('link').waitFor();
    await inEveryTheme(page, 'a link to another device');
    await page.locator('[data-scenario="crossroads-farm"]').click();
    await inEveryTheme(page, 'new game');
    await page.getByText('I play the Union').click();
    await page.getByRole('button', { name: 'Set up the table' }).click();
    await page.getByTestId('link').waitFor();
    await inEveryTheme(page, 'waiting for a friend');
    const link = await page.getByTestId('link').inputValue();
    await page.goto(link);
    await inEveryTheme(page, 'a seat');
    await page.goto(server.url('#/move/0123456789'));
    await page.getByRole('button', { name: 'Bring my games here' }).click();
    await page.getByRole('alert').waitFor();
    await inEveryTheme(page, 'a link that no longer works');
    await page.goto(server.url('#/nowhere'));
    await inEveryTheme(page, 'nowhere');
    await page.goto(server.url('#/game/none'));
    await page.getByText('No table here').waitFor();
    await inEveryTheme(page, 'no table');
    await page.goto(server.url());
    await page.getByText('waiting for a Confederate player').waitFor();
    await inEveryTheme(page, 'my games');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('at the table', async () => {
    const { union, confederate, errors, close } = await together(browser, server, 'crossroads-farm');
    const { page } = confederate;
    await expect.poll(() => confederate.asked !== undefined).toBe(true);
    for (const tab of ['Log', 'Forces and score', 'Talk and notes']) {
      await page.getByRole('tab', { name: tab }).click();
      await inEveryTheme(page, tab);
    }
    for (const menu of ['Overlays', 'Replay', 'Game']) {
      await page.getByRole('button', { name: menu, exact: true }).click();
      await inEveryTheme(page, `the menu ${menu}`);
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('?');
    await inEveryTheme(page, 'keys');
    await page.keyboard.press('Escape');
    await page.getByText('answers on the map').click();
    await inEveryTheme(page, 'answers on the map');
    const spot = await confederate.where({ what: 'place', place: '0304' });
    if (!spot) throw new Error('0304 is not in sight');
    await page.mouse.click(...spot);
    await page.getByTestId('refusal').waitFor();
    await inEveryTheme(page, 'a stack spread out, and something that cannot be done');
    await page.getByRole('button', { name: 'Overlays' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Zone of influence of the Union' }).click();
    await page.getByTestId('overlay-note').waitFor();
    await inEveryTheme(page, 'an overlay');
    await page.keyboard.press('r');
    await page.getByTestId('replay').waitFor();
    await inEveryTheme(page, 'replay');
    await page.keyboard.press('r');
    await inEveryTheme(union.page, 'waiting for the other player');
    await union.page.getByRole('button', { name: 'Game' }).click();
    await union.page.getByRole('menuitem', { name: 'Resign…' }).click();
    await inEveryTheme(union.page, 'resigning');
    await union.page.getByRole('button', { name: 'Resign', exact: true }).click();
    await page.getByTestId('ending').waitFor();
    await page.getByTestId('proof').getByText('What this proves').click();
    await inEveryTheme(page, 'the end');
    expect(errors()).toEqual([]);
    await close();
  });

  it('on a phone', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page, errors } = await person(browser, phone);
    await setUp(page, server, 'crossroads-farm', 'Both sides on this screen');
    await page.waitForSelector('.counter');
    await inEveryTheme(page, 'the table on a phone');
    await page.locator('.grip').click();
    await inEveryTheme(page, 'the sheet pulled up');
    // Nothing is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe('those who see no screen', () => {
  it('are told what is under the cursor, what can be done there, and what happened', async () => {
    const { page } = await person(browser);
    const player = new Player(page, 11);
    await setUp(page, server, 'crossroads-farm', 'Both sides on this screen');
    await page.waitForSelector('.counter');
    await expect.poll(() => player.asked !== undefined).toBe(true);
    const spoken = () => page.getByTestId('cursor').textContent();
    await page.keyboard.press('m');
    await page.keyboard.press('Tab');
    // A hex, its ground, its stack with every name in it, and the answers.
    await expect.poll(spoken).toMatch(/^0500, .*pike.*6 pieces: .*12GA.* Can be chosen: Detach/);
    await page.keyboard.press('ArrowUp');
    await expect.poll(spoken).toMatch(/^04\d\d, .*Empty\.$/);
    // The log is a list of sentences, and what happens is said.
    const detach = player.asked?.ask?.answers.find(({ action }) => action.startsWith('detach'));
    if (!detach) throw new Error('nobody can be detached');
    await player.give(detach);
    await expect.poll(() => page.getByTestId('news').textContent()).toContain('is DETACHED.');
    const log = page.getByRole('list', { name: 'Log of the game' });
    expect(await log.getByRole('listitem').count()).toBeGreaterThan(2);
    await page.context().close();
  });
});

describe('those who bear no motion', () => {
  it('see nothing move by itself', async () => {
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      const { page } = await person(browser, { reducedMotion });
      await setUp(page, server, 'crossroads-farm', 'Both sides on this screen');
      await page.waitForSelector('.counter');
      const longest = await page.evaluate(() => {
        const times = [...document.querySelectorAll('*')].flatMap((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element);
          return [transitionDuration, animationDuration].flatMap((list) => list.split(',').map(parseFloat));
        });
        return Math.max(...times);
      });
      if (reducedMotion === 'reduce') expect(longest).toBeLessThanOrEqual(0.001);
      else expect(longest).toBeGreaterThan(0.1);
      await page.context().close();
    }
  });
});

describe('the keyboard alone', () => {
  it('sets up a table and plays a whole game', async () => {
    const { page, errors } = await person(browser);
    const player = new Player(page, 63);
    await sitDown(page, server.url(), 'crossroads-farm');

    let chosen = 0;
    for (let given = 0; given < 1_000 && !player.over; given++) {
      await expect.poll(() => player.asked !== undefined || player.over, { timeout: 10_000 }).toBe(true);
      const asked = player.asked;
      if (!asked?.ask) break;
      await player.shown();
      const buttons = asked.ask.answers.filter(({ on }) => on.what === 'button').length;
      const places = asked.ask.answers.some(({ on }) => on.what === 'place' || on.what === 'piece');
      // Mostly what ends this part of the game, so that it comes to an end while one watches.
      if (places && (buttons === 0 || given % 4 === 0)) {
        chosen += 1;
        await onMap(page);
      } else await lastButton(page, buttons);
      await confirm(player, asked.moment, `answer ${given}: ${asked.ask.question.text}`);
    }
    expect(chosen).toBeGreaterThan(10);
    await page.getByTestId('ending').waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
