import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RefusedRows } from '@vitrine/core';
import { csvCell, csvCellPieces } from '@vitrine/core/server';
import { streamChunks } from './export-body.ts';
import type { Reply } from './reply.ts';

/** Returns refused records as CSV. */
export async function refusedReply(refused: RefusedRows): Promise<Reply> {
  const chunks = encoded(refusedCsv(refused));
  const first = await chunks.next();
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${refused.importId}.csv"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...(refused.more > 0 ? { 'Vitrine-Truncated': 'true' } : {}),
    },
    body: streamChunks(first, chunks),
  };
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  for await (const text of texts) yield Buffer.from(text);
}

/** Characters of a chunk, after which other requests get their turn. */
const CHUNK = 64 * 1024;

/** Yields refused records as CSV, first the header. A record may have 4 MiB, so it is written in chunks. */
export async function* refusedCsv({ columns, rows }: RefusedRows): AsyncGenerator<string, void> {
  yield `${columns.map(csvCell).join(',')}\r\n`;
  for await (const list of rows) {
    let text = '';
    for (const piece of piecesOf(list)) {
      text += piece;
      if (text.length < CHUNK) continue;
      yield text;
      text = '';
      await nextTurn();
    }
    if (text !== '') yield text;
  }
}

function* piecesOf(rows: readonly (readonly (string | null)[])[]): Generator<string, void> {
  for (const cells of rows) {
    for (const [index, cell] of cells.entries()) {
      if (index > 0) yield ',';
      yield* csvCellPieces(cell);
    }
    yield '\r\n';
  }
}
