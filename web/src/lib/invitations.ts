// Invitations made by this browser, kept so that their links can be shown again while the seats are free.

import type { Seat } from '../wire';

const name = (game: string, side: Seat) => `longroll.invitation.${game}.${side}`;

export const invitations = {
  of(game: string, side: Seat): string | null {
    return localStorage.getItem(name(game, side));
  },
  keep(game: string, side: Seat, secret: string): void {
    localStorage.setItem(name(game, side), secret);
  },
  forget(game: string, side: Seat): void {
    localStorage.removeItem(name(game, side));
  },
};
