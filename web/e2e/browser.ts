// Debian's Chromium, and what a test needs of a page: no stray error, and no serious fault of accessibility.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A browser, with further words for its command line. */
export function launch(...words: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...words,
    ],
  });
}

/** A person with a browser of their own. What goes wrong on their pages is kept in `errors`. */
export async function person(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    reducedMotion: 'reduce',
    // The page allows no script but its own; what looks for faults in it is none of them.
    bypassCSP: true,
    ...options,
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // A refused request is written to the console by the browser itself; the client shows it.
    if (
      message.type() === 'error' &&
      !/status of 4\d\d|WebSocket connection|ERR_CONNECTION/.test(message.text())
    ) {
      errors.push(message.text());
    }
  });
  return { page, errors };
}

/** Serious faults of accessibility, as axe finds them. */
export async function faults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const results = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } };
    return axe.run();
  });
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
    );
}

export async function expectAccessible(page: Page, where: string): Promise<void> {
  expect(await faults(page), where).toEqual([]);
}
