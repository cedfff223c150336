import { setFlagsFromString } from 'node:v8';

/**
 * Limits `--max-semi-space-size`, which `startWithSettings` gives to node, to the main thread, which serves all requests. Its
 * heap exists already. Without this, every thread that starts later would have as large a young generation, because the
 * option has precedence over the `resourceLimits` of a thread.
 */
export function keepYoungGenerationOfThreads(): void {
  setFlagsFromString('--max-semi-space-size=0');
}
