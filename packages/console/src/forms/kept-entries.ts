import { isTabClosed } from './living-tabs.ts';
import { thisTab } from './tab-lock.ts';

/** What a tab has kept of a form in the browser's storage. */
export interface KeptEntry {
  readonly name: string;
  readonly text: string;
}

interface Kept<T> {
  /** In milliseconds. */
  readonly at: number;
  readonly typed: T;
}

/** Keeps what was typed into a form in this tab. Other tabs have their own. @throws if the storage is full or forbidden. */
export function keepEntry(form: string, typed: unknown, owner = thisTab()): KeptEntry {
  const entry = { name: `${form}#${owner}`, text: JSON.stringify({ at: Date.now(), typed }) };
  localStorage.setItem(entry.name, entry.text);
  return entry;
}

/** Returns what this tab has kept of a form, or else the latest that a closed one has left. */
export function findEntry(form: string, owner = thisTab()): KeptEntry | null {
  try {
    const found = Object.keys(localStorage)
      .filter((name) => name.startsWith(`${form}#`))
      .map((name) => ({ name, text: localStorage.getItem(name) ?? '' }));
    const own = found.find(({ name }) => name === `${form}#${owner}`);
    if (own !== undefined) return own;
    return (
      found
        .filter((entry) => isTabClosed(entry.name.slice(form.length + 1), parse(entry).at))
        .toSorted((a, b) => parse(b).at - parse(a).at)[0] ?? null
    );
  } catch {
    return null;
  }
}

/** Takes what a closed tab has left as that of this one. */
export function adoptEntry(form: string, entry: KeptEntry | null, owner = thisTab()): KeptEntry | null {
  if (entry === null || entry.name === `${form}#${owner}`) return entry;
  try {
    const adopted = keepEntry(form, typedOf(entry), owner);
    eraseEntry(entry);
    return adopted;
  } catch {
    // A full storage has no room for both.
    return entry;
  }
}

export function typedOf<T>(entry: KeptEntry | null): T | null {
  return entry === null ? null : parse<T>(entry).typed;
}

/** Erases an entry, unless another tab has kept something else in it since. */
export function eraseEntry(entry: KeptEntry | null): void {
  try {
    if (entry !== null && localStorage.getItem(entry.name) === entry.text)
      localStorage.removeItem(entry.name);
  } catch {
    // A forbidden storage holds nothing.
  }
}

function parse<T>({ text }: KeptEntry): Kept<T | null> {
  try {
    return JSON.parse(text) as Kept<T>;
  } catch {
    return { at: 0, typed: null };
  }
}
