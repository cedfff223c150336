import type { AnyStore, AnyValue, StoreTypes } from '../../ground/calls/store-types.ts';
import { UnavailableError, VitrineError } from '../../ground/errors.ts';
import { type ReadBody, type RecordBody, readRecordBody } from '../../schema/read-record.ts';
import type { StoreRow, WriteAuthor } from '../../storage/index.ts';
import { showValue } from '../../values/value.ts';
import { asJson } from './call-gate.ts';
import type { ErrorSink } from './error-sink.ts';

/** A write of a record that is about to be checked and made. */
export interface RecordWrite<Types extends StoreTypes = AnyStore> {
  readonly accountId: string;
  readonly storeId: string;
  /** The API key that makes the write, for an import the one that started it. Null: a program without a key. */
  readonly by: WriteAuthor | null;
  /** `upsert`: an element of a batch or of an import, which creates a record or changes one. */
  readonly action: 'add' | 'patch' | 'upsert';
  /** The id of the record that a patch changes. Null in all other writes, whose id follows from the values. */
  readonly recordId: string | null;
  /** Nothing is written, because the call asks what a write would do: `validate`, `previewUpsert`, a dry run. */
  readonly isPreview: boolean;
  /** The given values by property, as responses show them. A hook may change, add and delete members. */
  readonly values: WrittenValues<Types>;
}

export type WrittenValues<Types extends StoreTypes> = string extends keyof Types['Types']
  ? Record<string, AnyValue | undefined>
  : { [Name in keyof Types['Types'] & keyof Types['Row']]?: Types['Row'][Name] | null | undefined };

/** May return a promise. What it throws refuses the write (docs/embedding.md#hooks). */
export type RecordHook<Types extends StoreTypes = AnyStore> = (write: RecordWrite<Types>) => unknown;

/** What a hook is told of a write besides its values and its store. */
export type WriteFacts = Pick<RecordWrite, 'by' | 'action' | 'recordId' | 'isPreview'>;

/** Returns the body of a write as the hooks leave it. @throws VitrineError if one refuses the write. */
export type BeforeWrite = (given: ReadBody) => Promise<ReadBody>;

/** The hooks that run before each write of a record. */
export interface RecordHooks {
  /** Adds a hook for one store, or for all with null. Returns a function that removes it. */
  add(storeId: string | null, hook: RecordHook): () => void;
  /** Returns null if the store has no hooks, so that writes without any cost nothing. */
  of(store: StoreRow, facts: WriteFacts): BeforeWrite | null;
}

interface AddedHook {
  readonly storeId: string | null;
  readonly hook: RecordHook;
}

/** @param onError receives what a hook throws besides a `VitrineError`. */
export function createRecordHooks(onError: ErrorSink): RecordHooks {
  let added: readonly AddedHook[] = [];

  return {
    add(storeId, hook) {
      const one = { storeId, hook };
      added = [...added, one];
      return () => {
        added = added.filter((other) => other !== one);
      };
    },
    of(store, facts) {
      if (added.length === 0) return null;
      const { id: storeId, accountId } = store;
      const hooks = added.filter((each) => each.storeId === null || each.storeId === storeId);
      if (hooks.length === 0) return null;
      return async (given) => {
        let read = given;
        for (const { hook } of hooks) {
          // A hook sees values of the types of their properties only.
          if (read.issues.length > 0) return read;
          const values = showValues(read);
          try {
            await hook({ ...facts, accountId, storeId, values });
          } catch (error) {
            if (error instanceof VitrineError) throw error;
            onError(error);
            throw new UnavailableError('A check of the record failed; try again.');
          }
          read = { ...readRecordBody(store, asJson(values) as RecordBody), id: given.id };
        }
        return read;
      };
    },
  };
}

function showValues({ values }: ReadBody): RecordWrite['values'] {
  return Object.fromEntries(Array.from(values, ([{ name, type }, value]) => [name, showValue(type, value)]));
}
