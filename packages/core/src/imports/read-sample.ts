import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CsvRow } from './csv/csv-row.ts';
import { FileProblem } from './file/file-problem.ts';
import type { JsonElement } from './json/json-elements.ts';

/** Records that detection examines. */
export const SAMPLE_ROWS = 1_000;

/**
 * More than a store has properties, because a mapping may skip some. The time to find legal names is quadratic in the
 * number of columns with equal names.
 */
export const COLUMNS_MAX = 1_000;

/** Returns the first rows. An incomplete sample ends anywhere, so its last row and the error that it causes are ignored. */
export async function readSample<Row extends CsvRow | JsonElement>(
  read: (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<Row[], void>,
  sample: Uint8Array,
  isWhole: boolean,
  max: number,
): Promise<{ rows: Row[]; isAll: boolean }> {
  const rows: Row[] = [];
  const error = new FileProblem('The sample ends here.');
  async function* chunks() {
    for (let at = 0; at < sample.length; at += PIECE) {
      yield sample.subarray(at, at + PIECE);
      await nextTurn();
    }
    if (!isWhole) throw error;
  }
  try {
    for await (const found of read(chunks())) {
      for (const row of found) {
        if (rows.length === max) return { rows, isAll: false };
        rows.push(row);
      }
    }
    return { rows, isAll: true };
  } catch (thrown) {
    if (thrown !== error) throw thrown;
    return { rows, isAll: false };
  }
}

/** Bytes of a sample that are parsed in one turn of the event loop. */
const PIECE = 16 * 1024;
