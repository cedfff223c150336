import type { Client, ImportRequest, StoreName } from '@vitrine/client';
import { useRef } from 'preact/hooks';

type File = Parameters<Client['stores']['imports']['start']>[1];

interface ImportToStart {
  readonly store: StoreName;
  readonly file: File;
  /** Differs for different files. */
  readonly content: string;
  readonly request: ImportRequest;
  readonly timeout?: number;
}

/** Imports among which one is found whose answer was lost. */
const LOOKED_AT = 10;

/**
 * Returns a function that starts an import and returns its id. If the answer is lost, the next call with the same file and
 * request finds the import that the server has begun, and begins no other one.
 */
export function useStartImport({ stores: { imports } }: Client): (given: ImportToStart) => Promise<string> {
  /** The latest attempt, until it is answered, and the newest import before it. */
  const unanswered = useRef<{ readonly name: string; readonly newest: string | undefined } | null>(null);
  return async ({ store, file, content, request, timeout }) => {
    const { fileName = null, dryRun = false } = request;
    const name = JSON.stringify([store, content, request]);
    const listed = await imports.list(store, { limit: LOOKED_AT }).all(LOOKED_AT);
    const before = unanswered.current?.name === name ? unanswered.current : null;
    if (before !== null) {
      const known = listed.findIndex(({ importId }) => importId === before.newest);
      const begun = listed
        .slice(0, known < 0 ? listed.length : known)
        .find((one) => one.fileName === fileName && one.dryRun === dryRun);
      if (begun !== undefined) {
        unanswered.current = null;
        return begun.importId;
      }
    }
    unanswered.current = before ?? { name, newest: listed[0]?.importId };
    const { importId } = await imports.start(store, file, request, timeout === undefined ? {} : { timeout });
    unanswered.current = null;
    return importId;
  };
}
