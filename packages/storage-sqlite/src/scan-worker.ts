import type { Worker } from 'node:worker_threads';
import { VitrineError } from '@vitrine/core/storage';
import type { ScanMessage, ScanReport } from './messages.ts';
import { startThread } from './thread.ts';

/** Receives what the thread reports under one id; `fail` is called when the thread is gone. */
export interface Listener {
  receive(report: ScanReport): void;
  fail(error: Error): void;
}

/** Work of one id in the thread. */
export interface Channel {
  readonly id: number;
  post(message: ScanMessage): void;
  /** Makes what runs under the id throw at its next look (`scan-functions.ts`); what runs under another id goes on. */
  cancel(): void;
  end(): void;
}

/** The main thread's side of one scan thread. */
export interface ScanWorker {
  /** It has ended, or is to end and takes nothing more. */
  readonly isLost: boolean;
  /** Ids that are open. */
  readonly load: number;
  open(listener: Listener): Channel;
  /** Ends the thread as soon as the statement that runs has ended, and fails all that is open then. */
  end(): Promise<void>;
}

export function startScanWorker(path: string): ScanWorker {
  const cancelled = new SharedArrayBuffer(4);
  const cell = new Int32Array(cancelled);
  const worker: Worker = startThread('scan-thread', { path, cancelled });
  const listenersById = new Map<number, Listener>();
  let lastId = 0;
  let isLost = false;

  function lose(reason: string): void {
    isLost = true;
    const error = new VitrineError('internal', 'A scan failed.', { cause: new Error(reason) });
    const listeners = [...listenersById.values()];
    listenersById.clear();
    for (const listener of listeners) listener.fail(error);
  }

  worker.on('message', (report: ScanReport) => listenersById.get(report.id)?.receive(report));
  worker.on('error', (error) => lose(error.message));
  worker.on('exit', () => lose('a scan thread has ended'));
  worker.unref();

  return {
    get isLost() {
      return isLost;
    },
    get load() {
      return listenersById.size;
    },
    open(listener) {
      const id = ++lastId;
      listenersById.set(id, listener);
      worker.ref();
      return {
        id,
        post: (message) => worker.postMessage(message),
        cancel: () => void Atomics.store(cell, 0, id),
        end() {
          listenersById.delete(id);
          if (listenersById.size === 0) worker.unref();
        },
      };
    },
    async end() {
      isLost = true;
      await worker.terminate();
    },
  };
}
