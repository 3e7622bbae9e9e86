import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, person } from './browser';
import { Player } from './player';
import { Server } from './server';
import { whoIsAsked } from './together';

/** A name as a house network gives it. What is loaded by it over plain HTTP is no safe page, whatever it leads to. */
const NAME = 'table.test';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    Server.start(),
    launch(`--host-resolver-rules=MAP ${NAME} 127.0.0.1`),
  ]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

it('two people play in a house network, over plain HTTP and by a name of its own', async () => {
  const [one, two] = [await person(browser), await person(browser)];
  const union = new Player(one.page, 1861);
  const confederate = new Player(two.page, 1865);

  await one.page.goto(server.named(NAME));
  await one.page.locator('[data-scenario="crossroads-farm"]').click();
  const missing = await one.page.evaluate(() => [
    isSecureContext,
    'randomUUID' in crypto,
    'subtle' in crypto,
    'clipboard' in navigator,
  ]);
  expect(missing, 'this page is kept from what only safe pages have').toEqual([false, false, false, false]);
  await one.page.getByText('I play the Union').click();
  await one.page.getByRole('button', { name: 'Set up the table' }).click();
  const link = await one.page.getByTestId('link').inputValue();
  expect(new URL(link).hostname).toBe(NAME);
  await one.page.getByRole('button', { name: 'Copy', exact: true }).click();
  await one.page.getByRole('button', { name: 'Copied' }).waitFor();

  await two.page.goto(link);
  await two.page.getByRole('button', { name: 'Take the seat' }).click();
  for (const { page } of [one, two]) await page.waitForSelector('.counter');

  let given = 0;
  for (; given < 12; given++) {
    const player = await whoIsAsked([union, confederate]);
    if (!player) break;
    // An answer that is not kept is an error here.
    await player.give(player.choose());
  }
  expect(given).toBe(12);

  await one.page.getByRole('tab', { name: /Talk/ }).click();
  await one.page.getByLabel('Say something').fill('Can you hear me?');
  await one.page.keyboard.press('Enter');
  await two.page.getByRole('tab', { name: /Talk/ }).click();
  await two.page.getByTestId('chat').getByText('Can you hear me?').waitFor();
  // What follows needs hashes, files and the clipboard, and safe pages have other ways to them.
  await one.page.evaluate(
    async (key) => {
      const game = location.hash.split('/').at(-1);
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ side: 'union' });
      await fetch(`/api/v1/games/${game}/resign`, { method: 'POST', headers, body });
    },
    await one.page.evaluate(() => localStorage.getItem('longroll.key')),
  );
  for (const { page } of [one, two]) {
    const proof = page.getByTestId('proof');
    await proof.waitFor();
    expect(await proof.getAttribute('data-verdict')).toBe('agrees');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the record' }).first().click();
    expect((await saved).suggestedFilename()).toMatch(/\.json$/);
  }
  // The browser says that it does without a header which only safe pages may have; the others hold.
  const stray = one.errors
    .concat(two.errors)
    .filter((error) => !error.includes('Cross-Origin-Opener-Policy'));
  expect(stray).toEqual([]);
});
