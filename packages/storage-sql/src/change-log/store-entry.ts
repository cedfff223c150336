import type { ImportedNumbers, Millis, StoreChangeType } from '@vitrine/core/storage';
import type { SqlDialect } from '../statements/dialect.ts';
import type { Steps } from '../statements/statement.ts';
import { appendEntries } from './append.ts';
import type { Authored } from './logged-write.ts';

/** A store after a change, for the entry of its log. */
export interface LoggedStore {
  readonly storeId: string;
  readonly storeVersion: number;
  readonly isLogged: boolean;
}

/** The change of a store or an import. */
export interface StoreEntry extends Authored {
  readonly type: StoreChangeType | 'records.imported';
  readonly at: Millis;
  readonly imported?: ImportedNumbers;
}

/** Appends the entry to the log of the store if that is on. */
export function* appendStoreEntry(
  dialect: SqlDialect,
  { storeId, storeVersion, isLogged }: LoggedStore,
  { by, ...entry }: StoreEntry,
): Steps<void> {
  if (!isLogged) return;
  const log = { keepsValues: false, importId: null };
  yield* appendEntries(dialect, { storeId, storeVersion, by, log }, [entry]);
}
