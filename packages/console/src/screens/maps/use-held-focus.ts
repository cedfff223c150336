import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { NEW_LOCATION } from './locations/location-form.ts';

/**
 * Keeps the focus when the list gives way to the panel of a location, and when it comes back: then the button of that
 * location has it.
 */
export function useHeldFocus(side: RefObject<HTMLElement | null>, id: string | null): void {
  const before = useRef(id);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = id;
    if (last === id) return;
    const focus = (selector: string) => side.current?.querySelector<HTMLElement>(selector)?.focus();
    if (id === NEW_LOCATION) focus('.location-panel input');
    // Only if what had the focus is gone.
    else if (document.activeElement !== document.body) return;
    else focus(id === null ? `[data-id="${last}"]` : '.location-panel button');
  }, [id]);
}
