import { csvCell, type RefusedRows } from '@vitrine/core';
import { streamChunks } from './export-body.ts';
import type { Reply } from './reply.ts';

/** Returns refused records as CSV, as they are written in the file. */
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
    },
    body: streamChunks(first, chunks),
  };
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  for await (const text of texts) yield Buffer.from(text);
}

/** Yields refused records as CSV, first the header. */
export async function* refusedCsv({ columns, rows }: RefusedRows): AsyncGenerator<string, void> {
  yield `${columns.map(csvCell).join(',')}\r\n`;
  for await (const list of rows) yield list.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}
