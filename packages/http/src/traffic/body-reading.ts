import type { Socket } from 'node:net';
import { lateBody } from '../ground/protocol-error.ts';
import { type DeadlineCounts, type Sweep, Watched } from './deadlines.ts';
import type { BodyPace } from './limits.ts';

/** A body in flight. Its progress is the number of bytes that its connection has received. */
export class BodyReading extends Watched {
  readonly #socket: Socket;
  readonly #pace: BodyPace;
  readonly #end: () => void;
  readonly #startedAt: number;
  readonly #receivedBefore: number;
  #received: number;
  #receivedAt: number;

  constructor(socket: Socket, pace: BodyPace, end: () => void) {
    super();
    this.#socket = socket;
    this.#pace = pace;
    this.#end = end;
    this.#startedAt = performance.now();
    this.#receivedAt = this.#startedAt;
    this.#receivedBefore = socket.bytesRead;
    this.#received = this.#receivedBefore;
  }

  check(now: number): void {
    const { bytesRead } = this.#socket;
    if (bytesRead !== this.#received) {
      this.#received = bytesRead;
      this.#receivedAt = now;
    }
    const { total, silence, rate, grace } = this.#pace;
    const elapsed = now - this.#startedAt;
    const isSlow = elapsed > grace && bytesRead - this.#receivedBefore < (rate * elapsed) / 1_000;
    if (elapsed > total || now - this.#receivedAt > silence || isSlow) this.#end();
  }
}

/**
 * Reads a body within its deadlines.
 * @throws ProtocolError 408 after a deadline. `read` then continues until the connection is closed, and its result is
 * dropped.
 */
export function readInTime<Result>(
  { sweep, deadlines }: { readonly sweep: Sweep; readonly deadlines: DeadlineCounts },
  socket: Socket,
  pace: BodyPace,
  read: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const reading = new BodyReading(socket, pace, () => {
      sweep.delete(reading);
      deadlines.add('read');
      reject(lateBody());
    });
    sweep.add(reading);
    read()
      .then(resolve, reject)
      .finally(() => sweep.delete(reading));
  });
}
