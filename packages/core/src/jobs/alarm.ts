import type { Millis } from '../storage/index.ts';
import { sleep } from './sleep.ts';

/** Wakes idle workers of this process, so that work that somebody waits for begins at once. */
export class Alarm {
  readonly #sleepers = new Set<AbortController>();
  #rings = 0;

  /** The number of rings so far. */
  get rings(): number {
    return this.#rings;
  }

  ring(): void {
    this.#rings++;
    for (const sleeper of this.#sleepers) sleeper.abort();
  }

  /** Resolves after the duration, when the signal aborts, or as soon as the alarm has rung more than `heard` times. */
  async sleep(duration: Millis, signal: AbortSignal, heard: number): Promise<void> {
    if (this.#rings > heard || signal.aborted) return;
    const sleeper = new AbortController();
    const wake = () => sleeper.abort();
    this.#sleepers.add(sleeper);
    signal.addEventListener('abort', wake, { once: true });
    await sleep(duration, sleeper.signal);
    signal.removeEventListener('abort', wake);
    this.#sleepers.delete(sleeper);
  }
}
