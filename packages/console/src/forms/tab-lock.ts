import { newKey } from '../requests/creation.ts';

const TAB = 'vitrine.tab';
/** How long the page before a reload may hold the lock of its tab, in milliseconds. */
const RELOAD_MS = 500;

let own = newKey();

/** Absent in pages that browsers do not trust: plain HTTP from another machine. */
export const { locks } = navigator as { readonly locks?: LockManager };

/** Returns the id of this tab. It stays the same over a reload. */
export function thisTab(): string {
  return own;
}

/** Returns the name of the lock that a tab holds while it is open. */
export function lockOf(tab: string): string {
  return `${TAB}/${tab}`;
}

/** Holds the lock of this tab until the page ends. */
export async function lockTab(): Promise<void> {
  try {
    own = sessionStorage.getItem(TAB) ?? own;
    // The copy of a tab has its id, too.
    if (locks !== undefined && !(await hold(locks))) {
      own = newKey();
      await hold(locks);
    }
    sessionStorage.setItem(TAB, own);
  } catch {
    // A forbidden storage: what is kept is that of this visit.
  }
}

/** Resolves to false if another tab has the lock. */
function hold(manager: LockManager): Promise<boolean> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(RELOAD_MS);
    const held = () => new Promise<never>(() => resolve(true));
    manager.request(lockOf(own), { signal }, held).catch(() => resolve(false));
  });
}
