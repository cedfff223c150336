import type { ServerResponse } from 'node:http';
import type { ByteBudget, Hold } from './byte-budget.ts';
import { type Sweep, Watched } from './deadlines.ts';

/** Responses up to this size are not counted, because the socket accepts them at once. */
export const COUNTED_BYTES = 64 * 1024;
/** Bytes that a streamed response may have in its buffers. */
const STREAM_BYTES = 1024 * 1024;

/** Counts the bytes of a response until the socket has accepted them. */
class UnreadResponse extends Watched {
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
 * Counts the bytes of a response against its owner, from before it is sent until it has been sent or its connection is
 * closed.
 * @param size `bytes` is null for a stream, which counts as `STREAM_BYTES`, or as the bytes in its socket if they are
 * more. `isHeld`: all bytes stay in memory until the last one is sent.
 */
export function countResponse(
  sweep: Sweep,
  budget: ByteBudget,
  owner: string,
  outgoing: ServerResponse,
  { bytes, isHeld }: { readonly bytes: number | null; readonly isHeld: boolean },
): void {
  // A closed connection emits no further event.
  if (outgoing.destroyed) return;
  const hold = budget.hold(owner, bytes ?? STREAM_BYTES);
  const response = new UnreadResponse(
    outgoing,
    hold,
    isHeld ? (bytes ?? STREAM_BYTES) : bytes === null ? STREAM_BYTES : 0,
  );
  sweep.add(response);
  outgoing.once('close', () => {
    hold.end();
    sweep.delete(response);
  });
}
