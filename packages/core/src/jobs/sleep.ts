import type { Millis } from '../storage/index.ts';

/** Resolves after the duration, or as soon as the signal aborts. */
export function sleep(duration: Millis, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, duration);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
