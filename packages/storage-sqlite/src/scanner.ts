import type { Worker } from 'node:worker_threads';
import { UnavailableError, VitrineError } from '@vitrine/core/storage';
import type { OperationArgs, OperationName, Row, StreamArgs, StreamName } from '@vitrine/storage-sql';
import { closedError, errorOf } from './errors.ts';
import type { ScanMessage, ScanReport } from './messages.ts';
import { startThread } from './thread.ts';
import type { ScannerLoad } from './thread-figures.ts';

/** Scans that wait or run, over all threads. Beyond it the storage asks to come back later. */
const QUEUED_SCANS = 1_000;

export interface Scanner {
  run(name: OperationName, args: OperationArgs<OperationName>): Promise<unknown>;
  stream(name: StreamName, args: StreamArgs<StreamName>): AsyncIterable<readonly Row[]>;
  backup(destination: string): Promise<void>;
  load(): ScannerLoad;
  /** Waits for the scans that run, ends streams with an error, and ends the threads. */
  close(): Promise<void>;
}

interface Listener {
  receive(report: ScanReport): void;
  fail(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly listenersById: Map<number, Listener>;
}

/** The main thread's side of the scan threads. They are started as they are needed, at most `threads`. */
export function createScanner(path: string, threads: number): Scanner {
  const running = new Set<Thread>();
  const streams = new Set<Listener>();
  const runs = new Set<Promise<unknown>>();
  let lastId = 0;
  let closed = false;

  function start(): Thread {
    const worker = startThread('scan-thread', path);
    const thread: Thread = { worker, listenersById: new Map() };
    worker.on('message', (report: ScanReport) => thread.listenersById.get(report.id)?.receive(report));
    worker.on('error', (error) => lose(thread, error.message));
    worker.on('exit', () => lose(thread, 'a scan thread has ended'));
    running.add(thread);
    return thread;
  }

  function lose(thread: Thread, reason: string): void {
    running.delete(thread);
    const error = new VitrineError('internal', 'A scan failed.', { cause: new Error(reason) });
    for (const listener of thread.listenersById.values()) listener.fail(error);
    thread.listenersById.clear();
  }

  /** The thread with the least to do; another one if all have something and more may be started. */
  function pick(): Thread {
    let best: Thread | null = null;
    for (const thread of running) {
      if (best === null || thread.listenersById.size < best.listenersById.size) best = thread;
    }
    if (best === null || (best.listenersById.size > 0 && running.size < threads)) return start();
    return best;
  }

  function countWaiting(): number {
    let waiting = 0;
    for (const thread of running) waiting += thread.listenersById.size;
    return waiting;
  }

  /** Throws when too much is waiting. */
  function open(listener: Listener): { id: number; post(message: ScanMessage): void; end(): void } {
    if (closed) throw closedError();
    if (countWaiting() >= QUEUED_SCANS) throw new UnavailableError('Too many searches are waiting.');
    const { worker, listenersById } = pick();
    const id = ++lastId;
    listenersById.set(id, listener);
    worker.ref();
    return {
      id,
      post: (message) => worker.postMessage(message),
      end() {
        listenersById.delete(id);
        if (listenersById.size === 0) worker.unref();
      },
    };
  }

  function ask(message: (id: number) => ScanMessage): Promise<unknown> {
    const answer = new Promise<unknown>((resolve, reject) => {
      const channel = open({
        receive(report) {
          channel.end();
          if ('failure' in report) reject(errorOf(report.failure));
          else resolve('result' in report ? report.result : null);
        },
        fail: reject,
      });
      channel.post(message(channel.id));
    });
    runs.add(answer);
    const forget = () => void runs.delete(answer);
    answer.then(forget, forget);
    return answer;
  }

  async function* stream(name: StreamName, args: StreamArgs<StreamName>): AsyncGenerator<readonly Row[]> {
    let arrived = Promise.withResolvers<Exclude<ScanReport, { result: unknown }>>();
    // A failure between two chunks waits for the consumer; until then nobody looks at it.
    const hush = () => void arrived.promise.catch(() => undefined);
    hush();
    let failure: Error | null = null;
    const listener: Listener = {
      receive(report) {
        if (!('result' in report)) arrived.resolve(report);
      },
      fail(error) {
        failure = error;
        arrived.reject(error);
      },
    };
    const channel = open(listener);
    streams.add(listener);
    let over = false;
    try {
      channel.post({ kind: 'stream', id: channel.id, name, args });
      while (!over) {
        const report = await arrived.promise;
        if ('failure' in report) {
          over = true;
          throw errorOf(report.failure);
        }
        over = report.done;
        if (!over) {
          if (failure !== null) throw failure;
          // One chunk is made while the consumer has the one before: enough to keep both busy.
          arrived = Promise.withResolvers();
          hush();
          channel.post({ kind: 'pull', id: channel.id });
        }
        if (report.rows.length > 0) yield report.rows;
      }
    } finally {
      if (!over) channel.post({ kind: 'stop', id: channel.id });
      streams.delete(listener);
      channel.end();
    }
  }

  return {
    run: (name, args) => ask((id) => ({ kind: 'run', id, name, args })),
    stream,
    async backup(destination) {
      await ask((id) => ({ kind: 'backup', id, destination }));
    },
    load: () => ({ threads: running.size, waiting: countWaiting() }),
    async close() {
      closed = true;
      await Promise.allSettled(runs);
      for (const listener of streams) listener.fail(closedError());
      const ended = [...running];
      running.clear();
      await Promise.all(ended.map(({ worker }) => worker.terminate()));
    },
  };
}
