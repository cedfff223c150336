import type { Millis, RecordChangeType } from '@vitrine/core/storage';
import type { Authored } from '../authored.ts';
import type { LogContext } from './log-context.ts';

/** What triggers know of the statement that changes records (`SqlDialect.positions`). */
export interface ChangeContext extends Authored {
  readonly storeVersion: number;
  readonly log: LogContext;
  /** The time of the change. Null: that of each record. */
  readonly at: Millis | null;
  /** What a deletion is. */
  readonly gone?: RecordChangeType;
}

/** Returns the context as JSON. */
export function contextText({ storeVersion, log, at, by, gone }: ChangeContext): string {
  const { keepsValues, importId } = log;
  return JSON.stringify({ version: storeVersion, keeps: keepsValues, import: importId, at, by, gone });
}
