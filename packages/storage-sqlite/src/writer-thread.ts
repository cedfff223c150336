import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type OperationArgs, type OperationName, operationOf } from '@vitrine/storage-sql';
import { openConnection } from './connections/connection.ts';
import { type Failure, failureOf } from './connections/errors.ts';
import type { WriteRequest, WriterMessage, WriterReport, WriterThreadOptions } from './messages.ts';
import { changeLog } from './writing/change-log.ts';
import { erasure } from './writing/erasure.ts';
import { unpack } from './writing/packed-lists.ts';
import { checkpoints, heldLog } from './writing/write-ahead-log.ts';
import { runGroup } from './writing/write-group.ts';
import { createWriteQueue } from './writing/write-queue.ts';

if (parentPort === null) throw new Error('writer-thread runs as a worker thread');
const port = parentPort;
const { path, changesKept }: WriterThreadOptions = workerData;
const connection = openConnection({ path, role: 'write' });
const checkpoint = checkpoints(connection);
const changes = changeLog(connection, changesKept);
const erased = erasure(connection, attempt);

const holdsLog = heldLog(path);
const queue = createWriteQueue();
let closing = false;

port.on('message', (message: WriterMessage) => {
  accept(message);
  takeArrived();
  while (queue.length > 0) {
    const from = performance.now();
    const { group, results, failures } = runGroup(connection, queue.takeGroup());
    const fatal = failures.find(([, failure]) => failure.fatal);
    if (fatal !== undefined) {
      endUnconfirmed(fatal[1]);
      return;
    }
    if (!requireLog()) return;
    if (group.some(({ name }) => operationOf(name).erases) && !attempt(erased.erase)) return;
    const took = performance.now() - from;
    report({ ids: group.map(({ id }) => id), results, failures, took });
    if (!attempt(changes.afterGroup) || !attempt(() => checkpoint.afterGroup(weightOf(group)))) return;
    takeArrived();
  }
  if (closing && requireLog() && attempt(checkpoint.atClose)) {
    erased.close();
    connection.close();
    report('closed');
    port.close();
  }
});

function report(message: WriterReport): void {
  port.postMessage(message);
}

function accept(message: WriterMessage): void {
  if (message === 'close') {
    closing = true;
    return;
  }
  for (const { args, ...request } of message) {
    queue.add({ ...request, args: unpack(args) as OperationArgs<OperationName> });
  }
}

function takeArrived(): void {
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    accept(next.message);
  }
}

function weightOf(group: readonly WriteRequest[]): number {
  return group.reduce((sum, { weight }) => sum + weight, 0);
}

/** A checkpoint that fails for lack of space or time is repeated later; a failed fsync ends the thread. */
function attempt(step: () => void): boolean {
  try {
    step();
  } catch (error) {
    const failure = failureOf(error);
    if (failure.fatal) {
      endUnconfirmed(failure);
      return false;
    }
  }
  return true;
}

/** Returns false, and ends, if what was committed is lost with its log. */
function requireLog(): boolean {
  const isHeld = holdsLog();
  if (!isHeld) {
    end(
      `${path}-wal was removed while it was in use, by hand or by another copy of SQLite in this process, with the last writes`,
    );
  }
  return isHeld;
}

function endUnconfirmed({ detail, message }: Failure): void {
  end(`the disk did not confirm a write to ${path} (${detail ?? message})`);
}

/** Commits and acknowledges nothing more. The connection stays open, because closing it would write. */
function end(reason: string): void {
  port.removeAllListeners('message');
  report({ fatal: reason });
}
