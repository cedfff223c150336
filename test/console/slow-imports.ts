import { setTimeout as delay } from 'node:timers/promises';
import type { Storage } from '@vitrine/core/storage';
import { withAdvance } from '../import-batches.ts';

/** Returns the storage with a pause in milliseconds before each batch of an import, as on a busy machine. */
export function slowImports(storage: Storage, pause: number): Storage {
  return withAdvance(storage, async (...given) => {
    await delay(pause);
    return storage.imports.advance(...given);
  });
}
