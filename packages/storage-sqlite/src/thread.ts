import { Worker } from 'node:worker_threads';
import { inheritedArguments } from '@vitrine/core/thread-arguments';
import type { ScanThreadOptions, ThreadOptions } from './messages.ts';

/** What a thread makes is rows that are sent and forgotten; by default V8 lets 48 MB of them pile up in each thread. */
const YOUNG_MB = 12;

/** Starts a thread on the database: from the source beside this file when that runs from source, else from what was built of it. */
export function startThread(
  ...[name, workerData]: ['writer-thread', ThreadOptions] | ['scan-thread', ScanThreadOptions]
): Worker {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new Worker(new URL(`./${name}.${extension}`, import.meta.url), {
    name: `vitrine-${name}`,
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    ...inheritedArguments(),
  });
}
