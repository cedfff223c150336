import { statSync } from 'node:fs';
import type { Figure } from '@vitrine/core/storage';

/** A log of this size is worth a word: it is written back, and used again from its front, unless a reader holds it. */
const LARGE_BYTES = 512 * 1024 * 1024;
const LOOK_EVERY_MS = 10_000;

/** Watches the size of the write-ahead log, which grows for as long as somebody reads from an old moment. */
export interface LogWatch {
  figures(): Figure[];
  end(): void;
}

/** @param warn is told in one line when the log has become large, and again after it was half of that. */
export function watchLog(path: string, warn: (message: string) => void, large = LARGE_BYTES): LogWatch {
  let isTold = false;

  function size(): number {
    return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  function look(): void {
    const bytes = size();
    if (bytes < large / 2) isTold = false;
    if (bytes < large || isTold) return;
    isTold = true;
    const megabytes = Math.round(bytes / 1024 ** 2);
    warn(
      `vitrine: the log ${path}-wal has ${megabytes} MB: an export, a backup or another process reads from an old moment, so it can't be written back`,
    );
  }

  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    figures: () => [
      {
        name: 'vitrine_wal_bytes',
        help: 'Bytes of the write-ahead log of SQLite.',
        kind: 'gauge',
        value: size(),
      },
    ],
    end: () => clearInterval(timer),
  };
}
