import { newKey } from '../requests/creation.ts';

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

const TAB = 'vitrine.tab';

/** Stays the same over a reload of the tab. */
const tab = tabId();

function tabId(): string {
  const id = newKey();
  try {
    const known = sessionStorage.getItem(TAB);
    if (known !== null) return known;
    sessionStorage.setItem(TAB, id);
  } catch {
    // A forbidden storage: what is kept is that of this visit.
  }
  return id;
}

/** Keeps what was typed into a form in this tab. Other tabs have their own. @throws if the storage is full or forbidden. */
export function keepEntry(form: string, typed: unknown): KeptEntry {
  const entry = { name: `${form}#${tab}`, text: JSON.stringify({ at: Date.now(), typed }) };
  localStorage.setItem(entry.name, entry.text);
  return entry;
}

/** Returns what this tab has kept of a form, or else what another tab has, which may be closed: the latest. */
export function findEntry(form: string): KeptEntry | null {
  try {
    const found = Object.keys(localStorage)
      .filter((name) => name.startsWith(`${form}#`))
      .map((name) => ({ name, text: localStorage.getItem(name) ?? '' }))
      .toSorted((a, b) => parse(b).at - parse(a).at);
    return found.find(({ name }) => name.endsWith(`#${tab}`)) ?? found[0] ?? null;
  } catch {
    return null;
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
