import { useEffect } from 'preact/hooks';
import { focusNextPane } from './panes.ts';

/** F6 leads to the next part of the page, Shift+F6 to the one before: there are many handles in between. */
export function usePaneKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.defaultPrevented) return;
      event.preventDefault();
      focusNextPane(event.shiftKey ? -1 : 1);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
