import type { InferStoreResponse, MapResponse } from '@vitrine/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLeaveQuestion } from '../../../router/leave-question.ts';
import { useSession } from '../../../session/session.ts';
import { mapsTexts } from '../../../texts/en/maps.ts';
import { type FileRow, readAllRows } from '../file/rows/file-rows.ts';
import { type LocationPlan, toLocation } from './location-columns.ts';
import { fieldsOf } from './location-problem.ts';
import { importLocations, type LocationProgress, NOTHING_DONE } from './location-run.ts';

/** The rows are read in this tab. */
const FILE_MAX = 50_000_000;

/** A file that was read, and the meanings of its columns. */
export interface LocationFile {
  readonly file: File;
  readonly found: InferStoreResponse;
  readonly plan: LocationPlan;
}

/** An import as it is shown. */
export interface LocationImportState extends LocationFile {
  readonly rows: readonly FileRow[];
  readonly isTrial: boolean;
  readonly progress: LocationProgress;
  readonly phase: 'running' | 'ended' | 'stopped';
}

export interface LocationImport {
  /** Null: nothing was started. */
  readonly state: LocationImportState | null;
  /** Whether the rows of the file are being read. */
  readonly isReading: boolean;
  /** Rejects if the file is too large or the server can't be reached. */
  readonly start: (given: LocationFile, isTrial: boolean) => Promise<void>;
  /** Sends some rows again, corrected. */
  readonly send: (rows: readonly FileRow[]) => Promise<void>;
  readonly stop: () => void;
  readonly close: () => void;
}

/** Runs imports of locations into a map. One ends when the screen is left, and the user is asked before. */
export function useLocationImport(map: MapResponse, onChanged: (map: MapResponse) => void): LocationImport {
  const { client } = useSession();
  const [state, setState] = useState<LocationImportState | null>(null);
  const [isReading, setReading] = useState(false);
  const aborting = useRef(new AbortController());
  useEffect(() => () => aborting.current.abort(), []);
  useLeaveQuestion(state?.phase === 'running' && !state.isTrial, mapsTexts.imports.leave);

  async function run(given: LocationFile, rows: readonly FileRow[], isTrial: boolean): Promise<void> {
    const { found, plan } = given;
    const fields = fieldsOf(map, found, plan);
    if (!isTrial && fields.length > map.fields.length) {
      onChanged(await client.maps.update(map.id, { fields: [...fields] }));
    }
    aborting.current.abort();
    aborting.current = new AbortController();
    const { signal } = aborting.current;
    const show = (progress: LocationProgress, phase: LocationImportState['phase']) =>
      setState({ ...given, rows, isTrial, progress, phase });
    let latest = NOTHING_DONE;
    show(latest, 'running');
    try {
      await importLocations(
        client,
        map.id,
        rows.map((row) => toLocation(row, found, plan, { fields })),
        {
          isTrial,
          fields,
          signal,
          onProgress(progress) {
            latest = progress;
            if (!signal.aborted) show(progress, 'running');
          },
        },
      );
      show(latest, signal.aborted ? 'stopped' : 'ended');
    } catch (error) {
      show(latest, 'stopped');
      throw error;
    }
  }

  return {
    state,
    isReading,
    async start(given, isTrial) {
      if (given.file.size > FILE_MAX) throw new Error(mapsTexts.imports.tooLarge);
      setReading(true);
      const rows = await readAllRows(given.file, given.found).finally(() => setReading(false));
      await run(given, rows, isTrial);
    },
    async send(rows) {
      if (state !== null) await run(state, rows, false);
    },
    stop: () => aborting.current.abort(),
    close() {
      aborting.current.abort();
      setState(null);
    },
  };
}
