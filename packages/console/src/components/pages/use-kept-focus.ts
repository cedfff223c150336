import { useEffect } from 'preact/hooks';
import { REACHABLE } from './focus-in.ts';

/**
 * Keeps the focus where it is when the element that has it is removed, such as a deleted layer: what follows in the same part
 * of the page gets it, else what is before. Without that, the next key would begin at the top of the page.
 *
 * @param parts a selector of the parts of the page.
 */
export function useKeptFocus(parts: string): void {
  useEffect(() => {
    let focused: HTMLElement | null = null;
    let part: Element | null = null;
    /** The elements that get the focus instead, the best first. */
    let others: readonly HTMLElement[] = [];
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      focused = target;
      part = target.closest(parts);
      const all = part === null ? [] : reachableIn(part);
      const at = all.indexOf(target);
      others = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at)).reverse()];
    };
    const onPointerDown = () => {
      // A press beside all controls gives up the focus.
      focused = null;
    };
    const observer = new MutationObserver(() => {
      if (focused === null || focused.isConnected || document.activeElement !== document.body) return;
      const again = part?.isConnected ? reachableIn(part) : [];
      [...others, ...again].find(canHaveFocus)?.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('pointerdown', onPointerDown, true);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('pointerdown', onPointerDown, true);
      observer.disconnect();
    };
  }, [parts]);
}

/** Returns what can have the focus in a part of the page, in its order. */
function reachableIn(part: Element): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(REACHABLE)];
}

function canHaveFocus(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility();
}
