import type { AccountUsageResponse, StatusResponse } from '@vitrine/client';
import { useEffect, useState } from 'preact/hooks';
import { type Load, useLoad } from '../../components/pages/use-load.tsx';
import { useSession } from '../../session/session.ts';

/** What the server said, and when. */
export interface Observed {
  readonly status: StatusResponse;
  readonly usage: AccountUsageResponse;
  readonly at: Date;
}

const PAUSE_MS = 3_000;
/** A server that is slower than this is as good as silent, and the next request may fare better. */
const TIMEOUT_MS = 10_000;

/** Loads the status, and again three seconds after each response while the page is visible and `isLive`. */
export function useStatus(isLive: boolean): Load<Observed> {
  const { client } = useSession();
  const isVisible = useTabVisible();
  const load = useLoad(
    async (signal): Promise<Observed> => {
      const options = { signal, retries: 0, timeout: TIMEOUT_MS };
      const [status, usage] = await Promise.all([client.status(options), client.usage(options)]);
      return { status, usage, at: new Date() };
    },
    [client],
  );
  const { isLoading, reload } = load;
  useEffect(() => {
    if (!isLive || !isVisible || isLoading) return;
    const timer = setTimeout(reload, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isLive, isVisible, isLoading, reload]);
  return load;
}

/** Returns whether the tab is shown. */
function useTabVisible(): boolean {
  const [isVisible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const onChange = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
  return isVisible;
}
