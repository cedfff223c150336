import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { localKeeper } from './columns/local-keeper.ts';
import type { ColumnMessage, ColumnReport } from './columns/messages.ts';

/** The lower priority of columns when they compete with the main thread for a processor. */
const NICENESS = 5;

if (parentPort === null) throw new Error('column-thread runs as a worker thread');
const port = parentPort;
const keeper = localKeeper(workerData);

// On Linux each thread has its own priority.
if (process.platform === 'linux') setPriority(NICENESS);

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
