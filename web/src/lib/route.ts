// Where in the client one is: the fragment of the address, which browsers do not send.

export type Route =
  | { page: 'home' }
  | { page: 'game'; game: string }
  | { page: 'join'; game: string; secret: string }
  | { page: 'move'; code: string }
  | { page: 'lost' };

export function read(hash: string): Route {
  const [page, ...rest] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decode);
  const [first, second] = rest;
  if (!page) return { page: 'home' };
  if (page === 'game' && first && rest.length === 1) return { page, game: first };
  if (page === 'join' && first && second && rest.length === 2) return { page, game: first, secret: second };
  if (page === 'move' && first && rest.length === 1) return { page, code: first };
  return { page: 'lost' };
}

export function write(route: Exclude<Route, { page: 'lost' }>): string {
  switch (route.page) {
    case 'home':
      return '#/';
    case 'game':
      return `#/game/${encodeURIComponent(route.game)}`;
    case 'join':
      return `#/join/${encodeURIComponent(route.game)}/${encodeURIComponent(route.secret)}`;
    case 'move':
      return `#/move/${encodeURIComponent(route.code)}`;
  }
}

/** The route in something pasted: a whole link, a fragment, or a bare code. */
export function fromPaste(text: string): Route {
  const trimmed = text.trim();
  const hash = trimmed.indexOf('#');
  if (hash >= 0) return read(trimmed.slice(hash));
  return /^[\w-]{4,}$/.test(trimmed) ? { page: 'move', code: trimmed } : { page: 'lost' };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
