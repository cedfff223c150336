import type { ServerResponse } from 'node:http';
import type { ByteBudget, Hold } from './byte-budget.ts';
import { type Sweep, Watched } from './sweep.ts';

/** Answers up to this size are not counted: the socket takes them at once. */
export const COUNTED_BYTES = 64 * 1024;
/** Bytes that a streamed answer may have in its buffers. */
const STREAM_BYTES = 1024 * 1024;

/** Counts an answer until the socket has taken it. */
class UnreadAnswer extends Watched {
  readonly #outgoing: ServerResponse;
  readonly #hold: Hold;
  readonly #least: number;

  constructor(outgoing: ServerResponse, hold: Hold, least: number) {
    super();
    this.#outgoing = outgoing;
    this.#hold = hold;
    this.#least = least;
  }

  check(): void {
    this.#hold.resize(Math.max(this.#outgoing.writableLength, this.#least));
  }
}

/**
 * Counts an answer that is about to be sent against its owner, until it has left or its connection is closed.
 * @param size `bytes` is null for a stream, which counts `STREAM_BYTES`, or what waits in its socket when that is more. `isHeld`: all
 * bytes stay in memory until the last one is sent.
 */
export function countAnswer(
  sweep: Sweep,
  budget: ByteBudget,
  owner: string,
  outgoing: ServerResponse,
  { bytes, isHeld }: { readonly bytes: number | null; readonly isHeld: boolean },
): void {
  // The connection is closed already; there will be no other event.
  if (outgoing.destroyed) return;
  const hold = budget.hold(owner, bytes ?? STREAM_BYTES);
  const answer = new UnreadAnswer(
    outgoing,
    hold,
    isHeld ? (bytes ?? STREAM_BYTES) : bytes === null ? STREAM_BYTES : 0,
  );
  sweep.add(answer);
  outgoing.once('close', () => {
    hold.end();
    sweep.delete(answer);
  });
}
