import { type Connection, fixed } from '../connections/connection.ts';
import { BUSY_TIMEOUT } from '../connections/pragmas.ts';

/**
 * Bytes of a file up to which it is rewritten. `secure_delete` clears what is deleted, but a page that was split may have
 * kept a copy of a row in its unused part, which only rewriting removes.
 */
const REWRITTEN_MAX = 16 * 1024 * 1024;
/** The share of the writer's time that rewriting may take: one of so many parts. */
const REWRITING_PARTS = 20;
/** Milliseconds until what was not possible is tried again. */
const RETRY_MS = 1_000;

const SIZE = fixed('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size');
const VACUUM = fixed('VACUUM');
const TRUNCATE = fixed('PRAGMA wal_checkpoint(TRUNCATE)');
const DO_NOT_WAIT = fixed('PRAGMA busy_timeout = 0');
const WAIT = fixed(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`);

/** Makes what operations with `erases` have removed unreadable in the file and its log. */
export interface Erasure {
  /** Called between the commit of such an operation and its acknowledgement. Throws errors of the engine. */
  erase(): void;
  /** Ends what waits. */
  close(): void;
}

/** @param attempt runs a step outside of a group. */
export function erasure(connection: Connection, attempt: (step: () => void) => boolean): Erasure {
  let mustRewrite = false;
  let rewriteFrom = 0;
  let retry: NodeJS.Timeout | null = null;

  function rewrite(): void {
    const from = performance.now();
    const [size] = connection.execute(SIZE);
    if (Number(size?.[0]) <= REWRITTEN_MAX) connection.execute(VACUUM);
    mustRewrite = false;
    const to = performance.now();
    rewriteFrom = to + (to - from) * REWRITING_PARTS;
  }

  /** Returns whether the log is empty. It is not while somebody reads a state that needs it. */
  function truncate(): boolean {
    connection.execute(DO_NOT_WAIT);
    try {
      return Number(connection.execute(TRUNCATE)[0]?.[0]) === 0;
    } finally {
      connection.execute(WAIT);
    }
  }

  function work(): void {
    retry = null;
    // Read once: while the log is truncated, the time may come.
    const wait = rewriteFrom - performance.now();
    if (mustRewrite && wait <= 0) rewrite();
    const isTruncated = truncate();
    if (!mustRewrite && isTruncated) return;
    retry = setTimeout(() => attempt(work), mustRewrite ? Math.ceil(wait) : RETRY_MS);
    retry.unref();
  }

  return {
    erase() {
      mustRewrite = true;
      if (retry !== null) clearTimeout(retry);
      work();
    },
    close() {
      if (retry !== null) clearTimeout(retry);
    },
  };
}
