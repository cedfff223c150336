import type { ImportStorage, Storage } from '@vitrine/core/storage';

/** Returns the storage with another way to write the batches of imports. */
export function withAdvance(storage: Storage, advance: ImportStorage['advance']): Storage {
  const imports: ImportStorage = { ...storage.imports, advance };
  return new Proxy(storage, {
    get: (target, name, receiver) => (name === 'imports' ? imports : Reflect.get(target, name, receiver)),
  });
}
