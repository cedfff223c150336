import {
  type AddLocationRequest,
  type Client,
  type LocationResponse,
  type MapResponse,
  VitrineError,
} from '@vitrine/client';
import { forEachConcurrently } from '../../../session/concurrency.ts';
import { messageOf } from '../../../session/describe-error.ts';
import { problemOf } from './location-problem.ts';

type Value = string | number | boolean | null;

/** A row that was refused, by its place among the rows. */
export interface RefusedLocation {
  readonly at: number;
  readonly message: string;
}

/** The rows that an import has handled so far, or would have. */
export interface LocationProgress {
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** The number of all. */
  readonly refused: number;
  /** The first of them. */
  readonly refusals: readonly RefusedLocation[];
  /** The first locations that were changed, with their old and new values. */
  readonly changes: readonly LocationChange[];
}

export interface LocationChange {
  readonly row: number;
  /** The uniqueId. */
  readonly id: string;
  readonly changes: Readonly<Record<string, { readonly from: Value; readonly to: Value }>>;
}

export const NOTHING_DONE: LocationProgress = {
  done: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  refusals: [],
  changes: [],
};

/** Rows that are sent at once. */
const AT_ONCE = 6;
/** Changes that are shown. */
const CHANGES_KEPT = 100;
/** Refused rows that can be corrected or downloaded. */
const REFUSED_KEPT = 1_000;

interface RunOptions {
  /** Whether nothing is written. */
  readonly isTrial: boolean;
  /** The fields of the map, also those that it gets by the import. */
  readonly fields: MapResponse['fields'];
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LocationProgress) => void;
}

type Outcome =
  | { readonly kind: 'created' | 'unchanged' }
  | { readonly kind: 'updated'; readonly id: string; readonly changes: LocationChange['changes'] }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Adds the rows to the map, and updates those whose uniqueId exists and whose values differ. A row that is refused does not
 * stop the others. @throws if the server can't be reached.
 */
export async function importLocations(
  client: Client,
  mapId: number,
  rows: readonly AddLocationRequest[],
  { isTrial, fields, signal, onProgress }: RunOptions,
): Promise<void> {
  let progress = NOTHING_DONE;
  /** The uniqueIds that a try has met, which an import would have added. */
  const met = new Set<string>();
  const outcomeOf = async (row: AddLocationRequest): Promise<Outcome> => {
    const problem = problemOf(row, fields);
    return problem === null
      ? write(client, mapId, row, { isTrial, met })
      : { kind: 'refused', message: problem };
  };
  // Rows with one uniqueId are written in their order: the second one changes what the first one has added.
  const hasRepeated = new Set(rows.map(({ uniqueId }) => uniqueId)).size < rows.filter(hasKey).length;
  await forEachConcurrently(rows.entries(), hasRepeated ? 1 : AT_ONCE, async ([at, row]) => {
    if (signal.aborted) return;
    const outcome = await outcomeOf(row);
    progress = noted(progress, at, outcome);
    onProgress(progress);
  });
}

function hasKey({ uniqueId }: AddLocationRequest): boolean {
  return typeof uniqueId === 'string';
}

function noted(before: LocationProgress, at: number, outcome: Outcome): LocationProgress {
  const { refusals, changes } = before;
  return {
    ...before,
    done: before.done + 1,
    [outcome.kind]: before[outcome.kind] + 1,
    ...(outcome.kind === 'refused' && refusals.length < REFUSED_KEPT
      ? { refusals: [...refusals, { at, message: outcome.message }] }
      : {}),
    ...(outcome.kind === 'updated' && changes.length < CHANGES_KEPT
      ? { changes: [...changes, { row: at + 1, id: outcome.id, changes: outcome.changes }] }
      : {}),
  };
}

async function write(
  client: Client,
  mapId: number,
  row: AddLocationRequest,
  { isTrial, met }: { readonly isTrial: boolean; readonly met: Set<string> },
): Promise<Outcome> {
  try {
    const { uniqueId = null } = row;
    const existing =
      uniqueId === null ? undefined : await client.locations.search(mapId, { uniqueId, limit: 1 }).first();
    if (existing === undefined) {
      if (isTrial && uniqueId !== null) {
        if (met.has(uniqueId)) return { kind: 'updated', id: uniqueId, changes: {} };
        met.add(uniqueId);
      }
      if (!isTrial) await client.locations.add(mapId, row);
      return { kind: 'created' };
    }
    const changes = changesOf(existing, row);
    if (Object.keys(changes).length === 0) return { kind: 'unchanged' };
    if (!isTrial) await client.locations.update(mapId, existing.id, row);
    return { kind: 'updated', id: uniqueId ?? '', changes };
  } catch (error) {
    if (error instanceof VitrineError && error.status === 400)
      return { kind: 'refused', message: messageOf(error) };
    throw error;
  }
}

/** Returns the members that a row would change, with their old and new values. */
function changesOf(location: LocationResponse, row: AddLocationRequest): LocationChange['changes'] {
  const pairs: [string, Value, Value][] = [];
  for (const member of ['name', 'address', 'lat', 'lng'] as const) {
    const to = row[member];
    if (to !== undefined && to !== null) pairs.push([member, location[member], to]);
  }
  for (const [name, to] of Object.entries(row.fields ?? {})) {
    pairs.push([name, (location.fields[name] ?? null) as Value, to as Value]);
  }
  return Object.fromEntries(
    pairs.filter(([, from, to]) => from !== to).map(([name, from, to]) => [name, { from, to }]),
  );
}
