import { RecordEncoder } from '../encoding/record-encoder.ts';
import type { EncodedRecords, RecordEncoding } from '../encoding/record-encoding.ts';
import type { RecordRow, SlotValue, StoreRow } from '../ground/rows.ts';
import type { Column } from '../query/ast.ts';

/** Returns an encoding of all that a storage stores of a record. */
export function rawEncoding({ properties }: Pick<StoreRow, 'properties'>): RecordEncoding {
  const columns: Column[] = ['id', 'seq', 'created_at', 'updated_at', ...properties.map(({ slot }) => slot)];
  const members = columns.map((name, cell) => {
    const isText = name === 'id' || name.startsWith('t');
    return { name, cell, type: isText ? ('string' as const) : ('number' as const), isGuarded: false };
  });
  return { format: 'json', columns, members };
}

/** Returns the document of chunks. */
export async function documentOf(chunks: AsyncIterable<EncodedRecords>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const { bytes } of chunks) parts.push(bytes);
  return Buffer.concat(parts).toString();
}

/** Returns the records of a document of `rawEncoding`. */
export function parseRaw(document: string): RecordRow[] {
  const records: Record<string, SlotValue>[] = JSON.parse(document);
  return records.map(({ id, seq, created_at, updated_at, ...values }) => ({
    id: String(id),
    seq: Number(seq),
    createdAt: Number(created_at),
    updatedAt: Number(updated_at),
    values: Object.values(values),
  }));
}

/** Returns the document that an export of these records has. */
export function encodeRows(
  store: Pick<StoreRow, 'properties'>,
  encoding: RecordEncoding,
  rows: readonly RecordRow[],
): string {
  const encoder = new RecordEncoder(encoding);
  const parts: Uint8Array[] = [];
  for (const row of rows) {
    encoder.add(encoding.columns.map((column) => storedValue(store, row, column)));
    if (encoder.isFull) parts.push(encoder.take().bytes);
  }
  return Buffer.concat([...parts, encoder.end().bytes]).toString();
}

function storedValue(
  { properties }: Pick<StoreRow, 'properties'>,
  row: RecordRow,
  column: Column,
): SlotValue {
  switch (column) {
    case 'id':
      return row.id;
    case 'seq':
      return row.seq;
    case 'created_at':
      return row.createdAt;
    case 'updated_at':
      return row.updatedAt;
    default:
      return row.values[properties.findIndex(({ slot }) => slot === column)] ?? null;
  }
}
