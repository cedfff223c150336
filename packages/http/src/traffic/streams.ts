import type { ServerResponse } from 'node:http';
import { type Metric, RateLimitedError } from '@vitrine/core';
import type { MaybePromise } from '@vitrine/core/server';
import type { StreamLimits } from './limits.ts';
import type { LoopShares } from './loop-shares.ts';

/** A stream that is open, until `end`. */
export interface OpenStream {
  /**
   * Waits for a share of the event loop before a part is sent. All streams of a store get a part at the same time, so
   * they would otherwise delay requests until all of them have sent it. Rejects if the signal aborts.
   */
  takeShare(signal: AbortSignal): MaybePromise<void>;
  /** Further calls do nothing. */
  end(): void;
}

/**
 * The event streams of a server. A stream takes no turn and has no deadline of a request, so their number is limited. It
 * ends itself (`StreamLimits.total`).
 */
export interface Streams {
  /**
   * Counts a stream.
   * @param owner whose streams share their part of the event loop.
   * @throws RateLimitedError if the key or the server has as many as it may have.
   */
  open(keyId: string, owner: string): OpenStream;
  /** Notes that a response is a stream. */
  add(outgoing: ServerResponse): void;
  has(outgoing: ServerResponse): boolean;
  metrics(): Metric[];
}

const RETRY_AFTER_SECONDS = 10;

export function createStreams({ all, perKey }: StreamLimits, shares: LoopShares): Streams {
  const openByKey = new Map<string, number>();
  const responses = new WeakSet<ServerResponse>();
  let open = 0;
  let refused = 0;

  return {
    open(keyId, owner) {
      const own = openByKey.get(keyId) ?? 0;
      if (open >= all || own >= perKey) {
        refused++;
        throw new RateLimitedError(RETRY_AFTER_SECONDS);
      }
      open++;
      openByKey.set(keyId, own + 1);
      let isOpen = true;
      return {
        takeShare: (signal) => shares.run(`streams ${owner}`, { signal }, () => undefined),
        end() {
          if (!isOpen) return;
          isOpen = false;
          open--;
          const rest = (openByKey.get(keyId) ?? 1) - 1;
          if (rest === 0) openByKey.delete(keyId);
          else openByKey.set(keyId, rest);
        },
      };
    },
    add: (outgoing) => void responses.add(outgoing),
    has: (outgoing) => responses.has(outgoing),
    metrics: () => [
      { name: 'vitrine_streams', help: 'Open event streams.', kind: 'gauge', value: open },
      {
        name: 'vitrine_streams_refused_total',
        help: 'Event streams refused with 429, because the key or the server had too many.',
        kind: 'counter',
        value: refused,
      },
    ],
  };
}
