import { type AddLocationRequest, type Client, type LocationResponse, VitrineError } from '@vitrine/client';
import { forEachConcurrently } from '../../../requests/concurrency.ts';
import { newKey } from '../../../requests/creation.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { isPassing } from '../../../requests/passing-error.ts';
import type { LocationRow } from './location-problem.ts';

type Value = string | number | boolean | null;

/** A row that was refused, by its place among the rows. */
export interface RefusedLocation {
  readonly at: number;
  readonly message: string;
}

/** The rows that an import has handled so far, or would have. */
export interface LocationProgress {
  /** The number of rows of the import. */
  readonly all: number;
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

const NOTHING_DONE: LocationProgress = {
  all: 0,
  done: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  refusals: [],
  changes: [],
};

/** Returns the progress with which an import begins. */
export function beginImport(all: number): LocationProgress {
  return { ...NOTHING_DONE, all };
}

/** Milliseconds until a row that was not answered is sent again. */
const AGAIN_MS = 2_000;
/** Rows that are sent at once. */
const AT_ONCE = 6;
/** Changes that are shown. */
const CHANGES_KEPT = 100;
/** Refused rows that can be corrected or downloaded. */
const REFUSED_KEPT = 1_000;

interface RunOptions {
  /** Whether nothing is written. */
  readonly isTrial: boolean;
  /** What was done before. A row that it has refused may be sent again: its new outcome replaces the refusal. */
  readonly before: LocationProgress;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LocationProgress) => void;
}

type Outcome =
  | { readonly kind: 'created' | 'unchanged' }
  | { readonly kind: 'updated'; readonly id: string; readonly changes: LocationChange['changes'] }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Adds the rows to the map, and updates those whose uniqueId exists and whose values differ. A row that is refused does not
 * stop the others. While the server does not answer, a row is sent again and again, and added once. @throws for other errors.
 */
export async function importLocations(
  client: Client,
  mapId: number,
  rows: readonly (readonly [at: number, row: LocationRow])[],
  { isTrial, before, signal, onProgress }: RunOptions,
): Promise<void> {
  const again = new Set(before.refusals.map(({ at }) => at));
  const handled = before.created + before.updated + before.unchanged + before.refused;
  let progress: LocationProgress = { ...before, done: handled - rows.filter(([at]) => again.has(at)).length };
  /** The uniqueIds that a try has met, which an import would have added. */
  const met = new Set<string>();
  const outcomeOf = async ({ location, problem }: LocationRow, key: string): Promise<Outcome> =>
    problem === null
      ? write(client, mapId, location, { isTrial, met, key })
      : { kind: 'refused', message: problem };
  const first = newKey();
  // Rows with one uniqueId are written in their order: the second one changes what the first one has added.
  const keys = rows.flatMap(([, { location }]) => location.uniqueId ?? []);
  const hasRepeated = new Set(keys).size < keys.length;
  await forEachConcurrently(rows, hasRepeated ? 1 : AT_ONCE, async ([at, row]) => {
    const outcome = await untilAnswered(() => outcomeOf(row, `${first}-${at}`), signal);
    if (outcome === null) return;
    progress = noted(progress, at, outcome);
    onProgress(progress);
  });
}

/** Returns the result of a request, which is sent again while the server does not answer. Null: it was stopped. */
async function untilAnswered<Result>(
  request: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | null> {
  while (!signal.aborted) {
    try {
      return await request();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
  return null;
}

function noted(before: LocationProgress, at: number, outcome: Outcome): LocationProgress {
  const { changes } = before;
  const others = before.refusals.filter((one) => one.at !== at);
  const wasRefused = others.length < before.refusals.length;
  const counts = wasRefused ? { ...before, refused: before.refused - 1, refusals: others } : before;
  return {
    ...counts,
    done: before.done + 1,
    [outcome.kind]: counts[outcome.kind] + 1,
    ...(outcome.kind === 'refused' && others.length < REFUSED_KEPT
      ? { refusals: [...others, { at, message: outcome.message }].toSorted((a, b) => a.at - b.at) }
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
  { isTrial, met, key }: { readonly isTrial: boolean; readonly met: Set<string>; readonly key: string },
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
      if (!isTrial) await client.locations.add(mapId, row, { idempotencyKey: key });
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
