import { type Level, type Logger, pino } from 'pino';

/** Creates a logger that collects its lines. */
export function collectLog(level: Level | 'silent' = 'info'): {
  readonly logger: Logger;
  readonly lines: Record<string, unknown>[];
} {
  const lines: Record<string, unknown>[] = [];
  return { lines, logger: pino({ level }, { write: (line) => void lines.push(JSON.parse(line)) }) };
}
