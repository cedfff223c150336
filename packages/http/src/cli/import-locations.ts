import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AddLocationRequest,
  issuesToMap,
  type LocationResponse,
  type Principal,
  UnavailableError,
  ValidationError,
  type Vitrine,
} from '@vitrine/core';
import { type AccountFlags, withAccount } from './database.ts';
import { EXIT, type ExitCode } from './failure.ts';
import { refusedRowsOf } from './import.ts';
import { type LocationColumns, readLocations } from './location-rows.ts';
import { Progress } from './progress.ts';
import { openText } from './read-text.ts';
import type { SourceRow } from './record-source.ts';
import { RefusedRows } from './refused-rows.ts';
import { formatCount, formatNumberOf, printLine, printNotice, type Terminal } from './terminal.ts';

export interface ImportLocationsFlags extends AccountFlags, LocationColumns {
  readonly errors?: string;
}

interface Target {
  readonly vitrine: Vitrine;
  readonly principal: Principal;
  readonly mapId: string;
}

type Outcome = 'added' | 'changed' | 'unchanged' | 'refused';

/** Rows that are written side by side. */
const BATCH = 100;
/** How often a row is tried while the database is busy. */
const TRIES = 5;

/**
 * `vitrine maps import`: 0 when every row is in the map. A row whose `uniqueId` is in the map changes that location where the
 * row says something else, so the same file may be imported again; a row without one is always added.
 */
export function importLocations(
  terminal: Terminal,
  mapId: string,
  path: string,
  flags: ImportLocationsFlags,
): Promise<ExitCode> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    await vitrine.maps.get(principal, mapId);
    const file = await openText(path);
    const refused = await RefusedRows.at(refusedRowsOf(path, flags), path);
    const { size } = file;
    const progress = new Progress(terminal.stderr, () =>
      size === null || size === 0 ? null : file.bytesRead() / size,
    );
    const signal = terminal.stopSignal();
    const startedAt = performance.now();
    const counts: Record<Outcome, number> = { added: 0, changed: 0, unchanged: 0, refused: 0 };
    const total = () => counts.added + counts.changed + counts.unchanged + counts.refused;
    try {
      for await (const batch of batches(
        readLocations(path, file.chunks, flags, (notice) => printNotice(terminal, notice)),
      )) {
        for (const outcome of await writeBatch({ vitrine, principal, mapId }, batch, refused))
          counts[outcome]++;
        progress.show(
          total(),
          counts.refused === 0 ? 'rows' : `rows, ${formatCount(counts.refused)} refused`,
        );
        if (signal.aborted) break;
      }
    } finally {
      // Also when the file breaks off: what was written before that is told.
      refused.close();
      progress.end();
      const parts = Object.entries(counts).map(([outcome, count]) => `${formatCount(count)} ${outcome}`);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      printLine(terminal.stdout, `${formatNumberOf(total(), 'row')}: ${parts.join(', ')} (${seconds} s)`);
      if (counts.refused > 0) printLine(terminal.stderr, `refused rows: ${refused.path}`);
    }
    if (signal.aborted) {
      printLine(terminal.stderr, 'stopped before the end; run the same command again to go on.');
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

/** Rows side by side, those of one uniqueId one after the other: the last one wins, as in the file. */
async function writeBatch(
  target: Target,
  batch: readonly SourceRow[],
  refused: RefusedRows,
): Promise<Outcome[]> {
  const groups = Map.groupBy(batch, (row) => (row.body as AddLocationRequest).uniqueId ?? row.row);
  const written = await Promise.all(
    groups.values().map(async (group) => {
      const results: { row: SourceRow; outcome: Outcome; error: ValidationError | null }[] = [];
      for (const row of group) results.push({ row, ...(await tryRow(target, row)) });
      return results;
    }),
  );
  const results = written.flat();
  for (const { row, error } of results) {
    if (error !== null) refused.add(row, issuesToMap(error.issues));
  }
  return results.map(({ outcome }) => outcome);
}

async function tryRow(
  target: Target,
  { body, problem }: SourceRow,
): Promise<{ outcome: Outcome; error: ValidationError | null }> {
  if (problem !== null) {
    return { outcome: 'refused', error: new ValidationError([{ path: '', message: problem }]) };
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return { outcome: await writeRow(target, body as AddLocationRequest), error: null };
    } catch (error) {
      if (error instanceof ValidationError) return { outcome: 'refused', error };
      if (!(error instanceof UnavailableError) || attempt === TRIES) throw error;
      await sleep(error.retryAfterSeconds * 1_000);
    }
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
  return (Object.keys(body) as (keyof AddLocationRequest)[]).every(
    (member) => location[member] === body[member],
  );
}
