import type { AuthoredWrite, WriteAuthor } from '@vitrine/core/storage';

/** The part of a write's arguments that says who makes it (`AuthoredWrite.by`). */
export interface Authored {
  readonly by: WriteAuthor | null;
}

/** Returns the author of a write. Callers may pass more of a key; only its id and name cross to the writer. */
export function authored({ by }: AuthoredWrite = {}): Authored {
  return { by: by == null ? null : { id: by.id, name: by.name } };
}
