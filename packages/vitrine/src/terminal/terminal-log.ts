import type { Level } from 'pino';
import { plain, type Terminal } from './terminal.ts';

/** The numbers that pino writes for levels. */
const LEVELS: Readonly<Record<number, Level>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};
const INFO = 30;
/** Members of every line that say nothing at a terminal. */
const OMITTED = new Set(['level', 'time', 'pid', 'hostname', 'msg']);

/** A stream for the log of the server. */
export interface LogStream {
  write(line: string): void;
}

interface LogLine extends Readonly<Record<string, unknown>> {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
}

/**
 * Returns a log for people: one short line for each event, with the time of day. Requests that succeed are left out unless
 * the level was given, so that what the start has printed stays in sight.
 */
export function terminalLog(
  { stderr }: Pick<Terminal, 'stderr'>,
  { areRequestsShown }: { readonly areRequestsShown: boolean },
): LogStream {
  return {
    write(json) {
      const line = JSON.parse(json) as LogLine;
      const isSuccess = line.msg === 'request' && line.level === INFO && Number(line.status) < 400;
      if (areRequestsShown || !isSuccess) stderr.write(`${plain(describe(line))}\n`);
    },
  };
}

function describe(line: LogLine): string {
  const time = new Date(line.time).toTimeString().slice(0, 8);
  const level = line.level === INFO ? '' : `${LEVELS[line.level] ?? ''}: `;
  return `${time} ${level}${line.msg === 'request' ? describeRequest(line) : describeEvent(line)}`;
}

function describeRequest({ method, path, status, ms, traceId }: LogLine): string {
  const trace = Number(status) >= 500 ? ` (${traceId})` : '';
  return `${method} ${path} ${status} ${ms} ms${trace}`;
}

function describeEvent(line: LogLine): string {
  const facts = Object.entries(line).filter(([name, value]) => !OMITTED.has(name) && value !== undefined);
  const rest = facts.length === 0 ? '' : ` ${JSON.stringify(Object.fromEntries(facts))}`;
  return `${line.msg ?? ''}${rest}`;
}
