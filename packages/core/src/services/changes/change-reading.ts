import type { ServiceContext } from '../calls/context.ts';
import { type ChangeTails, createChangeTails } from './change-tail.ts';
import { createLogReads, type LogReads } from './log-reads.ts';

/** What all readers of logs in this process share. */
export interface ChangeReading {
  readonly logs: LogReads;
  readonly tails: ChangeTails;
}

export function changeReading(context: ServiceContext): ChangeReading {
  const logs = createLogReads(context);
  return { logs, tails: createChangeTails(context, logs) };
}
