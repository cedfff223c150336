import type { AggregateRecordsRequest } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { namingFlags } from '../lists/named-flags.ts';
import { findStoreId } from '../lists/named-resources.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';
import { type FilterFlags, readSearch, readSelection, type SearchFlags } from './record-filters.ts';

export interface MeasureFlags extends AccountFlags, FilterFlags {
  readonly json?: boolean;
}

/** Runs `vitrine records count`: prints the number of matching records. */
export function countRecords(
  terminal: Terminal,
  given: string,
  flags: MeasureFlags & SearchFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, given);
    const counted = await namingFlags(flags, () =>
      vitrine.records.count(principal, storeId, readSearch(flags)),
    );
    printLine(terminal.stdout, flags.json === true ? JSON.stringify(counted) : String(counted.count));
  });
}

/** Runs `vitrine records aggregate`: prints a measure of a number property, or `-` if no matching record has a value. */
export function aggregateRecords(
  terminal: Terminal,
  given: string,
  op: AggregateRecordsRequest['op'],
  field: string,
  flags: MeasureFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const storeId = await findStoreId({ vitrine, principal }, given);
    const request = { field, op, ...readSelection(flags) };
    const aggregated = await namingFlags(flags, () => vitrine.records.aggregate(principal, storeId, request));
    const { result } = aggregated;
    printLine(terminal.stdout, flags.json === true ? JSON.stringify(aggregated) : String(result ?? '-'));
  });
}
