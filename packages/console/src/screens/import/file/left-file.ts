import { useEffect, useRef, useState } from 'preact/hooks';
import { path } from '../../../router/location.ts';
import { sessionState, useSession } from '../../../session/session.ts';

/** By account and page. The storage of browsers takes no files. */
const left = new Map<string, File>();

/**
 * Keeps a file that is not sent when the session ends, as long as the page lives.
 *
 * @returns the file that the end of the last session has left on this screen, or null.
 */
export function useLeftFile(unsent: File | null): File | null {
  const { identity } = useSession();
  const [place] = useState(() => `${identity.accountId}${path.peek()}`);
  const [found] = useState(() => left.get(place) ?? null);
  const latest = useRef(unsent);
  latest.current = unsent;
  useEffect(() => {
    left.delete(place);
    return () => {
      if (latest.current !== null && sessionState.peek().kind === 'signedOut')
        left.set(place, latest.current);
    };
  }, []);
  return found;
}
