import { EVERYTHING, type Order, type Position } from '../../query/ast.ts';
import type { PropertyRow, RecordRow, StoreRow } from '../../storage/index.ts';
import { takeLoopTurn } from '../../turns/loop-turn.ts';
import type { ServiceContext } from '../calls/context.ts';

/** Values of a page. */
const PAGE = 500;
/** Bytes of a page: a value has up to 256 kB. */
const PAGE_BYTES = 1024 * 1024;

/** New records come last, so that a walk also sees those that are written meanwhile. */
const OLDEST_FIRST: Order = { column: 'seq', direction: 'asc' };

/** The value of a property in one record. */
export interface PropertyValue extends Pick<RecordRow, 'id' | 'seq' | 'updatedAt'> {
  readonly value: string | number;
}

export interface ValuePage {
  readonly values: readonly PropertyValue[];
  /** The number of the record after which the next page begins. Null: there is none. */
  readonly next: number | null;
}

/**
 * Returns the set values of a property in the next records, the oldest first, with those of expired ones: a longer
 * `recordTtl` would bring them back.
 */
export async function readPropertyValues(
  { storage, clock }: Pick<ServiceContext, 'storage' | 'clock'>,
  store: StoreRow,
  property: PropertyRow,
  after: number | null,
): Promise<ValuePage> {
  await takeLoopTurn({ account: store.accountId });
  const narrow = { ...store, recordTtl: null, properties: [property] };
  const position: Position | null = after === null ? null : { value: after, seq: after };
  const query = {
    where: EVERYTHING,
    order: OLDEST_FIRST,
    after: position,
    limit: PAGE,
    maxBytes: PAGE_BYTES,
  };
  const { rows, more } = await storage.records.find(narrow, query, clock());
  const values = rows.flatMap(({ id, seq, updatedAt, values: [value = null] }) =>
    value === null ? [] : [{ id, seq, updatedAt, value }],
  );
  return { values, next: more ? (rows.at(-1)?.seq ?? null) : null };
}

/** Returns whether a record that was written then has expired. */
export function isExpired({ recordTtl }: StoreRow, updatedAt: number, now: number): boolean {
  return recordTtl !== null && updatedAt + recordTtl * 1_000 <= now;
}
