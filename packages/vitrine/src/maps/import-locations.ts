import { type Principal, ValidationError, type Vitrine } from '@vitrine/core';
import type { AddLocationRequest, LocationResponse } from '@vitrine/core/contracts';
import { issuesToMap } from '@vitrine/core/server';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { startImport } from '../imports/import-run.ts';
import type { RefusedRows } from '../imports/refused-rows.ts';
import { findMapId } from '../lists/named-resources.ts';
import type { SourceRow } from '../records/record-source.ts';
import { EXIT, type ExitCode } from '../terminal/command-error.ts';
import { formatCount, formatNumberOf, printStopped, type Terminal } from '../terminal/terminal.ts';
import { retryWhileBusy } from '../terminal/while-busy.ts';
import type { LocationColumns } from './location-columns.ts';
import { readLocations } from './location-rows.ts';

export interface ImportLocationsFlags extends AccountFlags, LocationColumns {
  readonly errors?: string;
}

interface Target {
  readonly vitrine: Vitrine;
  readonly principal: Principal;
  readonly mapId: string;
}

type Outcome = 'added' | 'changed' | 'unchanged' | 'refused';

/** The number of rows that are written concurrently. */
const BATCH = 100;

/**
 * Runs `vitrine maps import`. Returns 0 if every row is in the map. A row whose `uniqueId` is already in the map
 * updates that location if its values differ, so the same file may be imported again. A row without a `uniqueId` is
 * always added.
 */
export function importLocations(
  terminal: Terminal,
  given: string,
  path: string,
  flags: ImportLocationsFlags,
): Promise<ExitCode> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const mapId = await findMapId({ vitrine, principal }, given);
    const map = await vitrine.maps.get(principal, mapId);
    const { chunks, refused, progress, onNotice, signal, end } = await startImport(terminal, path, flags);
    const counts: Record<Outcome, number> = { added: 0, changed: 0, unchanged: 0, refused: 0 };
    const total = () => counts.added + counts.changed + counts.unchanged + counts.refused;
    try {
      for await (const batch of batches(readLocations(path, chunks, map, flags, onNotice))) {
        for (const outcome of await writeBatch({ vitrine, principal, mapId }, batch, refused))
          counts[outcome]++;
        progress.show(
          total(),
          counts.refused === 0 ? 'rows' : `rows, ${formatCount(counts.refused)} refused`,
        );
        if (signal.aborted) break;
      }
    } finally {
      // After an error too, because the rows before it were written.
      const parts = Object.entries(counts).map(([outcome, count]) => `${formatCount(count)} ${outcome}`);
      const text = `${formatNumberOf(total(), 'row')}: ${parts.join(', ')}`;
      end({ stream: terminal.stdout, text, refusedCount: counts.refused });
    }
    if (signal.aborted) {
      printStopped(terminal, { canResume: true });
      return EXIT.interrupted;
    }
    return counts.refused > 0 ? EXIT.refused : EXIT.ok;
  });
}

async function* batches(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow[]> {
  let batch: SourceRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Writes rows concurrently, but rows with the same `uniqueId` in file order, so that the last one wins. */
async function writeBatch(
  target: Target,
  batch: readonly SourceRow[],
  refused: RefusedRows,
): Promise<Outcome[]> {
  const groups = Map.groupBy(batch, (row) => (row.body as AddLocationRequest).uniqueId ?? row.row);
  const written = await Promise.all(
    groups.values().map(async (group) => {
      const results: { row: SourceRow; outcome: Outcome; error: ValidationError | null }[] = [];
      for (const row of group) results.push({ row, ...(await writeOrRefuse(target, row)) });
      return results;
    }),
  );
  const results = written.flat();
  for (const { row, error } of results) {
    if (error !== null) refused.add(row, issuesToMap(error.issues));
  }
  return results.map(({ outcome }) => outcome);
}

async function writeOrRefuse(
  target: Target,
  { body, problem }: SourceRow,
): Promise<{ outcome: Outcome; error: ValidationError | null }> {
  if (problem !== null) {
    return { outcome: 'refused', error: new ValidationError([{ path: '', message: problem }]) };
  }
  try {
    const outcome = await retryWhileBusy(() => writeRow(target, body as AddLocationRequest));
    return { outcome, error: null };
  } catch (error) {
    if (error instanceof ValidationError) return { outcome: 'refused', error };
    throw error;
  }
}

async function writeRow({ vitrine, principal, mapId }: Target, body: AddLocationRequest): Promise<Outcome> {
  const { uniqueId } = body;
  const [existing] =
    typeof uniqueId === 'string' && uniqueId !== ''
      ? (await vitrine.locations.search(principal, mapId, { uniqueId })).items
      : [];
  if (existing === undefined) {
    await vitrine.locations.add(principal, mapId, body);
    return 'added';
  }
  if (isSame(existing, body)) return 'unchanged';
  await vitrine.locations.update(principal, mapId, existing.id, body);
  return 'changed';
}

function isSame(location: LocationResponse, body: AddLocationRequest): boolean {
  const { fields = {}, ...members } = body;
  return (
    (Object.keys(members) as (keyof typeof members)[]).every(
      (member) => location[member] === members[member],
    ) && Object.entries(fields).every(([name, value]) => location.fields[name] === value)
  );
}
