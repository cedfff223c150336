import { Worker } from 'node:worker_threads';
import { inheritedArguments } from '@vitrine/core/thread-arguments';
import type { ScanThreadOptions, WriterThreadOptions } from './messages.ts';

/**
 * The young generation of a thread, in megabytes. A thread's rows are short-lived, and V8's default lets too many of
 * them accumulate.
 */
const YOUNG_MB = 12;

/** Starts a thread on the database: from its source if this file runs from source, otherwise from its built file. */
export function startThread(
  ...[name, workerData]: ['writer-thread', WriterThreadOptions] | ['scan-thread', ScanThreadOptions]
): Worker {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new Worker(new URL(`./${name}.${extension}`, import.meta.url), {
    name: `vitrine-${name}`,
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    ...inheritedArguments(),
  });
}
