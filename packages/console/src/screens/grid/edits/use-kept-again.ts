import { useEffect, useRef } from 'preact/hooks';

/**
 * Keeps a text under edit again when another tab has erased an entry of the browser's storage: it may have written over
 * the text, as the value of the same field.
 */
export function useKeptAgain(keep: () => unknown): void {
  const latest = useRef(keep);
  latest.current = keep;
  useEffect(() => {
    const take = ({ newValue }: StorageEvent) => {
      if (newValue === null) latest.current();
    };
    window.addEventListener('storage', take);
    return () => window.removeEventListener('storage', take);
  }, []);
}
