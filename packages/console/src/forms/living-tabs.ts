import { effect } from '@preact/signals';
import { newKey } from '../requests/creation.ts';
import { path, query } from '../router/location.ts';

const TAB = 'vitrine.tab';
/** How long the page before a reload may hold the lock of its tab, in milliseconds. */
const RELOAD_MS = 500;
/** Without locks, the age from which what a tab has kept counts as left, in milliseconds. */
const LEFT_MS = 600_000;

let own = newKey();
/** The other tabs of this browser that were open when it was asked last. Null: it can't say. */
let seen: { readonly at: number; readonly tabs: ReadonlySet<string> } | null = null;

/** Returns the id of this tab. It stays the same over a reload. */
export function thisTab(): string {
  return own;
}

/**
 * Returns whether the tab that has kept something is closed. Without locks (pages that browsers do not trust: plain HTTP from
 * another machine), a tab that has kept nothing for ten minutes counts as closed.
 *
 * @param at when it was kept, in milliseconds.
 */
export function isTabClosed(tab: string, at: number): boolean {
  if (seen === null) return at < Date.now() - LEFT_MS;
  return at < seen.at && !seen.tabs.has(tab);
}

/**
 * Joins the tabs of this browser: this one holds a lock with its id while it is open. Resolves when it knows the others, and
 * looks for them again whenever it is entered and whenever it shows another page.
 */
export async function joinLivingTabs(): Promise<void> {
  const { locks } = navigator as { readonly locks?: LockManager };
  own = readId() ?? own;
  if (locks !== undefined) {
    // The copy of a tab has its id, too.
    if (!(await hold(locks, own))) {
      own = newKey();
      await hold(locks, own);
    }
    await look(locks);
    window.addEventListener('focus', () => void look(locks));
    effect(() => {
      void path.value;
      void query.value;
      void look(locks);
    });
  }
  keepId(own);
}

/** Holds the lock of a tab until the page ends. Resolves to false if another tab has it. */
function hold(locks: LockManager, tab: string): Promise<boolean> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(RELOAD_MS);
    const held = () => {
      resolve(true);
      return new Promise<never>(() => {});
    };
    locks.request(`${TAB}/${tab}`, { signal }, held).catch(() => resolve(false));
  });
}

async function look(locks: LockManager): Promise<void> {
  const at = Date.now();
  try {
    const { held = [] } = await locks.query();
    if (seen === null || seen.at <= at) seen = { at, tabs: new Set(held.map(tabOf)) };
  } catch {
    // A page that may use no storage may use no locks.
  }
}

function tabOf({ name = '' }: LockInfo): string {
  return name.slice(TAB.length + 1);
}

function readId(): string | null {
  try {
    return sessionStorage.getItem(TAB);
  } catch {
    return null;
  }
}

function keepId(id: string): void {
  try {
    sessionStorage.setItem(TAB, id);
  } catch {
    // A forbidden storage: what is kept is that of this visit.
  }
}
