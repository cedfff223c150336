import { statSync } from 'node:fs';
import type { Metric } from '@vitrine/core';
import { LOG_BYTES_KEPT } from './connections/pragmas.ts';

/**
 * The size from which the log is reported. A log grows this large only if a reader keeps it from being written back.
 */
const LARGE_BYTES = 512 * 1024 * 1024;
const CHECK_INTERVAL_MS = 10_000;

function logBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/** Returns whether the log is larger than it is when no reader keeps it from being written back. */
export function isLogLarge(path: string): boolean {
  return logBytes(path) > LOG_BYTES_KEPT;
}

/** Watches the size of the write-ahead log, which grows while any connection reads an old snapshot. */
export interface LogWatch {
  metrics(): Metric[];
  end(): void;
}

/** Calls `warn` with one line when the log has become large. Warns again only after it was below half of that size. */
export function watchLog(path: string, warn: (message: string) => void, large = LARGE_BYTES): LogWatch {
  let hasWarned = false;

  function check(): void {
    const bytes = logBytes(path);
    if (bytes < large / 2) hasWarned = false;
    if (bytes < large || hasWarned) return;
    hasWarned = true;
    const megabytes = Math.round(bytes / 1024 ** 2);
    warn(
      `vitrine: the log ${path}-wal has ${megabytes} MB: ` +
        "an export, a backup or another process reads an old snapshot, so the log can't be written back",
    );
  }

  const timer = setInterval(check, CHECK_INTERVAL_MS);
  timer.unref();
  return {
    metrics: () => [
      {
        name: 'vitrine_wal_bytes',
        help: 'Bytes of the write-ahead log of SQLite.',
        kind: 'gauge',
        value: logBytes(path),
      },
    ],
    end: () => clearInterval(timer),
  };
}
