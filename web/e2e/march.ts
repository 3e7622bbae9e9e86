// How somebody plays a campaign who wants to fight: everybody gets an order, and marches at the nearest enemy.

import type { Answer } from '../src/wire';
import type { Player } from './player';
import { whoIsAsked } from './together';

/** Forces that have been sent an order; one each is enough. */
type Sent = Set<string>;

function onwards(player: Player, sent: Sent): Answer {
  const { ask, scene } = player.asked ?? {};
  if (!ask || !scene) throw new Error('nobody is asked');
  const { answers, question, side } = ask;
  const begins = (word: string) => answers.find(({ label }) => label.startsWith(word));
  const last = answers.findLast(({ on }) => on.what === 'button') ?? answers[0];
  if (!last) throw new Error('a question without an answer');
  const attack = begins('Attack');
  if (attack) return attack;
  if (/When shall it arrive|does all of it go|does it stand/.test(question.text) && answers[0]) {
    return answers[0];
  }
  if (/gets an order/.test(question.text)) {
    const fresh = answers.find(({ action, label }) => /this turn/.test(label) && !sent.has(action));
    if (fresh) sent.add(fresh.action);
    return fresh ?? last;
  }
  if (/where to\?/.test(question.text)) {
    const foes = scene.pieces.filter((piece) => piece.kind === 'force' && piece.side !== side);
    const spots = foes.map((piece) => player.at({ what: 'piece', piece: piece.id }) ?? [0, 0]);
    const far = (answer: Answer) => {
      const [x = 0, y = 0] = player.at(answer.on) ?? [];
      return Math.min(...spots.map(([a = 0, b = 0]) => Math.hypot(a - x, b - y)));
    };
    const ways = answers.filter(({ on }) => on.what === 'place').sort((a, b) => far(a) - far(b));
    if (ways[0]) return ways[0];
  }
  if (/Which Force moves/.test(question.text)) {
    const moves = answers.find(({ on }) => on.what === 'piece');
    if (moves) return moves;
  }
  return last;
}

/** Plays until somebody is asked something like this. */
export async function marchTo(players: readonly Player[], question: RegExp, most = 300): Promise<Player> {
  const sent: Sent = new Set();
  for (let given = 0; given < most; given++) {
    const player = await whoIsAsked(players);
    if (!player?.asked?.ask) break;
    if (question.test(player.asked.ask.question.text)) return player;
    await player.give(onwards(player, sent));
  }
  throw new Error(`nobody was ever asked ${question}`);
}
