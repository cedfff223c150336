import { useEffect, useRef } from 'preact/hooks';

/** Calls a function whenever the tab is shown again, because others may have changed meanwhile what it shows. */
export function useShownAgain(run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const onChange = () => {
      if (!document.hidden) latest.current();
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);
}
