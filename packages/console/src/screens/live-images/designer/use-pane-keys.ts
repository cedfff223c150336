import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const PANES = ['.live-parts', '.live-middle', '.live-selected'];
const REACHABLE = 'button, input, select, textarea, a[href], summary, [tabindex="0"]';

/** F6 leads to the next pane of the designer, Shift+F6 to the one before: there are many handles in between. */
export function usePaneKeys(designer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const root = designer.current;
      if (event.key !== 'F6' || root === null || event.defaultPrevented) return;
      const panes = PANES.flatMap((selector) => root.querySelector(selector) ?? []);
      const at = panes.findIndex((pane) => pane.contains(document.activeElement));
      const step = event.shiftKey ? -1 : 1;
      const next = panes[at === -1 ? 0 : (at + step + panes.length) % panes.length];
      const target = [...(next?.querySelectorAll<HTMLElement>(REACHABLE) ?? [])].find(
        (one) => !one.matches(':disabled') && one.checkVisibility(),
      );
      if (target === undefined) return;
      event.preventDefault();
      target.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [designer]);
}
