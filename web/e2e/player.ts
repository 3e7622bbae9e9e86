// Somebody who sits at a table and answers by clicking. What can be answered is read from what the page is told; the
// answer itself is given with the mouse or the keys, as a person gives it.

import type { Page } from 'playwright-core';
import type { Answer, Board, Sight, Target } from '../src/wire';
import { Frames } from './frames';

type Where = [number, number];

export class Player {
  readonly page: Page;
  /** What the sockets of the page heard last. */
  #sights: Sight[] = [];
  #board: Board | null = null;
  #random: number;

  constructor(page: Page, seed: number) {
    this.page = page;
    this.#random = seed;
    page.on('websocket', (socket) => {
      const frames = new Frames();
      let mine: Sight | null = null;
      socket.on('framereceived', ({ payload }) => {
        frames.hear(payload);
        const { sight } = frames;
        if (!sight || sight === mine) return;
        this.#sights = [...this.#sights.filter((other) => other !== mine), sight];
        mine = sight;
      });
      socket.on('close', () => (this.#sights = this.#sights.filter((sight) => sight !== mine)));
    });
    page.on('response', (response) => {
      if (response.url().endsWith('/board') && response.ok()) {
        void response.json().then((board: Board) => (this.#board = board));
      }
    });
  }

  /** The sight in which this player is asked something. */
  get asked(): Sight | undefined {
    return this.#sights.find((sight) => sight.ask);
  }

  /** Waits until the page shows a question that it was told of: unpacking takes it a moment. */
  async shown(): Promise<void> {
    const asked = this.#sights.filter((sight) => sight.ask);
    const questions = asked.map(({ moment }) => `.question[data-moment="${moment}"]`);
    if (questions.length > 0) await this.page.locator(questions.join(', ')).waitFor({ timeout: 10_000 });
  }

  /** Where on the board a target is, about. */
  at(target: Target): Where | undefined {
    return this.#pointsOf(target)[0];
  }

  /** What the page saw last, asked or not. */
  get sight(): Sight | undefined {
    return this.asked ?? this.#sights.at(-1);
  }

  get over(): boolean {
    return this.#sights.some((sight) => sight.outcome);
  }

  /** A whole number below `limit`: the same game every time. */
  below(limit: number): number {
    this.#random = (Math.imul(this.#random, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#random / 2 ** 32) * limit);
  }

  /** Answers: mostly whatever ends this part of the game, so that games end while one watches. */
  choose(): Answer {
    const answers = this.asked?.ask?.answers ?? [];
    const buttons = answers.filter((answer) => answer.on.what === 'button');
    const pool = buttons.length > 0 && this.below(100) < 55 ? buttons : answers;
    const answer = pool[this.below(pool.length)];
    if (!answer) throw new Error('a question without an answer');
    return answer;
  }

  /** Gives an answer with the mouse, and waits until the table has taken it; or nothing, if the question goes away meanwhile. */
  async give(answer: Answer): Promise<void> {
    const moment = this.asked?.moment;
    try {
      await this.shown();
      await this.#point(answer);
    } catch (error) {
      // News of the other side may come between an answer and its being taken: then the same question was read twice.
      if (this.asked?.moment === moment) throw error;
      return;
    }
    for (let tries = 0; tries < 200 && this.asked?.moment === moment; tries++) {
      const commit = this.page.locator('[data-commit]:enabled');
      const menu = this.page.locator(`[role="menuitem"][data-action="${quoted(answer.action)}"]`);
      if (await menu.isVisible()) await menu.click().catch(ignore);
      else if (await commit.isVisible()) await commit.click({ timeout: 2_000 }).catch(ignore);
      await this.page.waitForTimeout(25);
    }
    if (this.asked?.moment === moment) throw new Error(`the table did not take ${answer.action}`);
  }

  async #point(answer: Answer): Promise<void> {
    const { on, action } = answer;
    if (on.what === 'button') {
      await this.page.locator(`.buttons [data-action="${quoted(action)}"]`).click({ timeout: 5_000 });
    } else if (on.what === 'card') {
      await this.page.getByRole('tab', { name: /Forces/ }).click();
      const card = `[data-card="${quoted(on.card)}"]`;
      await this.page.locator(`.lit ${card}, .lit${card}`).first().click();
    } else {
      const spot = await this.where(on);
      if (spot) await this.page.mouse.click(...spot);
      else await this.#fromList(action);
    }
  }

  /** What stands beside the map, or off the screen, is chosen from the list of answers. */
  async #fromList(action: string): Promise<void> {
    const list = this.page.locator('.question details.choices');
    if (!(await list.evaluate((element: HTMLDetailsElement) => element.open))) {
      await list.locator('summary').click();
    }
    await this.page.locator(`.list [data-action="${quoted(action)}"]`).click();
  }

  /** Where on the screen a target is. */
  async where(target: Target): Promise<Where | null> {
    const points = this.#pointsOf(target);
    if (points.length === 0) return null;
    const x = points.reduce((sum, at) => sum + at[0], 0) / points.length;
    const y = points.reduce((sum, at) => sum + at[1], 0) / points.length;
    return this.onScreen([x, y]);
  }

  /** Where on the screen a point of the board is, unless something lies over it. */
  async onScreen(point: Where): Promise<Where | null> {
    return this.page.evaluate(([x, y]) => {
      const world = document.querySelector<SVGSVGElement>('.play');
      const matrix = world?.getScreenCTM();
      const room = document.querySelector('.board')?.getBoundingClientRect();
      if (!matrix || !room) return null;
      const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(matrix);
      const inside = left > room.left && left < room.right && top > room.top && top < room.bottom;
      const covered = !document.elementFromPoint(left, top)?.closest('.board');
      return inside && !covered ? ([left, top] as [number, number]) : null;
    }, point);
  }

  #pointsOf(target: Target): Where[] {
    const middle = (id: string): Where[] => {
      const place = this.#board?.places.find((place) => place.id === id);
      return place ? [place.at] : [];
    };
    switch (target.what) {
      case 'place':
        return middle(target.place);
      case 'edge':
        return target.places.flatMap(middle);
      case 'point':
        return [target.at];
      case 'piece': {
        const pieces = this.asked?.scene.pieces ?? [];
        const at = pieces.find((piece) => piece.id === target.piece)?.at;
        if (at?.in === 'point') return [at.at];
        return at?.in === 'place' ? middle(at.place) : [];
      }
      default:
        return [];
    }
  }
}

function quoted(action: string): string {
  return action.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

/** The table was quicker: what was to be clicked is gone. */
function ignore(): void {}
