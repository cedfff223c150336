import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { entryFiles, inheritedArguments } from '@vitrine/core/node';
import type { ScanThreadOptions, WriterThreadOptions } from './messages.ts';

/**
 * The young generation of a thread, in megabytes. A thread's rows are short-lived, and V8's default lets too many of
 * them accumulate.
 */
const YOUNG_MB = 12;

const files = entryFiles('@vitrine/storage-sqlite', import.meta.url, existsSync);

/** @throws VitrineError `internal` if the files of the threads are missing, as in a bundled program. */
export function requireThreadFiles(): void {
  files.require('writer-thread', 'scan-thread');
}

/** Starts a thread on the database. */
export function startThread(
  ...[name, workerData]: ['writer-thread', WriterThreadOptions] | ['scan-thread', ScanThreadOptions]
): Worker {
  return new Worker(files.url(name), {
    name: `vitrine-${name}`,
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    ...inheritedArguments(),
  });
}
