import { readFileSync } from 'node:fs';
import type { ConnectionLimits } from './connections.ts';

const CONNECTIONS_MAX = 16_384;
/** Files that the process needs apart from connections: database, threads, child processes. */
const OTHER_FILES = 500;

/**
 * Returns the number of connections that the limit of open files allows, less a reserve for other files. At most
 * 16,384.
 */
export function connectionLimits(): ConnectionLimits {
  const files = openFilesMax();
  return { all: Math.min(CONNECTIONS_MAX, Math.max(files - OTHER_FILES, Math.floor(files / 2))) };
}

/** Returns the limit of open files on Linux, and infinity on other systems. */
function openFilesMax(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files +(\d+)/m.exec(limits)?.[1];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
