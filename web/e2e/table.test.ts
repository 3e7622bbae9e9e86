import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sight } from '../src/wire';
import { launch, person } from './browser';
import { Player } from './player';
import { Server } from './server';
import { setUp } from './together';

let server: Server;
let browser: Browser;
let page: Page;
let errors: string[];
let player: Player;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** A game with both seats on one screen. */
async function sitDown(scenario: string): Promise<void> {
  await setUp(page, server, scenario, 'Both sides on this screen');
  await page.waitForSelector('.counter');
  await expect.poll(() => player.asked !== undefined).toBe(true);
}

beforeEach(async () => {
  ({ page, errors } = await person(browser));
  player = new Player(page, 63);
  return async () => {
    await page.context().close();
    expect(errors).toEqual([]);
  };
});

const lines = () => page.getByTestId('log').locator('li').count();
const question = () => page.getByTestId('question').locator('h2').first().textContent();

/** What is asked now, whatever the page has heard of it. */
function truth(): Promise<{ moment: string; text: string }> {
  const game = /[^/]+$/.exec(new URL(page.url()).hash)?.[0];
  return page.evaluate(async (game) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('longroll.key')}` };
    for (const side of ['union', 'confederate']) {
      const answer = await fetch(`/api/v1/games/${game}/sight?side=${side}`, { headers });
      const { moment, ask } = (await answer.json()) as Sight;
      if (ask) return { moment, text: ask.question.text };
    }
    throw new Error('nobody is asked');
  }, game);
}

/** Plays on until `wanted` holds. */
async function playUntil(wanted: () => boolean | Promise<boolean>): Promise<void> {
  for (let given = 0; given < 400; given++) {
    if (await wanted()) return;
    await player.give(player.choose());
  }
  throw new Error('it never came to that');
}

describe('a table for two on one screen', () => {
  it('takes back the last action, and everything to a line of the log', async () => {
    await sitDown('crossroads-farm');
    const undo = page.getByRole('button', { name: 'Undo', exact: false }).first();
    const [asked, before, moment] = [await question(), await lines(), player.asked?.moment];
    const first = () => player.asked?.ask?.answers.find(({ on }) => on.what !== 'button');
    for (const last of [true, false]) {
      // The first question of the first turn rolls no dice: whatever is answered can be taken back.
      for (let given = 0; given < (last ? 1 : 3); given++) {
        const answer = first();
        if (!answer) throw new Error('nothing on the map can be chosen');
        await player.give(answer);
      }
      expect(await lines()).toBeGreaterThan(before);
      if (last) await undo.click();
      else {
        await page
          .getByTestId('log')
          .locator(`li:nth-child(${before + 1}) .line`)
          .click();
        await page.getByRole('button', { name: 'Undo to here' }).click();
      }
      await expect.poll(() => player.asked?.moment).toBe(moment);
      expect(await question()).toBe(asked);
      await expect.poll(lines).toBe(before);
    }
  });

  it('says why something cannot be done, with the rule', async () => {
    await sitDown('crossroads-farm');
    const refusal = page.getByTestId('refusal');
    const tryEverything = async () => {
      const lit = new Set(player.asked?.ask?.answers.map((answer) => JSON.stringify(answer.on)));
      for (const piece of player.asked?.scene.pieces ?? []) {
        if (piece.at.in !== 'place' || lit.has(JSON.stringify({ what: 'piece', piece: piece.id }))) continue;
        if (lit.has(JSON.stringify({ what: 'place', place: piece.at.place }))) continue;
        const spot = await player.where({ what: 'place', place: piece.at.place });
        if (!spot) continue;
        await page.mouse.click(...spot);
        const told = await refusal.waitFor({ timeout: 1_500 }).then(
          () => true,
          () => false,
        );
        const rule = told && (await refusal.locator('.rule-id').count()) > 0;
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        if (rule) return true;
      }
      return false;
    };
    await playUntil(tryEverything);
    expect(await refusal.count()).toBeLessThanOrEqual(1);
  });

  it('lays zones and lines of sight over the map, and asks for each once', async () => {
    await sitDown('crossroads-farm');
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/overlay?')) asked += 1;
    });
    const overlays = page.getByRole('button', { name: 'Overlays' });
    await overlays.click();
    await page.getByRole('menuitemcheckbox', { name: 'Zone of control of the Union' }).click();
    await page.locator('.overlay .wash').first().waitFor({ state: 'attached' });
    await overlays.click();
    await page.getByRole('menuitemcheckbox', { name: 'What is seen from a hex' }).click();
    const spot = await player.where({ what: 'place', place: '0305' });
    if (!spot) throw new Error('0305 is not in sight');
    await page.mouse.click(...spot);
    await expect
      .poll(() => page.getByTestId('overlay-note').textContent())
      .toContain('What is seen from a hex');
    await page.waitForTimeout(300);
    expect(asked).toBe(2);
  });

  it('is panned without drawing anything anew', async () => {
    await sitDown('crossroads-farm');
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      new MutationObserver((changes) => {
        for (const { type, attributeName, target } of changes) {
          seen.push(`${type} ${attributeName ?? ''} ${(target as Element).getAttribute?.('class') ?? ''}`);
        }
      }).observe(document.querySelector('.board') as Element, {
        attributes: true,
        childList: true,
        subtree: true,
      });
    });
    const room = await page.locator('.board').boundingBox();
    if (!room) throw new Error('no board');
    const [x, y] = [room.x + room.width / 2, room.y + room.height / 2];
    await page.mouse.move(x, y);
    await page.waitForTimeout(600);
    await page.evaluate(() => ((globalThis as unknown as { seen: string[] }).seen.length = 0));
    await page.mouse.down();
    for (let step = 1; step <= 20; step++) await page.mouse.move(x + step * 6, y + step * 4);
    await page.mouse.up();
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    expect(seen.length).toBeGreaterThan(5);
    expect(new Set(seen.map((change) => change.replace(/svelte-\w+/, '').trim()))).toEqual(
      new Set(['attributes style world']),
    );
  });

  it('asks for everything again when something comes that makes no sense', async () => {
    let calls = 0;
    await page.routeWebSocket(/\/socket$/, (line) => {
      const [call, table] = [++calls, line.connectToServer()];
      let heard = 0;
      table.onMessage((message) => {
        line.send(message);
        // To the first two who call, after the first thing they hear: half a sight, and something that is nothing.
        if (++heard === 1 && call <= 2) {
          line.send(call === 1 ? '{"type":"news","sight":{"moment":"m"},"from":0,"log":[]}' : '}{');
        }
      });
    });
    await setUp(page, server, 'crossroads-farm', 'Both sides on this screen');
    await page.waitForSelector('.counter');
    await expect.poll(() => calls, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
    await page.getByText('The connection is lost').waitFor({ state: 'detached' });
    // And what is told after that is followed.
    const asked = await question();
    await page.locator('.question .buttons button').last().click();
    await expect.poll(question, { timeout: 10_000 }).not.toBe(asked);
  });

  it('misses nothing when news is lost on the way, or comes twice', async () => {
    let lost = 0;
    await page.routeWebSocket(/\/socket$/, (line) => {
      const table = line.connectToServer();
      let heard = 0;
      table.onMessage((message) => {
        // Long messages are packed, and most of them are news.
        if (typeof message === 'string' || ++heard === 1) return line.send(message);
        if (heard % 3 === 0) lost += 1;
        else line.send(message);
        if (heard % 3 === 1) line.send(message);
      });
    });
    await setUp(page, server, 'crossroads-farm', 'Both sides on this screen');
    await page.waitForSelector('.counter');
    for (let turn = 0; turn < 10; turn++) {
      const { moment } = await truth();
      await page.locator('.question .buttons button').last().click();
      // What is told of an answer beforehand may be lost, too, and is asked for another way after a while.
      const commit = page.locator('[data-commit]:enabled');
      const moved = async () => {
        if (await commit.isVisible()) await commit.click({ timeout: 1_000 }).catch(() => {});
        return (await truth()).moment;
      };
      await expect.poll(moved, { timeout: 20_000 }).not.toBe(moment);
      // What the page shows is what there is.
      await expect.poll(question, { timeout: 15_000 }).toContain((await truth()).text);
    }
    expect(lost).toBeGreaterThan(2);
  }, 240_000);

  it('carries talk and notes, and ends when somebody resigns', async () => {
    await sitDown('crossroads-farm');
    await page.getByRole('tab', { name: 'Talk and notes' }).click();
    await page.getByPlaceholder('Say something').fill('Good morning, General.');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByTestId('chat').textContent()).toContain('Good morning, General.');
    await page.getByRole('button', { name: 'Game' }).click();
    await page.getByRole('menuitem', { name: 'Resign…' }).click();
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await page.getByTestId('ending').waitFor();
  });
});
