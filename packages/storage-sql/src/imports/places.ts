import type { ImportedRecord, RefusedRecord } from '@vitrine/core/storage';

/** The places of records in their file, as numbers, because each record of a batch has one and hardly any needs it. */
export interface Places {
  /** Four for each record: row, bytes, length, line. */
  readonly numbers: Float64Array;
  /** The errors of records that are not complete, by their place in the batch. */
  readonly errors: ReadonlyMap<number, string>;
}

const NUMBERS = 4;

export function packPlaces(records: readonly ImportedRecord[]): Places {
  const numbers = new Float64Array(records.length * NUMBERS);
  const errors = new Map<number, string>();
  let next = 0;
  records.forEach(({ place, complete }, at) => {
    numbers[next++] = place.row;
    numbers[next++] = place.bytes;
    numbers[next++] = place.length;
    numbers[next++] = place.line;
    if (!complete) errors.set(at, place.errors);
  });
  return { numbers, errors };
}

export function placeAt({ numbers, errors }: Places, at: number): RefusedRecord {
  const [row = 0, bytes = 0, length = 0, line = 0] = numbers.subarray(at * NUMBERS, (at + 1) * NUMBERS);
  return { row, bytes, length, line, errors: errors.get(at) ?? '{}' };
}
