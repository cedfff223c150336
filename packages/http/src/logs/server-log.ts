import { type DestinationStream, destination, type Level, type Logger, pino } from 'pino';

/** Maximum time of a line in the buffer. */
const FLUSH_INTERVAL_MS = 250;
const BUFFER_BYTES = 4_096;

/**
 * Returns the log of the server. To a file descriptor, it buffers lines and writes them in blocks, because a write per line would cost more than
 * a small request. Nothing is lost at `process.exit` or at the end of the program, when pino flushes the buffer
 * synchronously.
 */
export function serverLog(level: Level | 'silent', to: number | DestinationStream): Logger {
  if (typeof to !== 'number') return pino({ level }, to);
  const stream = destination({ fd: to, sync: false, minLength: BUFFER_BYTES });
  setInterval(() => stream.flush(), FLUSH_INTERVAL_MS).unref();
  return pino({ level }, stream);
}
