import { useState } from 'preact/hooks';
import { useSession } from './session.ts';

const PREFIX = 'vitrine.form';

interface KeptForm<T> {
  /** The input that is neither saved nor given up. Null: none. */
  readonly typed: T | null;
  readonly keep: (typed: T) => void;
  /** Forgets what was typed, because it is saved or given up. */
  readonly forget: () => void;
}

/**
 * Keeps what is typed into a form on this device: over another screen, a reload, a closed tab and the end of the session.
 * Where the browser allows no storage, it is kept until the form is left.
 *
 * @param name of the form among those of the account, such as `location/7/12`.
 */
export function useKeptForm<T>(name: string): KeptForm<T> {
  const { identity } = useSession();
  const entry = `${PREFIX}/${identity.accountId}/${name}`;
  const [typed, setTyped] = useState<T | null>(() => read(entry));
  return {
    typed,
    keep(next) {
      setTyped(next);
      try {
        localStorage.setItem(entry, JSON.stringify(next));
      } catch {
        // A full or forbidden storage.
      }
    },
    forget() {
      setTyped(null);
      try {
        localStorage.removeItem(entry);
      } catch {
        // A forbidden storage holds nothing.
      }
    },
  };
}

/** Returns whether something is kept that was typed into a form. */
export function hasKeptForm(accountId: string, name: string): boolean {
  return read(`${PREFIX}/${accountId}/${name}`) !== null;
}

function read<T>(entry: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(entry) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
