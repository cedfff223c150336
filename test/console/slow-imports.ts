import { setTimeout as delay } from 'node:timers/promises';
import type { ImportStorage, Storage } from '@vitrine/core/storage';

/** Returns the storage with a pause in milliseconds before each batch of an import, as on a busy machine. */
export function slowImports(storage: Storage, pause: number): Storage {
  const imports: ImportStorage = {
    ...storage.imports,
    async advance(...given) {
      await delay(pause);
      return storage.imports.advance(...given);
    },
  };
  return new Proxy(storage, {
    get: (target, name, receiver) => (name === 'imports' ? imports : Reflect.get(target, name, receiver)),
  });
}
