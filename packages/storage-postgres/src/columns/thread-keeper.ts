import { Worker } from 'node:worker_threads';
import { settledWithin } from '@vitrine/core/adapter';
import { inheritedArguments } from '@vitrine/core/node';
import { type ColumnKeeper, type ColumnReply, DECLINED } from '@vitrine/storage-sql';
import { entries } from '../entries.ts';
import type { ColumnMessage, ColumnReport, KeeperOptions } from './messages.ts';

/** Milliseconds that the end of the thread may take. */
const END_MS = 1_000;

/** Keeps columns in a thread of its own, which this function starts. */
export function threadKeeper(options: KeeperOptions): ColumnKeeper {
  const worker = new Worker(entries.url('column-thread'), {
    name: 'vitrine-column-thread',
    workerData: options,
    ...inheritedArguments(),
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const waiting = new Map<number, (reply: ColumnReply) => void>();
  let lastId = 0;
  let isLost = false;

  function lose(): void {
    isLost = true;
    for (const resolve of waiting.values()) resolve(DECLINED);
    waiting.clear();
  }

  function post(message: ColumnMessage): void {
    worker.postMessage(message);
  }

  worker.on('error', lose);
  worker.on('exit', lose);
  worker.on('message', ({ id, reply }: ColumnReport) => {
    waiting.get(id)?.(reply);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
  });
  worker.unref();

  return {
    get isLost() {
      return isLost;
    },
    ask(request, { milliseconds }) {
      if (isLost) return Promise.resolve(DECLINED);
      const id = ++lastId;
      worker.ref();
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        post({ id, request, milliseconds });
      });
    },
    async close() {
      worker.ref();
      post('close');
      await settledWithin([exited], END_MS);
      await worker.terminate();
    },
  };
}
