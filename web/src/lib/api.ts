// The server's routes (docs/api.md), and what a refusal looks like.

import type {
  Back,
  Blurb,
  Board,
  Chances,
  Clicked,
  Created,
  GameCard,
  GameInfo,
  Heard,
  Imported,
  Invitation,
  KeyInfo,
  Moments,
  MoveCode,
  NewGame,
  Overlay,
  PlayerKey,
  Preview,
  Reactions,
  Refusal,
  Revoked,
  Seat,
  StandWish,
  Target,
} from '../wire';

const BASE = '/api/v1';
const KEY = 'longroll.key';

/** A request the server did not grant. */
export class Refused extends Error {
  readonly status: number;
  readonly refusal: Refusal;

  constructor(status: number, refusal: Refusal) {
    super(refusal.text);
    this.status = status;
    this.refusal = refusal;
  }
}

export function playerKey(): string | null {
  return localStorage.getItem(KEY);
}

function keep({ key }: PlayerKey): void {
  localStorage.setItem(KEY, key);
}

let making: Promise<void> | null = null;

/** Makes sure that this browser is somebody. */
export function becomeSomebody(): Promise<void> {
  if (playerKey()) return Promise.resolve();
  making ??= ask<PlayerKey>('POST', '/players').then(keep);
  return making.finally(() => (making = null));
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers = new Headers();
  const key = playerKey();
  if (key) headers.set('Authorization', `Bearer ${key}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const request: RequestInit = { method, headers };
  if (body !== undefined) request.body = JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(BASE + path, request);
  } catch {
    throw new Refused(0, {
      error: 'unavailable',
      text: 'The table cannot be reached. Is the connection up?',
    });
  }
  const text = await response.text();
  if (!response.ok) throw new Refused(response.status, refusalOf(text, response.status));
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

function refusalOf(text: string, status: number): Refusal {
  try {
    return JSON.parse(text) as Refusal;
  } catch {
    return { error: 'unavailable', text: `The table answered with status ${status}.` };
  }
}

function query(values: Record<string, string | number | null | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined) params.set(name, String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

const game = (id: string) => `/games/${encodeURIComponent(id)}`;
const scenario = (id: string) => `/scenarios/${encodeURIComponent(id)}`;

/** How many games are listed at once. */
export const PAGE = 100;

/** Whose eyes a replay is seen with. */
export type Eyes = Seat | 'all' | null;

export const api = {
  scenarios: () => ask<Blurb[]>('GET', '/scenarios'),
  board: (id: string) => ask<Board>('GET', `${scenario(id)}/board`),
  picture: (id: string) => `${BASE}${scenario(id)}/picture.svg`,

  /** A page of my games, after this one; the last page has fewer than `PAGE`. */
  games: (after: string | null = null) => ask<GameCard[]>('GET', `/games${query({ after, count: PAGE })}`),
  create: (wish: NewGame) => ask<Created>('POST', '/games', wish),
  info: (id: string) => ask<GameInfo>('GET', game(id)),
  join: (id: string, secret: string, seal: string) =>
    ask<GameInfo>('POST', `${game(id)}/join`, { secret, seal }),
  /** Opens a nonce; without one, the table goes on without it. */
  open: (id: string, side: Seat, nonce?: string) =>
    ask<GameInfo>('POST', `${game(id)}/open`, nonce === undefined ? { side } : { side, nonce }),
  /** A link by which a seat of mine is handed on; one made before is worth nothing then. */
  handOn: (id: string, side: Seat) => ask<Invitation>('POST', `${game(id)}/hand-on`, { side }),
  invite: (id: string, side: Seat) => ask<Invitation>('POST', `${game(id)}/invite`, { side }),
  act: (id: string, act: { id: string; side: Seat; moment: string; action: string }) =>
    ask<unknown>('POST', `${game(id)}/act`, act),
  undo: (id: string, wish: { id: string; side: Seat; moment: string; back: Back }) =>
    ask<unknown>('POST', `${game(id)}/undo`, wish),
  /** Stops the clock of what I am asked. */
  wait: (id: string, side: Seat, moment: string) =>
    ask<Reactions>('POST', `${game(id)}/wait`, { side, moment }),
  /** Says something beforehand of a kind of reactions, or revokes it. */
  stand: (id: string, wish: StandWish) => ask<Reactions>('POST', `${game(id)}/stand`, wish),
  resign: (id: string, side: Seat) => ask<GameInfo>('POST', `${game(id)}/resign`, { side }),
  draw: (id: string, side: Seat, offer: boolean) =>
    ask<GameInfo>('POST', `${game(id)}/draw`, { side, offer }),
  preview: (id: string, side: Seat, action: string) =>
    ask<Preview>('POST', `${game(id)}/preview`, { side, action }),
  outlook: (id: string, side: Seat) => ask<Chances>('GET', `${game(id)}/outlook${query({ side })}`),
  click: (id: string, side: Seat, target: Target) =>
    ask<Clicked>('POST', `${game(id)}/click`, { side, target }),
  overlay: (id: string, side: Seat | null, overlay: string, about: string) =>
    ask<Overlay>('GET', `${game(id)}/overlay${query({ side, id: overlay, about })}`),
  log: (id: string, side: Eyes, from: number) =>
    ask<Heard[]>('GET', `${game(id)}/log${query({ side, from })}`),
  sights: (id: string, side: Eyes, from: number, count: number) =>
    ask<Moments>('GET', `${game(id)}/sights${query({ side, from, count })}`),
  /** Says something; asked for again by the same name, it is said once. */
  chat: (id: string, side: Seat | null, text: string, name: string) =>
    ask<unknown>('POST', `${game(id)}/chat`, side ? { text, side, id: name } : { text, id: name }),
  notes: (id: string, text: string) => ask<unknown>('PUT', `${game(id)}/notes`, { text }),
  webhook: (id: string, url: string) => ask<unknown>('PUT', `${game(id)}/webhook`, url ? { url } : {}),
  record: (id: string) => ask<unknown>('GET', `${game(id)}/record`),
  bringIn: (record: unknown) => ask<Imported>('POST', '/games/import', record),

  /** My keys, one on each device. */
  keys: () => ask<KeyInfo[]>('GET', '/keys'),
  /** Makes a key worth nothing, or those of all other devices. */
  revoke: (id: string | null) => ask<Revoked>('POST', '/keys/revoke', id ? { id } : {}),
  /** A code that carries this player to another device. */
  carry: () => ask<MoveCode>('POST', '/move'),
  /** Becomes the player of a code; whoever this browser was before is forgotten. */
  async arrive(code: string): Promise<void> {
    keep(await ask<PlayerKey>('POST', '/move/redeem', { code }));
  },
};
