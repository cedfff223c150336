import { ConnectionError, type ImportResponse, TimeoutError, UnavailableError } from '@vitrine/client';
import { useEffect, useState } from 'preact/hooks';
import { useSession } from '../../../session/session.ts';

/** Records and bytes per second, once some were read. */
interface Pace {
  readonly records: number;
  readonly bytes: number;
}

interface ImportJob {
  readonly job: ImportResponse | null;
  readonly pace: Pace | null;
  readonly error: unknown;
  readonly reload: () => void;
}

const POLL_MS = 500;
/** Responses from which the pace is measured. */
const SEEN_MAX = 20;

/** Follows an import until its end, also over restarts of the server. */
export function useImportJob(storeId: string, importId: string): ImportJob {
  const { client } = useSession();
  const [job, setJob] = useState<ImportResponse | null>(null);
  const [pace, setPace] = useState<Pace | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [round, setRound] = useState(0);

  useEffect(() => {
    const aborting = new AbortController();
    const { signal } = aborting;
    const seen: { at: number; read: number; bytes: number }[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function follow(): Promise<void> {
      try {
        const next = await client.stores.imports.get({ name: storeId, id: storeId }, importId, { signal });
        if (signal.aborted) return;
        seen.push({ at: performance.now(), read: next.read, bytes: next.bytesRead });
        if (seen.length > SEEN_MAX) seen.shift();
        setJob(next);
        setPace(paceOf(seen));
        setError(null);
        if (next.finishedAt !== null) return;
      } catch (failure) {
        if (signal.aborted) return;
        if (!isPassing(failure)) return setError(failure);
      }
      timer = setTimeout(() => void follow(), POLL_MS);
    }
    void follow();
    return () => {
      aborting.abort();
      clearTimeout(timer);
    };
  }, [client, storeId, importId, round]);

  return { job, pace, error, reload: () => setRound((before) => before + 1) };
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof ConnectionError || error instanceof TimeoutError || error instanceof UnavailableError
  );
}

function paceOf(seen: readonly { at: number; read: number; bytes: number }[]): Pace | null {
  const [first] = seen;
  const last = seen.at(-1);
  if (first === undefined || last === undefined || last.read === first.read) return null;
  const seconds = (last.at - first.at) / 1_000;
  return { records: (last.read - first.read) / seconds, bytes: (last.bytes - first.bytes) / seconds };
}
