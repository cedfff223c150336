import { sleep } from '../../deadline.ts';
import { NotFoundError, VitrineError } from '../../errors.ts';
import type { Change, Routes } from '../../generated/contracts.ts';
import { type CallOptions, mayRepeat, type Transport, waitBefore } from '../../transport.ts';
import type { StoreName } from './store-ids.ts';

const CHANGES = 'GET /v2/stores/{storeId}/changes';

/** Milliseconds without a byte after which a stream is broken. The server sends a comment every 15 s. */
const SILENCE_MAX = 45_000;

export interface FollowOptions extends Pick<NonNullable<Routes[typeof CHANGES]['query']>, 'include'> {
  /** The position of the last change that the program has handled, or a cursor. Default: now. */
  readonly since?: string | undefined;
  /** Only these types or groups, such as `record.*`. `store.deleted` always comes. */
  readonly types?: readonly string[] | undefined;
  /** Ends the iteration, which then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Yields the changes of a store as they come, over one connection that is opened again, after the last change, whenever it
 * ends or fails. Ends after the store has been deleted.
 *
 * @throws CursorExpiredError if the changes after `since` are no longer kept, and other errors that do not pass.
 */
export async function* followChanges(
  call: Transport,
  storeId: StoreName,
  { since, include, types, signal }: FollowOptions = {},
): AsyncGenerator<Change, void, undefined> {
  let position = since;
  let type: Change['type'] | undefined;
  for (let attempt = 0; ; attempt++) {
    let wait: number | undefined;
    try {
      const args = {
        params: { storeId: storeId as string },
        query: { include, types: types?.join() },
        headers: { Accept: 'text/event-stream', ...(position ? { 'Last-Event-ID': position } : {}) },
        read: 'stream' as const,
      };
      const options: CallOptions = { signal, timeout: SILENCE_MAX, retries: 0 };
      const bytes = (await call(CHANGES, args, options)) as unknown as ReadableStream<Uint8Array>;
      for await (const { id, data, retry } of readEvents(bytes)) {
        if (retry) wait = Number(retry);
        position = id ?? position;
        if (!data) continue;
        attempt = 0;
        const change: Change = JSON.parse(data);
        ({ type } = change);
        yield change;
      }
    } catch (error) {
      signal?.throwIfAborted();
      // A deleted store may have been restored.
      if (type === 'store.deleted' && error instanceof NotFoundError) return;
      if (!(error instanceof VitrineError && mayRepeat(error, 'yes'))) throw error;
      wait = waitBefore(attempt, error);
    }
    await sleep(wait ?? waitBefore(attempt), signal);
  }
}

/** The fields of a server-sent event. */
interface ServerEvent {
  readonly id?: string;
  readonly data?: string;
  readonly retry?: string;
}

/** Yields the events of a stream. Each field of Vitrine's events has one line, and one space after its colon. */
async function* readEvents(bytes: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() as string;
      for (const event of events) {
        const fields = event.split('\n').map((line) => line.split(/: (.*)/s, 2));
        yield Object.fromEntries(fields) as ServerEvent;
      }
    }
  } finally {
    await reader.cancel();
  }
}
