import { type ChangeFeed, VitrineError } from '@vitrine/core';
import type { Change } from '@vitrine/core/contracts';
import type { MaybePromise } from '@vitrine/core/server';
import type { StreamLimits } from '../traffic/limits.ts';
import type { OpenStream } from '../traffic/streams.ts';
import { changeToJson } from './change-json.ts';
import { streamChunks } from './export-body.ts';
import type { Reply } from './reply.ts';

export interface EventStreamOptions {
  readonly limits: StreamLimits;
  /** Aborts when the server shuts down. */
  readonly draining: AbortSignal;
  /** The place of the stream, which ends with it. */
  readonly place: OpenStream;
  /** @throws UnauthorizedError if the key is no longer valid. */
  requireKey(): MaybePromise<unknown>;
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Content-Type-Options': 'nosniff',
  // Nginx would collect events otherwise.
  'X-Accel-Buffering': 'no',
} as const;

/** Milliseconds after which clients reconnect, which differ so that they do not return together. */
const RETRY_MIN = 500;
const RETRY_SPREAD = 2_000;

/** Returns the response with the changes of a store as they come. */
export async function eventStream(feed: ChangeFeed, options: EventStreamOptions): Promise<Reply> {
  const left = new AbortController();
  left.signal.addEventListener('abort', () => options.place.end());
  const chunks = eventChunks(feed, options, left);
  const body = streamChunks(await chunks.next(), chunks);
  return {
    status: 200,
    headers: HEADERS,
    body: {
      isLive: true,
      // The end of a feed that waits for a change: it would otherwise hold its place until the next one.
      open: (onEnd) =>
        body.open((bytes) => {
          left.abort();
          onEnd(bytes);
        }),
      abandon() {
        left.abort();
        return body.abandon();
      },
    },
  };
}

async function* eventChunks(
  feed: ChangeFeed,
  { limits, draining, place, requireKey }: EventStreamOptions,
  left: AbortController,
): AsyncGenerator<Uint8Array, void> {
  const until = AbortSignal.any([draining, left.signal]);
  const endsAt = performance.now() + limits.total;
  let checkedAt = performance.now();
  let cursor = feed.cursor;

  /** Yields a chunk. Leaves a reader that does not take it. */
  async function* send(chunk: Uint8Array): AsyncGenerator<Uint8Array, void> {
    const timer = setTimeout(() => left.abort(), limits.silence).unref();
    try {
      yield chunk;
    } finally {
      clearTimeout(timer);
    }
  }

  yield* send(Buffer.from(`${retryLine()}id: ${cursor}\n\n`));
  try {
    while (!until.aborted && performance.now() < endsAt) {
      const wait = Math.min(limits.comment, endsAt - performance.now());
      const changes = await feed.next({ wait, until });
      if (changes === null) return;
      if (performance.now() - checkedAt >= limits.comment) {
        await requireKey();
        checkedAt = performance.now();
      }
      if (changes.length > 0) {
        await place.takeShare(left.signal);
        yield* send(eventsOf(changes));
      }
      // A comment, which moves the place to resume from past changes that the reader does not want.
      else yield* send(Buffer.from(feed.cursor === cursor ? ':\n\n' : `id: ${feed.cursor}\n\n`));
      ({ cursor } = feed);
    }
  } catch (error) {
    // The client learns the reason when it reconnects.
    if (!(error instanceof VitrineError) && !left.signal.aborted) throw error;
  }
  if (!left.signal.aborted) yield* send(Buffer.from(`${retryLine()}\n`));
}

/** The bytes of the parts of feeds that are being sent. Streams that get the same part send the same bytes. */
const written = new WeakMap<readonly Change[], Uint8Array>();

function eventsOf(changes: readonly Change[]): Uint8Array {
  let bytes = written.get(changes);
  if (bytes === undefined) {
    bytes = Buffer.from(changes.map(eventOf).join(''));
    written.set(changes, bytes);
  }
  return bytes;
}

function eventOf(change: Change): string {
  return `id: ${change.position}\nevent: ${change.type}\ndata: ${changeToJson(change)}\n\n`;
}

function retryLine(): string {
  return `retry: ${RETRY_MIN + Math.floor(Math.random() * RETRY_SPREAD)}\n`;
}
