import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, launch, person } from './browser';
import { Player } from './player';
import { Server } from './server';
import { playOut } from './together';

let server: Server;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

it('two people play crossroads-farm from its creation to victory, through a crash of the server, and watch it again', async () => {
  const [one, two] = [await person(browser), await person(browser)];
  const union = new Player(one.page, 1861);
  const confederate = new Player(two.page, 1865);

  await one.page.goto(server.url());
  await one.page.locator('[data-scenario="crossroads-farm"]').click();
  await one.page.getByText('I play the Union').click();
  await expectAccessible(one.page, 'new game');
  await one.page.getByRole('button', { name: 'Set up the table' }).click();
  const link = await one.page.getByTestId('link').inputValue();
  expect(link).toContain('#/join/');
  await expectAccessible(one.page, 'waiting for a friend');

  await two.page.goto(link);
  await expectAccessible(two.page, 'join');
  await two.page.getByRole('button', { name: 'Take the seat' }).click();
  await two.page.waitForSelector('.counter');
  await one.page.waitForSelector('.counter');
  // Neither the secret nor the key stays in the address.
  expect(two.page.url()).not.toContain(link.split('/').at(-1));

  const given = await playOut([union, confederate], async (given) => {
    if (given === 30) await server.killAndRestart();
  });
  expect(given).toBeGreaterThan(30);

  for (const { page } of [one, two]) {
    await page.getByTestId('ending').waitFor();
    await expectAccessible(page, 'the end');
  }
  const verdicts = await Promise.all(
    [one, two].map(({ page }) => page.getByTestId('ending').locator('h2').textContent()),
  );
  expect(verdicts[0]).toBe(verdicts[1]);

  // The replay: from the start, forward, back, to the end, through one side's eyes.
  const { page } = one;
  await page.getByRole('button', { name: 'Watch it again' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  const at = async () => Number((await page.getByTestId('replay-at').textContent())?.split(' ')[0]);
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect.poll(at).toBeGreaterThanOrEqual(given);
  const last = await at();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect.poll(at).toBe(last - 1);
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await expect.poll(at).toBeLessThan(3);
  await page.getByLabel('Whose eyes').selectOption('union');
  await page.getByRole('button', { name: 'Forward' }).click();
  await expect.poll(at).toBeGreaterThan(0);
  await expectAccessible(page, 'replay');
  await page.getByRole('button', { name: 'Back to the present' }).click();

  await page.goto(server.url());
  await page.getByText('victory').or(page.getByText('a draw')).first().waitFor();
  expect(one.errors.concat(two.errors)).toEqual([]);
});
