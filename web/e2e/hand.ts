// A hand that moves things over an open table.

import type { Player } from './player';

type Where = [number, number];

/** Takes up what stands at a point of the board, carries it from point to point, and lets go at the last. */
export async function carry(player: Player, from: Where, ...way: Where[]): Promise<void> {
  await lift(player, from, ...way);
  await player.page.mouse.up();
}

/** The same, without letting go. Where its way turns, W is pressed. */
export async function lift(player: Player, from: Where, ...way: Where[]): Promise<void> {
  const { mouse, keyboard } = player.page;
  let here = await screen(player, from);
  await mouse.move(...here);
  await mouse.down();
  for (const [index, point] of way.entries()) {
    const there = await screen(player, point);
    await mouse.move((here[0] + there[0]) / 2, (here[1] + there[1]) / 2);
    await mouse.move(...there);
    here = there;
    if (index === way.length - 1) break;
    // The way turns where the ghost is: it has to be there.
    await player.page.waitForTimeout(300);
    await keyboard.press('w');
  }
}

async function screen(player: Player, point: Where): Promise<Where> {
  const found = await player.onScreen(point);
  if (!found) throw new Error(`${point.join(',')} is not in sight`);
  return found;
}
