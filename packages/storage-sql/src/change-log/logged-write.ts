import type { AuthoredWrite, StoreRow, WriteAuthor } from '@vitrine/core/storage';

/** How a write of records appends to the log of its store, which has the version that the write expects. */
export interface LogContext {
  /** Whether the store has a history. */
  readonly keepsValues: boolean;
  /** The import that writes. Its records have a history, and are not announced one by one. */
  readonly importId: string | null;
}

/** The part of a write's arguments that says how it is logged. Null: not at all. */
export interface WithLog {
  readonly log: LogContext | null;
}

/** Returns how a write of records of the store is logged. */
export function logged(
  { isLogged, history }: Pick<StoreRow, 'isLogged' | 'history'>,
  importId: string | null = null,
): WithLog {
  const keepsValues = history !== null;
  return { log: isLogged && (importId === null || keepsValues) ? { keepsValues, importId } : null };
}

/** The part of a write's arguments that says who makes it (`AuthoredWrite.by`). */
export interface Authored {
  readonly by: WriteAuthor | null;
}

/** Returns the author of a write. Callers may pass more of a key; only its id and name cross to the writer. */
export function authored({ by }: AuthoredWrite = {}): Authored {
  return { by: by == null ? null : { id: by.id, name: by.name } };
}
