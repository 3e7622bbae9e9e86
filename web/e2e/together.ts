// Two people with a browser each, at one table.

import { expect } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { person } from './browser';
import { Player } from './player';
import type { Server } from './server';

export interface Pair {
  readonly union: Player;
  readonly confederate: Player;
  /** What went wrong on either page. */
  readonly errors: () => string[];
  readonly close: () => Promise<void>;
}

/** The Union player sets the table up, the Confederate one comes by the link. */
export async function together(browser: Browser, server: Server, scenario: string, pause = 0): Promise<Pair> {
  const [one, two] = [await person(browser), await person(browser)];
  const union = new Player(one.page, 1861);
  const confederate = new Player(two.page, 1865);
  await setUp(one.page, server, scenario, 'I play the Union', pause);
  await two.page.goto(await one.page.getByTestId('link').inputValue());
  await two.page.getByRole('button', { name: 'Take the seat' }).click();
  for (const { page } of [one, two]) await page.waitForSelector('.counter, .stands');
  return {
    union,
    confederate,
    errors: () => [...one.errors, ...two.errors],
    close: async () => {
      await Promise.all([one.page.context().close(), two.page.context().close()]);
    },
  };
}

/** A new game from the home page; without a pause where reactions have one, if nothing else is said. */
export async function setUp(
  page: Page,
  server: Server,
  scenario: string,
  seats: string,
  pause = 0,
): Promise<void> {
  await page.goto(server.url());
  await page.locator(`[data-scenario="${scenario}"]`).click();
  await page.getByText(seats).click();
  const pauses = page.locator('select[name="pause"]');
  if ((await pauses.count()) > 0) await pauses.selectOption(String(pause));
  await page.getByRole('button', { name: 'Set up the table' }).click();
}

/** Whoever is asked something, once somebody is; nobody, once the game is over. */
export async function whoIsAsked(players: readonly Player[]): Promise<Player | undefined> {
  const found = () => players.find((player) => player.asked);
  await expect
    .poll(() => found() !== undefined || players.some((player) => player.over), { timeout: 20_000 })
    .toBe(true);
  return found();
}

/** Plays to the end; how many answers it took. */
export async function playOut(
  players: readonly Player[],
  between: (given: number) => Promise<void> = async () => {},
): Promise<number> {
  let given = 0;
  while (!players.some((player) => player.over)) {
    const player = await whoIsAsked(players);
    if (!player) break;
    await player.give(player.choose());
    given += 1;
    await between(given);
    expect(given, 'the game comes to an end').toBeLessThan(3_000);
  }
  return given;
}
