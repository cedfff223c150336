import type { ColumnKeeper, ColumnOptions, ColumnReply } from '@vitrine/storage-sql';
import { requestScan, resultWithin } from './scan-request.ts';
import { type Deliver, startScanWorker } from './scan-worker.ts';

/** Starts a thread that keeps columns, and writes their use to the memory. */
export function columnKeeper(
  path: string,
  options: ColumnOptions,
  use: SharedArrayBuffer,
  deliver: Deliver,
): ColumnKeeper {
  const worker = startScanWorker(path, deliver, { columns: { options, use } });
  return {
    get isLost() {
      return worker.isLost;
    },
    async ask(request, { milliseconds, signal }) {
      const sent = requestScan(worker, (id) => ({ kind: 'columns', id, request, milliseconds }));
      return (await resultWithin(sent, worker, milliseconds, signal)) as ColumnReply;
    },
    close: () => worker.end(),
  };
}
