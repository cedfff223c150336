import { columnHits } from '../columns/column-hits.ts';
import type { ColumnQuestion } from './column-questions.ts';
import { ask } from './seed.ts';
import type { Served } from './served.ts';

/** Milliseconds in which columns have to be loaded. */
const LOADED_MS = 60_000;
/** Smaller stores have no columns. */
export const RECORDS_MIN = 4_000;
/** The hits of the metric that show that a question is answered from columns. */
const HITS = 3;
/** Questions between two readings of the metric. */
const ASKED = 20;

const hitsOf = ({ port, key }: Served) => columnHits(`http://127.0.0.1:${port}`, key);

/**
 * Asks until columns answer. Returns whether they do: small stores never have columns. Nobody else may search meanwhile.
 */
export async function loadColumns(
  served: Served,
  question: ColumnQuestion,
  records: number,
): Promise<boolean> {
  const until = performance.now() + (records < RECORDS_MIN ? 0 : LOADED_MS);
  let before = await hitsOf(served);
  for (let index = 0; ; index++) {
    await ask(served, question.request(index, { records, cursors: {} }));
    if (index % ASKED === 0) {
      const hits = await hitsOf(served);
      if (hits >= before + HITS) return true;
      before = hits;
      if (performance.now() > until) return false;
    }
  }
}
