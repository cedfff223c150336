import { createHash } from 'node:crypto';
import type { Caller, Metric } from '@vitrine/core';
import { activeAccounts, createTurns } from '@vitrine/core/server';
import { closedError } from '../closed-error.ts';
import { waitAtMost } from '../deadline.ts';
import type { RenderReport, RenderTask } from './render-messages.ts';
import { RenderThread } from './render-thread-port.ts';

/** Maximum number of waiting calls. They hold no pictures. */
const WAITING = 512;
/** Threads beyond `count`, for accounts without a call in flight. */
const RESERVED = 1;
/** Milliseconds for which an account is active after a call. */
const ACTIVE_FOR = 60_000;
/** Milliseconds that `close` waits for the threads to end. */
const CLOSE_LIMIT = 2_000;

/** What a thread is asked. */
export interface RenderOrder {
  /** A request that leaves out what the thread may have cached. */
  readonly brief: RenderTask;
  /** Returns the whole request. Called if the thread has not cached it. */
  whole(): Promise<RenderTask>;
}

/**
 * Threads that draw scenes in turns between accounts. Each takes one call at a time. A scene always goes to the same
 * thread, which caches it. If that thread is busy, another one draws the scene again, so that no account waits for a
 * scene of another one.
 */
export interface RenderThreads {
  /**
   * Draws a scene. The turn includes reading its pictures, so that memory holds the pictures of at most as many scenes
   * as there are threads. If the caller leaves, a call that waits or reads is dropped. A drawing in flight finishes
   * within the patience of a thread.
   *
   * @param key of what the thread caches.
   * @param read returns the order. Called in turn.
   * @throws UnavailableError if too many calls wait, the thread crashes or takes too long, or after `close`.
   * @throws VitrineError `internal` if drawing fails.
   */
  draw(
    key: string,
    read: (caller: Caller) => RenderOrder | Promise<RenderOrder>,
    caller: Caller,
  ): Promise<RenderReport>;
  /** Number of waiting calls. */
  readonly waiting: number;
  /** Bytes of the cached scenes. */
  readonly sceneBytes: number;
  metrics(): Metric[];
  /** Terminates the threads within 2 s. */
  close(): Promise<void>;
}

/**
 * @param sceneBytes maximum bytes of the cached scenes of all threads.
 * @param patience see `RenderThread`.
 */
export function renderThreads(
  count: number,
  { sceneBytes, patience }: { readonly sceneBytes: number; readonly patience: number },
): RenderThreads {
  const turns = createTurns({
    queue: 'timers',
    atOnce: count,
    reserved: RESERVED,
    waiting: WAITING,
    refusal: 'Too many timers and live images are waiting to be drawn.',
  });
  const bytesEach = Math.floor(sceneBytes / (count + RESERVED));
  // There are as many threads as turns, so a caller with a turn finds a free thread.
  const threads = Array.from(
    { length: count + RESERVED },
    (_, at) => new RenderThread({ sceneBytes: bytesEach, isReserve: at >= count }, patience),
  );

  /** Returns the thread of the scene, or the next free one if it is busy, at last the reserve. */
  function freeThread(key: string): RenderThread {
    const own = createHash('sha256').update(key).digest().readUInt32LE(0) % count;
    const inOrder = [...threads.slice(own, count), ...threads.slice(0, own), ...threads.slice(count)];
    const thread = inOrder.find(({ isBusy }) => !isBusy);
    if (thread === undefined) throw new Error('There are more turns than threads.');
    return thread;
  }

  const active = activeAccounts(ACTIVE_FOR);
  /** Keeps all threads ready while accounts share them: under load, the start of one takes seconds. */
  function keepReady(account: string | null): void {
    active.note(account);
    if (!active.areSeveral()) return;
    for (const thread of threads) if (!thread.isBusy) thread.start();
  }

  async function drawOn(thread: RenderThread, { brief, whole }: RenderOrder): Promise<RenderReport> {
    const report = await thread.send(brief);
    return 'unknown' in report ? thread.send(await whole()) : report;
  }

  return {
    async draw(key, read, caller) {
      const turn = await turns.take(caller);
      const thread = freeThread(key);
      thread.isBusy = true;
      keepReady(caller.account);
      try {
        return await drawOn(thread, await read(caller));
      } finally {
        thread.isBusy = false;
        turn.end();
      }
    },
    get waiting() {
      return turns.load().waiting;
    },
    get sceneBytes() {
      return threads.reduce((sum, thread) => sum + thread.sceneBytes, 0);
    },
    metrics: turns.metrics,
    async close() {
      turns.close(closedError());
      await waitAtMost(CLOSE_LIMIT, Promise.all(threads.map((thread) => thread.close())));
    },
  };
}
