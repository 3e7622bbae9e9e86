// Invitations made by this browser, kept so that their links can be shown again while the seats are free.

import type { Side } from '../wire';

const name = (game: string, side: Side) => `longroll.invitation.${game}.${side}`;

export const invitations = {
  of(game: string, side: Side): string | null {
    return localStorage.getItem(name(game, side));
  },
  keep(game: string, side: Side, secret: string): void {
    localStorage.setItem(name(game, side), secret);
  },
  forget(game: string, side: Side): void {
    localStorage.removeItem(name(game, side));
  },
};
