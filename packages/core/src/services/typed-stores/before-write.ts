import type { StoreTypes } from '../../ground/calls/store-types.ts';
import { ValidationError } from '../../ground/errors.ts';
import type { RecordHook, RecordHooks } from '../calls/record-hooks.ts';
import type { TypedStore } from './typed-store.ts';

/**
 * Adds a hook that runs before each write of a record that this process makes (docs/embedding.md#hooks): of all stores of
 * all accounts, or of one store with its types. Returns a function that removes it.
 */
export interface AddHook {
  (event: 'record.write', hook: RecordHook): () => void;
  <Types extends StoreTypes>(
    event: 'record.write',
    store: TypedStore<Types>,
    hook: RecordHook<Types>,
  ): () => void;
}

export function hookAdder(hooks: RecordHooks): AddHook {
  return (event: string, ...rest: readonly unknown[]) => {
    const [store, hook] = rest.length > 1 ? (rest as [Pick<TypedStore, 'id'>, unknown]) : [null, rest[0]];
    // For programs that the compiler does not check.
    if (event !== 'record.write') {
      throw new ValidationError([{ path: 'event', message: "Expected 'record.write'." }]);
    }
    if (typeof hook !== 'function') {
      throw new ValidationError([{ path: 'hook', message: 'Expected a function.' }]);
    }
    return hooks.add(store?.id ?? null, hook as RecordHook);
  };
}
