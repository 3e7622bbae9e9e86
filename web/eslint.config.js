import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist', 'node_modules', 'src/wire.ts'] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    rules: {
      // The ground layers are SVG made by the server itself; a page that runs no scripts but its own draws them.
      'svelte/no-at-html-tags': 'off',
      // Plain maps are rebuilt, never changed in place.
      'svelte/prefer-svelte-reactivity': 'off',
      'svelte/no-navigation-without-resolve': 'off',
      // A table in a house network is a page over plain HTTP, and has none of these.
      'no-restricted-properties': [
        'error',
        ...[
          ['crypto', ['randomUUID', 'subtle']],
          [
            'navigator',
            [
              ...[
                'clipboard',
                'credentials',
                'geolocation',
                'keyboard',
                'locks',
                'mediaDevices',
                'permissions',
              ],
              ...['serviceWorker', 'share', 'storage', 'wakeLock'],
            ],
          ],
        ].flatMap(([object, properties]) =>
          properties.map((property) => ({ object, property, message: 'See src/lib/anywhere.ts.' })),
        ),
      ],
      'no-restricted-globals': [
        'error',
        ...['Notification', 'caches', 'cookieStore'].map((name) => ({
          name,
          message: 'Only pages over a safe connection have it.',
        })),
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
);
