import { effect } from '@preact/signals';
import { path, query } from '../router/location.ts';
import { lockOf, locks } from './tab-lock.ts';

/** Without locks, the age from which what a tab has kept counts as left, in milliseconds. */
const LEFT_MS = 600_000;

/** The locks of the tabs of this browser that were open when it was asked last. Null: it can't say. */
let seen: { readonly at: number; readonly held: ReadonlySet<string> } | null = null;

/**
 * Returns whether the tab that has kept something is closed. Where there are no locks, a tab that has kept nothing for ten
 * minutes counts as closed.
 *
 * @param at when it was kept, in milliseconds.
 */
export function isTabClosed(tab: string, at: number): boolean {
  if (seen === null) return at < Date.now() - LEFT_MS;
  return at < seen.at && !seen.held.has(lockOf(tab));
}

async function look(): Promise<void> {
  const at = Date.now();
  try {
    const { held = [] } = (await locks?.query()) ?? {};
    if (seen === null || seen.at <= at) seen = { at, held: new Set(held.map(({ name = '' }) => name)) };
  } catch {
    // A page that may use no storage may use no locks.
  }
}

// A form that is shown first asks already. Later ones come after this tab was entered, or has shown another page.
if (locks !== undefined) {
  await look();
  window.addEventListener('focus', look);
  effect(() => {
    void path.value;
    void query.value;
    void look();
  });
}
