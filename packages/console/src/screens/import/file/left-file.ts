import { useEffect, useRef, useState } from 'preact/hooks';
import { path } from '../../../router/location.ts';
import { signedInAs } from '../../../session/session.ts';

/** By who was signed in, and page. The storage of browsers takes no files. */
const left = new Map<string, File>();

/**
 * Keeps a file that is not sent when the session ends, as long as the page lives.
 *
 * @returns the file that the end of the last session has left on this screen, or null.
 */
export function useLeftFile(unsent: File | null): File | null {
  const [openedBy] = useState(() => signedInAs.peek());
  const [place] = useState(() => `${openedBy}${path.peek()}`);
  const [found] = useState(() => left.get(place) ?? null);
  const latest = useRef(unsent);
  latest.current = unsent;
  useEffect(() => {
    left.delete(place);
    return () => {
      if (latest.current !== null && signedInAs.peek() !== openedBy) left.set(place, latest.current);
    };
  }, []);
  return found;
}
