import type { Client, ResolveLiveImageResponse } from '@vitrine/client';
import { useEffect, useState } from 'preact/hooks';
import type { LiveEditor } from './live-editor.ts';
import { type Opening, resolveRequest } from './opening.ts';

interface Resolved {
  /** The last one stays while the next one is computed. Null before the first. */
  readonly resolved: ResolveLiveImageResponse | null;
  /** Why the opening can't be computed. */
  readonly problem: unknown;
}

/** Asks the server for each value of the shown opening, whenever the draft or the opening changes. */
export function useResolved(client: Client, editor: LiveEditor, opening: Opening): Resolved {
  const [shown, setShown] = useState<Resolved>({ resolved: null, problem: null });
  const draft = editor.draft.value;
  const key = JSON.stringify(opening);
  useEffect(() => {
    const aborting = new AbortController();
    const { signal } = aborting;
    client.liveImages.drafts.resolve(draft, resolveRequest(opening, draft.design), { signal }).then(
      (resolved) => {
        if (!signal.aborted) setShown({ resolved, problem: null });
      },
      (problem: unknown) => {
        if (!signal.aborted) setShown((before) => ({ ...before, problem }));
      },
    );
    return () => aborting.abort();
  }, [client, draft, key]);
  return shown;
}
