import { UnavailableError } from '@vitrine/core/storage';
import { errorOf } from '../connections/errors.ts';
import { type ScanMessage, TOO_LONG } from '../messages.ts';
import type { Channel, ScanWorker } from './scan-worker.ts';

/** Work that a thread does, with its result. */
export interface ScanRequest {
  /** Settles when the thread has returned a result or ended. */
  readonly answer: Promise<unknown>;
  readonly channel: Channel;
}

/** Sends a message that is answered with one result. */
export function requestScan(worker: ScanWorker, message: (id: number) => ScanMessage): ScanRequest {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const channel = worker.open({
    receive(report) {
      channel.end();
      if ('failure' in report) reject(errorOf(report.failure));
      else resolve('result' in report ? report.result : null);
    },
    fail(error) {
      channel.end();
      reject(error);
    },
  });
  channel.post(message(channel.id));
  return { answer: promise, channel };
}

/** How long after its deadline a request may run before its thread is abandoned. */
const GRACE_MS = 1_000;

/**
 * Returns the result. If the signal aborts first, cancels the request and throws the signal's reason. If the thread does not
 * end the request soon after its deadline, ends the thread.
 */
export function resultWithin(
  { answer, channel }: ScanRequest,
  worker: ScanWorker,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new UnavailableError(TOO_LONG));
      void worker.end();
    }, milliseconds + GRACE_MS);
    const leave = () => {
      reject(signal?.reason);
      channel.cancel();
    };
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
    answer.then(resolve, reject).finally(end);
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();
  });
}
