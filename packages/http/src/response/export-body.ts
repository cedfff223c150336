import { type RecordExport, recordsToJson, type ShownRecord } from '@vitrine/core';
import { guardFormula } from '@vitrine/core/imports';
import { csvCell } from './csv.ts';
import type { Reply, StreamedBody } from './reply.ts';

/**
 * Returns the response of an export. Fetches the first records before it starts, so that a failing storage leads to a
 * problem body and not to a broken file.
 */
export async function exportReply(found: RecordExport): Promise<Reply> {
  const { format, storeId } = found;
  const chunks = format === 'csv' ? csvChunks(found) : jsonChunks(found);
  const first = await chunks.next();
  return {
    status: 200,
    headers: {
      'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
      'Content-Disposition': `attachment; filename="${storeId}.${format}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...(found.truncated ? { 'Vitrine-Truncated': 'true' } : {}),
    },
    body: streamChunks(first, chunks),
  };
}

async function* jsonChunks({ records }: RecordExport): AsyncGenerator<string, void> {
  let separator = '[';
  for await (const chunk of records) {
    if (chunk.length === 0) continue;
    yield separator + recordsToJson(chunk).slice(1, -1);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

async function* csvChunks(found: RecordExport): AsyncGenerator<string, void> {
  const guard = found.formulas === 'guarded';
  const { columns } = found;
  const guarded = new Set(guard ? found.textColumns : []);

  const row = (record: ShownRecord) =>
    columns
      .map((name) => {
        const value = record[name];
        return csvCell(typeof value === 'string' && guarded.has(name) ? guardFormula(value) : value);
      })
      .join(',');

  let text = `${columns.map((name) => csvCell(guard ? guardFormula(name) : name)).join(',')}\r\n`;
  for await (const chunk of found.records) {
    for (const record of chunk) text += `${row(record)}\r\n`;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** Pulls one chunk at a time, so that a slow client slows the scan down. The scan ends when the client disconnects. */
export function streamChunks(
  first: IteratorResult<string, void>,
  chunks: AsyncGenerator<string, void>,
): StreamedBody {
  return {
    open(onEnd) {
      let bytes = 0;
      let next: IteratorResult<string, void> | null = first;
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            try {
              const { done, value } = next ?? (await chunks.next());
              next = null;
              if (done === true) {
                controller.close();
                onEnd(bytes);
                return;
              }
              const block = Buffer.from(value);
              bytes += block.byteLength;
              controller.enqueue(block);
            } catch (error) {
              onEnd(bytes);
              throw error;
            }
          },
          async cancel() {
            onEnd(bytes);
            await chunks.return();
          },
        },
        { highWaterMark: 0 },
      );
    },
    async abandon() {
      await chunks.return();
    },
  };
}
