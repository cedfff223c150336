import { type Metric, UnavailableError } from '@vitrine/core';
import type { ByteLimits } from './limits.ts';

/** Bytes counted against their owner. */
export interface Hold {
  /** Sets the number of bytes. Does nothing after `end`. */
  resize(bytes: number): void;
  /** Releases the bytes. Further calls do nothing. */
  end(): void;
}

/**
 * Limits the bytes that requests hold in memory, in total and for each owner.
 *
 * An owner that holds nothing is admitted until twice `all` is held, so that owners with many bytes do not lock out
 * others. The check precedes the bytes, so one request of each owner may exceed the limits.
 */
export interface ByteBudget {
  /** Bytes that are counted now. */
  readonly held: number;
  /** Returns whether the owner may hold more bytes. Counts a refusal if not. */
  hasRoom(owner: string): boolean;
  /** @throws UnavailableError if the owner, or all owners together, hold too many bytes. */
  requireRoom(owner: string): void;
  /** Counts the bytes without a check. */
  hold(owner: string, bytes: number): Hold;
  metrics(): Metric[];
}

/**
 * Creates a budget.
 *
 * @param name value of the label `of` in metrics.
 * @param refusal message of the error, with a full stop.
 */
export function byteBudget(name: string, refusal: string, { all, perOwner }: ByteLimits): ByteBudget {
  const heldBy = new Map<string, number>();
  let held = 0;
  let refused = 0;

  function change(owner: string, bytes: number): void {
    held += bytes;
    const own = (heldBy.get(owner) ?? 0) + bytes;
    if (own === 0) heldBy.delete(owner);
    else heldBy.set(owner, own);
  }

  function hasRoom(owner: string): boolean {
    if (held === 0) return true;
    const own = heldBy.get(owner) ?? 0;
    const isAdmitted = own < perOwner && held < (own === 0 ? 2 * all : all);
    if (!isAdmitted) refused++;
    return isAdmitted;
  }

  return {
    get held() {
      return held;
    },
    hasRoom,
    requireRoom(owner) {
      if (!hasRoom(owner)) throw new UnavailableError(refusal);
    },
    hold(owner, bytes) {
      let counted = bytes;
      let isOver = false;
      change(owner, counted);
      const resize = (next: number) => {
        if (isOver || next === counted) return;
        change(owner, next - counted);
        counted = next;
      };
      return {
        resize,
        end() {
          resize(0);
          isOver = true;
        },
      };
    },
    metrics: () => [
      {
        name: 'vitrine_bytes_in_flight',
        help: 'Bytes in memory: responses that clients have not received yet, bodies of requests in flight, and requests that wait behind another one of their connection.',
        kind: 'gauge',
        labels: { of: name },
        value: held,
      },
      {
        name: 'vitrine_bytes_refused_total',
        help: 'Requests refused with 503 because too many bytes were in flight.',
        kind: 'counter',
        labels: { of: name },
        value: refused,
      },
    ],
  };
}
