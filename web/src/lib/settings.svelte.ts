// What the reader of this screen prefers, kept by the browser.

export type Theme = 'auto' | 'light' | 'dark';
export type Contrast = 'auto' | 'normal' | 'high';
export type Motion = 'auto' | 'full' | 'reduced';

interface Values {
  theme: Theme;
  contrast: Contrast;
  motion: Motion;
  /** Answers that no die decides are given at the first click. */
  oneClick: boolean;
  /** Layers of the ground that are switched off. */
  hidden: string[];
}

const KEEP = 'longroll.settings';
const FIRST: Values = { theme: 'auto', contrast: 'auto', motion: 'auto', oneClick: false, hidden: [] };

function kept(): Values {
  try {
    return { ...FIRST, ...(JSON.parse(localStorage.getItem(KEEP) ?? '{}') as Partial<Values>) };
  } catch {
    return { ...FIRST };
  }
}

function prefers(query: string): boolean {
  return globalThis.matchMedia?.(query).matches ?? false;
}

class Settings {
  values = $state<Values>(kept());

  /** Writes the settings down and shows them on the page. */
  apply(): void {
    const { theme, contrast, motion } = this.values;
    localStorage.setItem(KEEP, JSON.stringify(this.values));
    const dark = theme === 'dark' || (theme === 'auto' && prefers('(prefers-color-scheme: dark)'));
    const high = contrast === 'high' || (contrast === 'auto' && prefers('(prefers-contrast: more)'));
    const root = document.documentElement.dataset;
    root['theme'] = dark ? 'dark' : 'light';
    root['contrast'] = high ? 'high' : 'normal';
    root['motion'] = this.still ? 'reduced' : 'full';
    // A value that was read makes whoever calls this in an effect hear of a change.
    void motion;
  }

  /** Whether nothing may move by itself. */
  get still(): boolean {
    const { motion } = this.values;
    return motion === 'reduced' || (motion === 'auto' && prefers('(prefers-reduced-motion: reduce)'));
  }

  /** Calls back when the machine's own preferences change. */
  watch(changed: () => void): () => void {
    const queries = [
      '(prefers-color-scheme: dark)',
      '(prefers-contrast: more)',
      '(prefers-reduced-motion: reduce)',
    ];
    const lists = queries.map((query) => matchMedia(query));
    for (const list of lists) list.addEventListener('change', changed);
    return () => lists.forEach((list) => list.removeEventListener('change', changed));
  }

  toggleLayer(id: string): void {
    const { hidden } = this.values;
    this.values.hidden = hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id];
  }
}

export const settings = new Settings();
