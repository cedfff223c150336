import { useRef, useState } from 'preact/hooks';
import { useLeaveQuestion } from '../router/leave-question.ts';
import { useSession } from '../session/session.ts';
import { adoptEntry, eraseEntry, findEntry, type KeptEntry, keepEntry, typedOf } from './kept-entries.ts';
import { thisTab } from './tab-lock.ts';

const PREFIX = 'vitrine.form';
/** The owner of what is no input of one tab. */
export const DEVICE = '';

interface KeptForm<T> {
  /** The input that is neither saved nor given up. Null: none. */
  readonly typed: T | null;
  readonly keep: (typed: T) => void;
  /**
   * Forgets what was typed, because it is saved or given up. Returns whether nothing is kept: what was typed after the
   * function was read stays, such as in the middle of a save.
   */
  readonly forget: () => boolean;
}

/**
 * Keeps what is typed into a form on this device: over another screen, a reload, a closed tab and the end of the session.
 * No other tab gets what a tab has typed while that one is open. Where the browser's storage is full or forbidden, it asks
 * before the page is left.
 *
 * @param name of the form among those of the account, such as `location/7/12`.
 * @param owner what all tabs keep together has `DEVICE`.
 */
export function useKeptForm<T>(name: string, owner = thisTab()): KeptForm<T> {
  const { identity } = useSession();
  const entry = entryOf(identity.accountId, name);
  const kept = useRef<KeptEntry | null>(null);
  const [typed, setTyped] = useState<T | null>(() => {
    kept.current = adoptEntry(entry, findEntry(entry, owner), owner);
    return typedOf(kept.current);
  });
  const latest = useRef(typed);
  const [isUnkept, setUnkept] = useState(false);
  useLeaveQuestion(isUnkept && typed !== null);
  return {
    typed,
    keep(next) {
      latest.current = next;
      setTyped(next);
      const before = kept.current;
      try {
        kept.current = keepEntry(entry, next, owner);
        // That of a closed tab goes on in this one.
        if (before?.name !== kept.current.name) eraseEntry(before);
        setUnkept(false);
      } catch {
        setUnkept(true);
      }
    },
    forget() {
      if (latest.current !== typed) return false;
      latest.current = null;
      setTyped(null);
      eraseEntry(kept.current);
      kept.current = null;
      return true;
    },
  };
}

/** Returns what is kept of a form now, which another tab may have changed. */
export function readKeptForm<T>(accountId: string, name: string, owner = thisTab()): T | null {
  return typedOf<T>(findEntry(entryOf(accountId, name), owner));
}

/** Returns whether something is kept that was typed into a form. */
export function hasKeptForm(accountId: string, name: string): boolean {
  return findEntry(entryOf(accountId, name)) !== null;
}

/**
 * Takes what was typed into a form whose object was deleted. Returns a function that keeps it for the form of the object
 * that takes its place.
 */
export function takeKeptForm(accountId: string, name: string): (name: string) => void {
  const kept = findEntry(entryOf(accountId, name));
  eraseEntry(kept);
  return (next) => {
    if (kept !== null) keepEntry(entryOf(accountId, next), typedOf(kept));
  };
}

function entryOf(accountId: string, name: string): string {
  return `${PREFIX}/${accountId}/${name}`;
}
