import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** What browsers keep from pages that come over plain HTTP by a name: properties of what they leave them, … */
const SAFE_ONLY = [
  ['crypto', ['randomUUID', 'subtle']],
  [
    'navigator',
    [
      ...['bluetooth', 'clearAppBadge', 'clipboard', 'credentials', 'geolocation', 'getBattery', 'gpu'],
      ...['hid', 'keyboard', 'locks', 'mediaDevices', 'permissions', 'presentation', 'requestMIDIAccess'],
      ...['serial', 'serviceWorker', 'setAppBadge', 'share', 'storage', 'usb', 'wakeLock', 'xr'],
    ],
  ],
];
/** … and whole names. */
const SAFE_GLOBALS = [
  ...[
    'AudioWorklet',
    'BarcodeDetector',
    'Notification',
    'PaymentRequest',
    'PushManager',
    'SharedArrayBuffer',
  ],
  ...['caches', 'cookieStore', 'queryLocalFonts', 'showDirectoryPicker', 'showOpenFilePicker'],
  ...['showSaveFilePicker'],
];

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
        ...SAFE_ONLY.flatMap(([object, properties]) =>
          properties.map((property) => ({ object, property, message: 'See src/lib/anywhere.ts.' })),
        ),
      ],
      // The same by way of `window`, `globalThis`, or anything else.
      'no-restricted-syntax': [
        'error',
        ...SAFE_ONLY.map(([object, properties]) => ({
          selector: `MemberExpression[object.property.name="${object}"][property.name=/^(${properties.join('|')})$/]`,
          message: 'See src/lib/anywhere.ts.',
        })),
        {
          selector: `MemberExpression[object.name=/^(window|globalThis|self)$/][property.name=/^(${SAFE_GLOBALS.join('|')})$/]`,
          message: 'Only pages over a safe connection have it.',
        },
      ],
      'no-restricted-globals': [
        'error',
        ...SAFE_GLOBALS.map((name) => ({
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
