import { UnavailableError } from '../../ground/errors.ts';
import type { Millis, StoreRow } from '../../ground/rows.ts';
import type { ImportPosition, ImportRef, RefusedRecord } from '../../storage/imports/imports.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Action } from './program.ts';
import { restrictValues } from './restrict.ts';

type StepOf<Name extends Action['do']> = Extract<Action, { do: Name }>;

/** The import that the steps of a program advance. */
export interface OpenImport {
  readonly ref: ImportRef;
  /** The positions before and after the last batch. */
  readonly before: ImportPosition;
  readonly at: ImportPosition;
}

const START: ImportPosition = { bytes: 0, line: 0 };
/** Bytes of a record in the imaginary file. */
const RECORD_BYTES = 10;
/** A limit above the number of refused records of any program. */
const NO_LIMIT = 1_000_000;

/** Inserts an import of an imaginary file. `number`: unique in the store. */
export async function openImport(
  { imports }: Storage,
  { accountId, id: storeId }: StoreRow,
  number: number,
  now: Millis,
): Promise<OpenImport> {
  // Ids of imports are unique in the storage.
  const ref = { accountId, storeId, id: `import ${number} of ${storeId}` };
  await imports.insert({ ...ref, plan: '{}', chunks: [], createdAt: now }, []);
  return { ref, before: START, at: START };
}

/** Writes a batch, at the present position or again at the one before. Returns what the import shows afterwards. */
export async function advanceImport(
  storage: Storage,
  store: StoreRow,
  open: OpenImport,
  { records, mode, again }: StepOf<'advanceImport'>,
  now: Millis,
): Promise<{ readonly open: OpenImport; readonly result: unknown }> {
  const from = again ? open.before : open.at;
  const placeOf = (index: number): RefusedRecord => ({
    row: from.line + index + 1,
    line: from.line + index + 1,
    bytes: from.bytes + index * RECORD_BYTES,
    length: RECORD_BYTES,
    errors: '{"":["incomplete"]}',
  });
  const to = { bytes: from.bytes + records.length * RECORD_BYTES + 1, line: from.line + records.length };
  const batch = {
    from,
    to,
    mode,
    records: records.map((record, index) => ({ ...restrictValues(record, store), place: placeOf(index) })),
    existsErrors: '{"":["exists"]}',
    tooLargeErrors: '{"":["large"]}',
    counts: { read: records.length, created: 0, updated: 0, unchanged: 0, refused: 0 },
    refused: [],
    drafts: [],
    changes: '[]',
  };
  const outcome = await orRefused(() => storage.imports.advance(store, open.ref, batch, now));
  const result = { outcome, ...(await showImport(storage, open)) };
  return { open: outcome === 'advanced' ? { ...open, before: from, at: to } : open, result };
}

/** Returns what a caller sees of the import. */
export async function showImport({ imports }: Storage, { ref }: OpenImport): Promise<object> {
  const row = await imports.get(ref);
  const refused = await imports.listRefused(ref, 0, NO_LIMIT);
  if (row === null) return { status: null, refused };
  const { status, position, reason, startedAt, finishedAt } = row;
  const { read, created, updated, unchanged, refused: refusedCount } = row;
  const counts = { read, created, updated, unchanged, refused: refusedCount };
  return { status, position, reason, startedAt, finishedAt, counts, refused };
}

async function orRefused<Result>(run: () => Promise<Result>): Promise<Result | 'refused'> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof UnavailableError) return 'refused';
    throw error;
  }
}
