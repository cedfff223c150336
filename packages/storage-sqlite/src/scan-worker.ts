import type { Worker } from 'node:worker_threads';
import { ItemList, ListItem, VitrineError } from '@vitrine/core/storage';
import { EVERYTHING_CANCELLED, type ScanMessage, type ScanReport, STATE } from './messages.ts';
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

/** A channel and who listens to it. */
class OpenChannel extends ListItem implements Channel {
  readonly id: number;
  readonly listener: Listener;
  readonly #worker: Worker;
  readonly #cells: Int32Array<SharedArrayBuffer>;
  readonly #onEnd: (channel: OpenChannel) => void;

  constructor(
    id: number,
    listener: Listener,
    worker: Worker,
    cells: Int32Array<SharedArrayBuffer>,
    onEnd: (channel: OpenChannel) => void,
  ) {
    super();
    this.id = id;
    this.listener = listener;
    this.#worker = worker;
    this.#cells = cells;
    this.#onEnd = onEnd;
  }

  post(message: ScanMessage): void {
    this.#worker.postMessage(message);
  }

  cancel(): void {
    Atomics.store(this.#cells, STATE.cancelled, this.id);
  }

  end(): void {
    this.#onEnd(this);
  }
}

/** The main thread's side of one scan thread. */
export interface ScanWorker {
  /** It has ended, or is to end and takes nothing more. */
  readonly isLost: boolean;
  /** Ids that are open. */
  readonly load: number;
  /** The time of `performance.now()` since which no id is open. Null before the first one and while one is. */
  readonly idleSince: number | null;
  open(listener: Listener): Channel;
  /** Cancels what runs and what is sent later. For shutdown. */
  cancelAll(): void;
  /** Cancels what runs, ends the thread as soon as its statement has ended, and fails all that is open then. */
  end(): Promise<void>;
}

/** Milliseconds that the end of the process waits for a statement. */
const EXIT_MS = 500;

/** The state of every thread there is. */
const running = new Set<Int32Array<SharedArrayBuffer>>();

/**
 * Lets the process end while statements run. Ending a thread from outside makes whatever it calls in JavaScript fail, and
 * better-sqlite3 aborts the process when that is a function or a table of ours within a statement. So the end of the process
 * cancels statements first, and no thread is ever terminated.
 */
function settleAtExit(cells: Int32Array<SharedArrayBuffer>): void {
  if (running.size === 0) process.on('exit', settle);
  running.add(cells);
}

function settle(): void {
  for (const cells of running) Atomics.store(cells, STATE.cancelled, EVERYTHING_CANCELLED);
  for (const cells of running) Atomics.wait(cells, STATE.busy, 1, EXIT_MS);
}

export function startScanWorker(path: string): ScanWorker {
  const state = new SharedArrayBuffer(8);
  const cells = new Int32Array(state);
  const worker: Worker = startThread('scan-thread', { path, state });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  settleAtExit(cells);
  const channels = new ItemList<OpenChannel>();
  let lastId = 0;
  let isLost = false;
  let idleSince: number | null = null;

  function lose(reason: string): void {
    isLost = true;
    running.delete(cells);
    if (running.size === 0) process.off('exit', settle);
    const error = new VitrineError('internal', 'A scan failed.', { cause: new Error(reason) });
    channels.visit((channel) => {
      channels.delete(channel);
      channel.listener.fail(error);
    });
  }

  function cancelAll(): void {
    Atomics.store(cells, STATE.cancelled, EVERYTHING_CANCELLED);
  }

  function endChannel(channel: OpenChannel): void {
    channels.delete(channel);
    if (channels.length > 0) return;
    idleSince = performance.now();
    worker.unref();
  }

  worker.on('message', (report: ScanReport) => {
    channels.visit(({ id, listener }) => {
      if (id === report.id) listener.receive(report);
    });
  });
  worker.on('error', (error) => lose(error.message));
  worker.on('exit', () => lose('a scan thread has ended'));
  worker.unref();

  return {
    get isLost() {
      return isLost;
    },
    get load() {
      return channels.length;
    },
    get idleSince() {
      return idleSince;
    },
    open(listener) {
      const channel = new OpenChannel(++lastId, listener, worker, cells, endChannel);
      channels.add(channel);
      idleSince = null;
      worker.ref();
      return channel;
    },
    cancelAll,
    async end() {
      isLost = true;
      cancelAll();
      // Whoever waits for the end would otherwise end with the process, where nothing else keeps that alive.
      worker.ref();
      worker.postMessage({ kind: 'close', id: 0 } satisfies ScanMessage);
      await exited;
    },
  };
}
