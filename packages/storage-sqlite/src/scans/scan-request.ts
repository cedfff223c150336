import { UnavailableError } from '@vitrine/core/adapter';
import { errorOf } from '../connections/errors.ts';
import { type ScanMessage, TOO_LONG } from '../messages.ts';
import type { Channel, ScanWorker } from './scan-worker.ts';

/** A request to a thread, with its result. */
export interface ScanRequest {
  /** Settles when the thread has returned a result or ended. */
  readonly result: Promise<unknown>;
  readonly channel: Channel;
}

/** Sends a message that has one result. */
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
  return { result: promise, channel };
}

/** How long after its deadline a request may run before its thread is abandoned. */
const GRACE_MS = 1_000;

/**
 * Returns the result. If the signal aborts first, cancels the request and throws the signal's reason. If the thread does not
 * end the request soon after its deadline, ends the thread.
 */
export function resultWithin(
  { result, channel }: ScanRequest,
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
    result.then(resolve, reject).finally(end);
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();
  });
}
