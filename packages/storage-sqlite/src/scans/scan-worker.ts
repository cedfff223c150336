import type { Worker } from 'node:worker_threads';
import { ItemList, ListItem, VitrineError } from '@vitrine/core/adapter';
import {
  type ColumnThreadOptions,
  EVERYTHING_CANCELLED,
  type ScanMessage,
  type ScanReport,
  type ScanRole,
  STATE,
} from '../messages.ts';
import { startThread } from '../thread.ts';

/** Receives the reports of one id. `fail` is called when the thread has ended. */
export interface Listener {
  receive(report: ScanReport): void;
  fail(error: Error): void;
}

/** The work of one id in the thread. */
export interface Channel {
  readonly id: number;
  post(message: ScanMessage): void;
  /** Makes the work of the id throw at its next check (`scan-functions.ts`). Work of other ids continues. */
  cancel(): void;
  end(): void;
}

/** A channel and its listener. */
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
  /** The thread has ended, or is ending and accepts no work. */
  readonly isLost: boolean;
  /** The number of open ids. */
  readonly load: number;
  /** The time of `performance.now()` since which no id is open. Null while one is open. */
  readonly idleSince: number | null;
  open(listener: Listener): Channel;
  /** Cancels running work and all later work. For shutdown. */
  cancelAll(): void;
  /** Cancels running work, ends the thread after its current statement, and fails all open work. */
  end(): Promise<void>;
}

/** Milliseconds that process exit waits for a statement. */
const EXIT_MS = 500;

/** The states of all threads. */
const running = new Set<Int32Array<SharedArrayBuffer>>();

/**
 * Lets the process exit while statements run. If a thread is terminated from outside, its calls into JavaScript fail, and
 * better-sqlite3 aborts the process if such a call is a user-defined function or table within a statement. So the exit cancels
 * statements first, and no thread is terminated.
 */
function settleAtExit(cells: Int32Array<SharedArrayBuffer>): void {
  if (running.size === 0) process.on('exit', settle);
  running.add(cells);
}

function settle(): void {
  for (const cells of running) Atomics.store(cells, STATE.cancelled, EVERYTHING_CANCELLED);
  for (const cells of running) Atomics.wait(cells, STATE.busy, 1, EXIT_MS);
}

/**
 * @param deliver passes on the reports of all threads.
 * @param columns makes the thread keep columns.
 */
export function startScanWorker(
  path: string,
  deliver: Deliver,
  {
    columns = null,
    role = 'shared',
  }: { readonly columns?: ColumnThreadOptions | null; readonly role?: ScanRole } = {},
): ScanWorker {
  const state = new SharedArrayBuffer(8);
  const cells = new Int32Array(state);
  const worker: Worker = startThread('scan-thread', { path, state, columns, role });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  settleAtExit(cells);
  const channels = new ItemList<OpenChannel>();
  let lastId = 0;
  let isLost = false;
  let idleSince: number | null = performance.now();

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

  function receive(report: ScanReport): void {
    channels.visit(({ id, listener }) => {
      if (id === report.id) listener.receive(report);
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

  worker.on('message', (report: ScanReport) => deliver(() => receive(report)));
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
      // Keeps the process alive for the caller that waits for the end.
      worker.ref();
      worker.postMessage({ kind: 'close', id: 0 } satisfies ScanMessage);
      await exited;
    },
  };
}

/** Runs an act later, in a turn of the event loop in which no other act of the delivery runs. */
export type Deliver = (act: () => void) => void;

/**
 * Creates a delivery, which runs acts in order, one in each turn of the event loop.
 *
 * A port passes on up to a thousand messages before it returns to the event loop, also those that arrive meanwhile. So a
 * consumer that handles a large result and requests the next one would block the event loop for as long as the thread
 * produces results faster than the consumer handles them.
 */
export function createDelivery(): Deliver {
  const waiting: (() => void)[] = [];

  function runNext(): void {
    const act = waiting.shift();
    if (waiting.length > 0) setImmediate(runNext);
    act?.();
  }

  return (act) => {
    waiting.push(act);
    if (waiting.length === 1) setImmediate(runNext);
  };
}
