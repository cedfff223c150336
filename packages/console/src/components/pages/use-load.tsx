import type { JSX } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isOnline } from '../../requests/connection.ts';
import { ContentSkeleton, ErrorState, PageSkeleton } from './states.tsx';

/** Data that a screen loads. While it is loaded anew, the previous data stays. */
export interface Load<Data> {
  readonly data: Data | null;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Replaces the data, for changes that the screen knows already. */
  readonly replace: (data: Data) => void;
}

/**
 * Loads data when the screen appears and whenever one of `inputs` changes. An earlier load that is still under way is
 * aborted, so that an old response never replaces a newer one.
 */
export function useLoad<Data>(
  load: (signal: AbortSignal) => Promise<Data>,
  inputs: readonly unknown[],
): Load<Data> {
  const [state, setState] = useState<{ data: Data | null; error: unknown; isLoading: boolean }>({
    data: null,
    error: null,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  // Before the next frame, because the page waits for it.
  useLayoutEffect(() => {
    const aborting = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    latest.current(aborting.signal).then(
      (data) => {
        if (!aborting.signal.aborted) setState({ data, error: null, isLoading: false });
      },
      (error: unknown) => {
        if (!aborting.signal.aborted) setState((before) => ({ ...before, error, isLoading: false }));
      },
    );
    return () => aborting.abort();
  }, [round, ...inputs]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const isAnswering = isOnline.value;
  const hasFailed = state.error !== null;
  useEffect(() => {
    if (isAnswering && hasFailed) reload();
    // Only when the server answers again: a failed load is repeated by the user otherwise.
  }, [isAnswering]);
  const replace = useCallback((data: Data) => setState({ data, error: null, isLoading: false }), []);
  return { ...state, reload, replace };
}

interface LoadedProps<Data> {
  readonly load: Load<Data>;
  readonly children: (data: Data) => JSX.Element;
  /** Default: bars in place of the page or of its content. Wrap your own in `Delayed`. */
  readonly skeleton?: JSX.Element;
  /** Whether there is nothing else on the screen. */
  readonly isPage?: boolean;
}

/** Shows what has been loaded, or that it is loading, or why it could not be loaded. */
export function Loaded<Data>(props: LoadedProps<Data>): JSX.Element {
  const { load, children, skeleton, isPage = false } = props;
  if (load.data !== null) return children(load.data);
  if (load.isLoading) return skeleton ?? (isPage ? <PageSkeleton /> : <ContentSkeleton />);
  return <ErrorState error={load.error} onRetry={load.reload} isPage={isPage} />;
}
