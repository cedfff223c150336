import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '@vitrine/core/node';
import { localKeeper } from './columns/local-keeper.ts';
import type { ColumnMessage, ColumnReport } from './columns/messages.ts';

/** By how much columns come after the main thread when they compete for a processor. */
const NICENESS = 5;

if (parentPort === null) throw new Error('column-thread runs as a worker thread');
const port = parentPort;
const keeper = localKeeper(workerData);

lowerPriority(NICENESS);

port.on('message', async (message: ColumnMessage) => {
  if (message === 'close') {
    await keeper.close();
    port.close();
    return;
  }
  const { id, request, milliseconds } = message;
  const reply = await keeper.ask(request, { milliseconds, signal: undefined });
  port.postMessage({ id, reply } satisfies ColumnReport);
});
