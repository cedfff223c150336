import type { Millis } from '../storage/index.ts';

/** Resolves after the time, or at once when the signal comes. */
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
