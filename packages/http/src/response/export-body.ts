import type { RecordExport } from '@vitrine/core';
import type { Reply, StreamedBody } from './reply.ts';

/** Returns the response of an export. */
export async function exportReply(found: RecordExport): Promise<Reply> {
  const { format, storeId } = found;
  const chunks = bytesOf(found);
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

async function* bytesOf({ chunks }: RecordExport): AsyncGenerator<Uint8Array, void> {
  for await (const { bytes } of chunks) yield bytes;
}

/** Pulls one chunk at a time, so that a slow client slows the scan down. The scan ends when the client disconnects. */
export function streamChunks(
  first: IteratorResult<Uint8Array, void>,
  chunks: AsyncGenerator<Uint8Array, void>,
): StreamedBody {
  return {
    open(onEnd) {
      let bytes = 0;
      let next: IteratorResult<Uint8Array, void> | null = first;
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
              bytes += value.byteLength;
              controller.enqueue(value);
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
