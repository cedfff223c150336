import { createHash } from 'node:crypto';
import { type Caller, createTurns, type Figure, VitrineError } from '@vitrine/core';
import { waitAtMost } from '../deadline.ts';
import type { RenderReport } from './render-messages.ts';
import { RenderThread } from './render-thread-port.ts';
import type { SceneInput } from './scene-input.ts';

/** Calls that wait for a thread. They hold no pictures. */
const WAITING = 512;
/** Threads beyond the usual ones, for accounts that have nothing drawn at the moment. */
const RESERVED = 1;
/** Milliseconds that `close` waits for the threads to be gone. */
const CLOSE_LIMIT = 2_000;

export interface RenderOrder {
  readonly task: 'render' | 'check';
  readonly key: string;
  readonly secondsLeft: number;
  /** Asked for when the thread does not know the scene. */
  input(caller: Caller): Promise<SceneInput>;
}

/**
 * Threads that draw scenes, one call at a time each, in turns between accounts. A scene goes to the same thread, which
 * keeps what it drew, unless that one is busy: then another one draws it anew, so that no account waits for what another
 * has drawn.
 */
export interface RenderThreads {
  /**
   * Draws. The turn covers the reading of a scene's pictures, so no more pictures are in memory than there are threads. A
   * call whose caller leaves while it waits or reads is dropped; a drawing under way finishes, within 10 s.
   *
   * @throws UnavailableError when too many calls wait, or the thread was lost or took too long.
   * @throws VitrineError `internal` when drawing failed, or after `close`.
   */
  draw(order: RenderOrder, caller: Caller): Promise<RenderReport>;
  /** Calls that wait. */
  readonly waiting: number;
  /** Bytes of the scenes that are kept. */
  readonly sceneBytes: number;
  figures(): Figure[];
  /** Ends the threads, within 2 s. */
  close(): Promise<void>;
}

/** @param sceneBytes kept, over all threads. */
export function renderThreads(count: number, sceneBytes: number): RenderThreads {
  const turns = createTurns({
    queue: 'timers',
    atOnce: count,
    reserved: RESERVED,
    waiting: WAITING,
    refusal: 'Too many timers are waiting to be drawn.',
  });
  const bytesEach = Math.floor(sceneBytes / (count + RESERVED));
  // As many as there are turns, so whoever has a turn finds a free one.
  const threads = Array.from({ length: count + RESERVED }, () => new RenderThread({ sceneBytes: bytesEach }));

  /** The scene's own thread; when it is busy, the next one that is free. */
  function freeThread(key: string): RenderThread {
    const own = createHash('sha256').update(key).digest().readUInt32LE(0) % count;
    for (let step = 0; step < threads.length; step++) {
      const thread = threads[(own + step) % threads.length];
      if (thread?.isBusy === false) return thread;
    }
    throw new Error('There are more turns than threads.');
  }

  async function drawOn(
    thread: RenderThread,
    { input, ...question }: RenderOrder,
    caller: Caller,
  ): Promise<RenderReport> {
    const report = await thread.ask({ ...question, input: null });
    return 'unknown' in report ? thread.ask({ ...question, input: await input(caller) }) : report;
  }

  return {
    async draw(order, caller) {
      const turn = await turns.take(caller);
      const thread = freeThread(order.key);
      thread.isBusy = true;
      try {
        return await drawOn(thread, order, caller);
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
    figures: turns.figures,
    async close() {
      turns.close(new VitrineError('internal', 'The media engine is closed.'));
      await waitAtMost(CLOSE_LIMIT, Promise.all(threads.map((thread) => thread.close())));
    },
  };
}
