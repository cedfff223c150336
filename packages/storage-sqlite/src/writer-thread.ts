import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type OperationArgs, type OperationName, operationOf } from '@vitrine/storage-sql';
import { openConnection } from './connections/connection.ts';
import { failureOf } from './connections/errors.ts';
import type { WriteRequest, WriterMessage, WriterReport, WriterThreadOptions } from './messages.ts';
import { changeLog } from './writing/change-log.ts';
import { checkpoints } from './writing/checkpoints.ts';
import { erasure } from './writing/erasure.ts';
import { unpack } from './writing/packed-lists.ts';
import { runGroup } from './writing/write-group.ts';

/** The maximum operations of a group, and its approximate maximum bytes. */
const GROUP_OPERATIONS = 256;
const GROUP_BYTES = 4 * 1024 * 1024;

if (parentPort === null) throw new Error('writer-thread runs as a worker thread');
const port = parentPort;
const { path, changesKept }: WriterThreadOptions = workerData;
const connection = openConnection({ path, role: 'write' });
const checkpoint = checkpoints(connection);
const changes = changeLog(connection, changesKept);
const erased = erasure(connection, attempt);

/** Operations that are not committed yet, starting at `first`. */
let waiting: WriteRequest[] = [];
let first = 0;
let closing = false;

port.on('message', (message: WriterMessage) => {
  accept(message);
  takeArrived();
  while (first < waiting.length) {
    const group = nextGroup();
    const from = performance.now();
    const answer = runGroup(connection, group);
    const fatal = answer.failures.find(([, failure]) => failure.fatal);
    if (fatal !== undefined) {
      end(fatal[1].detail ?? fatal[1].message);
      return;
    }
    if (group.some(([name]) => operationOf(name).erases) && !attempt(erased.erase)) return;
    report({ ...answer, took: performance.now() - from });
    if (!attempt(changes.afterGroup) || !attempt(() => checkpoint.afterGroup(weightOf(group)))) return;
    takeArrived();
  }
  if (closing && attempt(checkpoint.atClose)) {
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
  for (const [name, args, weight] of message) {
    waiting.push([name, unpack(args) as OperationArgs<OperationName>, weight]);
  }
}

function takeArrived(): void {
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    accept(next.message);
  }
}

function weightOf(group: readonly WriteRequest[]): number {
  return group.reduce((sum, [, , weight]) => sum + weight, 0);
}

function nextGroup(): WriteRequest[] {
  const group: WriteRequest[] = [];
  let bytes = 0;
  for (let next = waiting[first]; next !== undefined; next = waiting[first]) {
    if (group.length > 0 && (group.length === GROUP_OPERATIONS || bytes + next[2] > GROUP_BYTES)) break;
    group.push(next);
    bytes += next[2];
    first++;
  }
  if (first === waiting.length) {
    waiting = [];
    first = 0;
  }
  return group;
}

/** A checkpoint that fails for lack of space or time is repeated later; a failed fsync ends the thread. */
function attempt(step: () => void): boolean {
  try {
    step();
  } catch (error) {
    const failure = failureOf(error);
    if (failure.fatal) {
      end(failure.detail ?? failure.message);
      return false;
    }
  }
  return true;
}

/** Commits and acknowledges nothing more. The connection stays open, because closing it would write. */
function end(reason: string): void {
  port.removeAllListeners('message');
  report({ fatal: reason });
}
