import { createHash } from 'node:crypto';

export interface Digest {
  readonly count: number;
  readonly sha256: string;
}

/**
 * Returns the number of rows, and the SHA-256 of what `kept` returns for them, one JSON line for each row.
 *
 * @param onPage is called with the number of rows of each page.
 */
export async function digestOf<Row>(
  pages: AsyncIterable<readonly Row[]>,
  kept: (row: Row) => unknown,
  onPage: (count: number) => void = () => undefined,
): Promise<Digest> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const page of pages) {
    for (const row of page) hash.update(`${JSON.stringify(kept(row))}\n`);
    count += page.length;
    onPage(page.length);
  }
  return { count, sha256: hash.digest('hex') };
}
