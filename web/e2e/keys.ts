// Somebody who answers by the keyboard alone.

import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import type { Player } from './player';

/** Presses Tab until the focus is on something like this. */
export async function tabTo(page: Page, selector: string, text = ''): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(`:focus:is(${selector})`).filter({ hasText: text });
    if ((await focused.count()) > 0) return;
  }
  throw new Error(`the keyboard does not lead to ${selector} ${text}`);
}

/** A table for two on one screen, set up without a mouse. */
export async function sitDown(page: Page, url: string, scenario: string): Promise<void> {
  await page.goto(url);
  await page.waitForSelector('article');
  await tabTo(page, `[data-scenario="${scenario}"]`);
  await page.keyboard.press('Enter');
  await tabTo(page, '[name="way"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'button', 'Set up the table');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.counter, .stands');
}

/** Chooses the first lit thing on the map. */
export async function onMap(page: Page): Promise<void> {
  await page.keyboard.press('m');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

/** Chooses the last of so many buttons: mostly what ends this part of the game. */
export async function lastButton(page: Page, buttons: number): Promise<void> {
  await page.keyboard.press('q');
  for (let step = 1; step < buttons; step++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

/** Says yes to whatever is asked back, until the table has taken the answer. */
export async function confirm(player: Player, moment: string, what: string): Promise<void> {
  const { page } = player;
  for (let tries = 0; tries < 200 && player.asked?.moment === moment; tries++) {
    await page.waitForTimeout(25);
    const menu = await page.getByRole('menuitem').count();
    const ready = await page.locator('[data-commit]:enabled').count();
    if (menu > 0 || ready > 0) await page.keyboard.press('Enter');
  }
  expect(player.asked?.moment, what).not.toBe(moment);
}
