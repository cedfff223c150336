import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { HttpConnection } from './http-connection.ts';

/** What a thread reads with one request after the other, and a rest between them. */
export interface PacedReads {
  readonly port: number;
  readonly key: string;
  readonly path: string;
  readonly milliseconds: number;
}

const REST_MS = 2;

// The reading thread: what the bench itself does meanwhile delays no measurement. Sends the milliseconds of each request.
const { port, key, path, milliseconds }: PacedReads = workerData;
const connection = new HttpConnection(port);
const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
const times: number[] = [];
for (const endsAt = performance.now() + milliseconds; performance.now() < endsAt; await sleep(REST_MS)) {
  const startedAt = performance.now();
  const status = await new Promise((resolve) => connection.send(request, resolve));
  if (status !== 200) throw new Error(`A read: ${status}`);
  times.push(performance.now() - startedAt);
}
connection.close();
parentPort?.postMessage(times);
