import type { Worker } from 'node:worker_threads';
import { UnavailableError, VitrineError } from '@vitrine/core/adapter';
import type { OperationArgs, OperationName } from '@vitrine/storage-sql';
import { closedError, errorOf } from '../connections/errors.ts';
import type { PackedRequest, WriterMessage, WriterReply, WriterReport } from '../messages.ts';
import { startThread } from '../thread.ts';
import type { WriterLoad } from '../thread-metrics.ts';
import { pack } from './packed-lists.ts';

/** The maximum bytes of queued writes, which hold their values in memory. Their number is bounded separately. */
const QUEUED_BYTES = 64 * 1024 * 1024;

export interface Writer {
  /**
   * Resolves when the operation is durable. Operations of one account take effect in the order of their calls.
   * @throws UnavailableError if the queue is full.
   */
  run(account: string | null, name: OperationName, args: OperationArgs<OperationName>): Promise<unknown>;
  load(): WriterLoad;
  /** Finishes accepted writes, checkpoints the log and ends the thread. */
  close(): Promise<void>;
}

export interface WriterOptions {
  readonly path: string;
  readonly maxQueued: number;
  /** Entries of the log of changed records that are kept when it is trimmed. */
  readonly changesKept: number;
  /** Called with one line if the disk did not confirm a write, or the log was removed. */
  onFatal(message: string): void;
}

/**
 * Creates the main thread's side of the writer. The operations of one turn of the event loop are sent in one message, and the
 * thread commits waiting operations as groups (`createWriteQueue`). Waiting for larger groups would reduce throughput, because
 * client, thread and event loop would wait for each other. The first write starts the thread.
 */
export function createWriter({ path, maxQueued, changesKept, onFatal }: WriterOptions): Writer {
  let worker: Worker | null = null;
  const sent = createSentWrites();
  let collected: PackedRequest[] = [];
  let closed: (() => void) | null = null;
  /** Set when no later write can succeed. */
  let refusal: VitrineError | null = null;
  const done = { operations: 0, commits: 0, failures: 0, busySeconds: 0 };

  function start(): Worker {
    const thread = startThread('writer-thread', { path, changesKept });
    thread.on('message', receive);
    thread.on('error', (error) => lose(thread, error.message));
    thread.on('exit', () => lose(thread, 'the writer thread has ended'));
    return thread;
  }

  /** Handles the end of the thread. It is unknown whether sent writes are stored. The next write starts another thread. */
  function lose(thread: Worker, reason: string): void {
    if (worker !== thread) return;
    worker = null;
    failAll(new VitrineError('internal', 'The writer failed.', { cause: new Error(reason) }));
    closed?.();
  }

  function failAll(error: VitrineError): void {
    collected = [];
    for (const write of sent.takeAll()) write.reject(error);
  }

  function receive(report: WriterReport): void {
    if (report === 'closed') {
      worker = null;
      closed?.();
    } else if ('fatal' in report) {
      refusal = new UnavailableError('The storage has failed.');
      failAll(refusal);
      closed?.();
      onFatal(`vitrine: ${report.fatal}; stopping, because nothing written from now on could be trusted`);
    } else {
      settle(report);
    }
  }

  function settle({ ids, results, failures, took }: WriterReply): void {
    const errors = new Map(failures.map(([index, failure]) => [index, errorOf(failure)]));
    done.operations += results.length;
    done.failures += failures.length;
    done.commits++;
    done.busySeconds += took / 1_000;
    results.forEach((result, i) => {
      const write = sent.take(ids[i] ?? -1);
      const error = errors.get(i);
      if (error === undefined) write?.resolve(result);
      else write?.reject(error);
    });
    // `close` waits for a report that comes after the last result.
    if (sent.length === 0 && closed === null) worker?.unref();
  }

  function flush(): void {
    if (collected.length === 0) return;
    const requests = collected;
    collected = [];
    worker ??= start();
    worker.ref();
    worker.postMessage(requests satisfies WriterMessage);
  }

  return {
    run(account, name, args) {
      if (refusal !== null) return Promise.reject(refusal);
      const packed = pack(args);
      const weight = weigh(packed);
      if (sent.length >= maxQueued || (sent.length > 0 && sent.bytes + weight > QUEUED_BYTES)) {
        return Promise.reject(new UnavailableError('Too many writes are waiting.', { retryAfterSeconds: 1 }));
      }
      return new Promise((resolve, reject) => {
        if (collected.length === 0) setImmediate(flush);
        const id = sent.add({ weight, resolve, reject });
        collected.push({ id, account, name, args: packed, weight });
      });
    },
    load: () => ({
      ...done,
      waiting: sent.length,
      waitingBytes: sent.bytes,
      waitingMax: maxQueued,
    }),
    async close() {
      flush();
      const lost = refusal !== null;
      refusal ??= closedError();
      if (worker === null) return;
      if (lost) {
        await worker.terminate();
        return;
      }
      const thread = worker;
      await new Promise<void>((resolve) => {
        closed = resolve;
        thread.ref();
        thread.postMessage('close' satisfies WriterMessage);
      });
    },
  };
}

/** A write that was sent to the thread and has no result yet. */
interface SentWrite {
  readonly weight: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The writes without a result by id. */
interface SentWrites {
  readonly length: number;
  readonly bytes: number;
  /** Returns the id of the write, which no other write has until it is taken. */
  add(write: SentWrite): number;
  /** Removes a write. */
  take(id: number): SentWrite | null;
  takeAll(): SentWrite[];
}

/**
 * Creates an empty list. Ids are places in an array, used again: the tables of a `Map` would chain ended writes into V8's old
 * generation (`ItemList`).
 */
function createSentWrites(): SentWrites {
  const places: (SentWrite | null)[] = [];
  const free: number[] = [];
  let bytes = 0;

  function take(id: number): SentWrite | null {
    const write = places[id] ?? null;
    if (write === null) return null;
    places[id] = null;
    free.push(id);
    bytes -= write.weight;
    return write;
  }

  return {
    get length() {
      return places.length - free.length;
    },
    get bytes() {
      return bytes;
    },
    add(write) {
      const id = free.pop() ?? places.length;
      places[id] = write;
      bytes += write.weight;
      return id;
    },
    take,
    takeAll: () => places.flatMap((_, id) => take(id) ?? []),
  };
}

/** Returns the approximate bytes of plain data. It only bounds queues and groups. */
function weigh(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let weight = 8;
  if (Array.isArray(value)) {
    for (const item of value) weight += weigh(item);
  } else {
    for (const name in value) weight += weigh((value as Record<string, unknown>)[name]);
  }
  return weight;
}
