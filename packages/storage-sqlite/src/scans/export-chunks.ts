import type { ExportedRecords } from '@vitrine/core/storage';
import type { ExportRecords } from '@vitrine/storage-sql';
import { errorOf } from '../connections/errors.ts';
import type { ScanReport } from '../messages.ts';
import type { ScanWorker } from './scan-worker.ts';

interface ExportRequest {
  readonly args: ExportRecords;
  readonly signal: AbortSignal | undefined;
  /** Functions that end the exports in flight with an error. */
  readonly failures: Set<(error: Error) => void>;
}

type ChunkReport = Exclude<ScanReport, { result: unknown }>;

/** Yields the chunks of an export. Requests one chunk ahead. */
export async function* exportChunks(
  worker: ScanWorker,
  { args, signal, failures }: ExportRequest,
): AsyncGenerator<ExportedRecords> {
  let arrived = Promise.withResolvers<ChunkReport>();
  let failure: unknown = null;
  // A failure between two chunks is thrown when the consumer asks for the next one. Until then nothing handles it.
  const hush = () => void arrived.promise.catch(() => undefined);
  hush();

  function fail(error: unknown): void {
    failure ??= error;
    arrived.reject(error);
  }

  const channel = worker.open({
    receive(report) {
      if (!('result' in report)) arrived.resolve(report);
    },
    fail,
  });
  const leave = () => {
    fail(signal?.reason);
    channel.cancel();
  };
  failures.add(fail);
  signal?.addEventListener('abort', leave, { once: true });
  let over = false;
  try {
    channel.post({ kind: 'export', id: channel.id, args });
    while (!over) {
      const report = await arrived.promise;
      if (failure !== null) throw failure;
      if ('failure' in report) {
        over = true;
        throw errorOf(report.failure);
      }
      over = report.done;
      if (!over) {
        // One chunk is read while the consumer handles the one before, which keeps both busy.
        arrived = Promise.withResolvers();
        hush();
        channel.post({ kind: 'pull', id: channel.id });
      }
      yield report.chunk;
    }
  } finally {
    if (!over) channel.post({ kind: 'stop', id: channel.id });
    failures.delete(fail);
    signal?.removeEventListener('abort', leave);
    channel.end();
  }
}
