import type { InferStoreResponse, MapResponse } from '@vitrine/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeptForm } from '../../../forms/kept-form.ts';
import { useLeaveQuestion } from '../../../router/leave-question.ts';
import { useSession } from '../../../session/session.ts';
import { locationImportTexts } from '../../../texts/en/maps/location-import.ts';
import { type FileRow, readAllRows } from '../file/rows/file-rows.ts';
import type { LocationPlan } from './location-columns.ts';
import { fieldsOf, readLocation } from './location-problem.ts';
import { beginImport, importLocations, type LocationProgress } from './location-run.ts';

/** The rows are read in this tab. */
const FILE_MAX = 50_000_000;

/** A file that was read, and the meanings of its columns. */
export interface LocationFile {
  readonly file: File;
  readonly found: InferStoreResponse;
  readonly plan: LocationPlan;
}

/** An import as it is shown. */
export interface LocationImportState extends Omit<LocationFile, 'file'> {
  readonly rows: readonly FileRow[];
  readonly isTrial: boolean;
  readonly progress: LocationProgress;
  readonly phase: 'running' | 'ended' | 'stopped';
}

/** Rows by their places in the file. */
export type PlacedRows = readonly (readonly [at: number, row: FileRow])[];

/** The refused rows of an import, and those of them that were corrected. */
interface KeptRefusals extends Pick<LocationImportState, 'found' | 'plan' | 'progress'> {
  readonly refused: PlacedRows;
  readonly corrected: PlacedRows;
}

export interface LocationImport {
  /** Null: nothing was started. */
  readonly state: LocationImportState | null;
  /** Whether the rows of the file are being read. */
  readonly isReading: boolean;
  /** Rejects if the file is too large or the server can't be reached. */
  readonly start: (given: LocationFile, isTrial: boolean) => Promise<void>;
  /** The refused rows that were corrected. They are kept on this device until they are sent or given up. */
  readonly corrected: PlacedRows;
  readonly correct: (corrected: PlacedRows) => void;
  /** Sends the corrected rows. Those that can't be sent, or are refused again, stay with the other refused ones. */
  readonly send: () => Promise<void>;
  readonly stop: () => void;
  readonly close: () => void;
}

/**
 * Runs imports of locations into a map. One ends when the screen is left, and the user is asked before. Begins with the
 * refused rows that were corrected and not sent.
 */
export function useLocationImport(map: MapResponse, onChanged: (map: MapResponse) => void): LocationImport {
  const { client } = useSession();
  const kept = useKeptForm<KeptRefusals>(`refused-locations/${map.id}`);
  const [state, setState] = useState<LocationImportState | null>(() =>
    kept.typed === null ? null : stateOf(kept.typed),
  );
  const [isReading, setReading] = useState(false);
  const aborting = useRef(new AbortController());
  useEffect(() => () => aborting.current.abort(), []);
  useLeaveQuestion(state?.phase === 'running' && !state.isTrial, locationImportTexts.leave);

  /** @param onEnd is called with what was done, also if the server can't be reached any more. */
  async function run(
    { found, plan, rows, isTrial, progress }: Omit<LocationImportState, 'phase'>,
    sent: PlacedRows,
    onEnd: (latest: LocationProgress) => void,
  ): Promise<void> {
    let fields = fieldsOf(map, found, plan);
    if (!isTrial && fields.length > map.fields.length) {
      // A list replaces the one of the server, with the values of fields that someone else has added meanwhile.
      const now = await client.maps.get(map.id);
      fields = fieldsOf(now, found, plan);
      onChanged(
        fields.length > now.fields.length ? await client.maps.update(map.id, { fields: [...fields] }) : now,
      );
    }
    aborting.current.abort();
    aborting.current = new AbortController();
    const { signal } = aborting.current;
    const show = (progress: LocationProgress, phase: LocationImportState['phase']) =>
      setState({ found, plan, rows, isTrial, progress, phase });
    let latest = progress;
    show(latest, 'running');
    try {
      await importLocations(
        client,
        map.id,
        sent.map(([at, row]) => [at, readLocation(row, found, plan, fields)] as const),
        {
          isTrial,
          before: progress,
          signal,
          onProgress(progress) {
            latest = progress;
            if (!signal.aborted) show(progress, 'running');
          },
        },
      );
      show(latest, signal.aborted ? 'stopped' : endOf(latest));
    } catch (error) {
      show(latest, 'stopped');
      throw error;
    } finally {
      onEnd(latest);
    }
  }

  /** Keeps the corrected rows among the refused ones of an import. */
  function keep(
    { found, plan, rows }: LocationImportState,
    progress: LocationProgress,
    corrected: PlacedRows,
  ): void {
    const refused = progress.refusals.map(({ at }) => [at, rows[at] ?? []] as const);
    if (corrected.length === 0) kept.forget();
    else kept.keep({ found, plan, progress, refused, corrected });
  }

  return {
    state,
    isReading,
    async start(given, isTrial) {
      if (given.file.size > FILE_MAX) throw new Error(locationImportTexts.tooLarge);
      setReading(true);
      const rows = await readAllRows(given.file, given.found).finally(() => setReading(false));
      const progress = beginImport(rows.length);
      await run({ ...given, rows, isTrial, progress }, [...rows.entries()], () => {});
    },
    corrected: kept.typed?.corrected ?? [],
    correct(corrected) {
      if (state !== null) keep(state, state.progress, corrected);
    },
    async send() {
      if (state === null || kept.typed === null) return;
      const { corrected } = kept.typed;
      await run(state, corrected, (latest) => {
        const refused = new Set(latest.refusals.map(({ at }) => at));
        keep(
          state,
          latest,
          corrected.filter(([at]) => refused.has(at)),
        );
      });
    },
    stop: () => aborting.current.abort(),
    close() {
      kept.forget();
      aborting.current.abort();
      setState(null);
    },
  };
}

/** Returns how an import has ended. Rows that it has not reached are not among the refused ones that are sent later. */
function endOf({ done, all }: LocationProgress): 'ended' | 'stopped' {
  return done < all ? 'stopped' : 'ended';
}

function stateOf({ found, plan, progress, refused }: KeptRefusals): LocationImportState {
  const rows: FileRow[] = [];
  for (const [at, row] of refused) rows[at] = row;
  return { found, plan, rows, isTrial: false, progress, phase: endOf(progress) };
}
