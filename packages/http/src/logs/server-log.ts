import { destination, type Level, type Logger, pino } from 'pino';

/** How long a line may wait in the buffer, in milliseconds. */
const FLUSH_EVERY = 250;
const BUFFER_BYTES = 4_096;

/**
 * The server's log: lines are collected and written in blocks, since a write for each would cost more than a small request
 * does. Nothing is lost at `process.exit` or at the end of the program: then the rest is written at once.
 */
export function serverLog(level: Level | 'silent', fd: number): Logger {
  const stream = destination({ fd, sync: false, minLength: BUFFER_BYTES });
  setInterval(() => stream.flush(), FLUSH_EVERY).unref();
  return pino({ level }, stream);
}
