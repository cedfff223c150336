import { useEffect } from 'preact/hooks';
import { isTyping } from '../../../components/browser/typing.ts';
import type { GridState } from '../state/grid-state.ts';
import { makeAgain, takeLatestBack } from './take-back.ts';

/** Takes edits and deletions back by Ctrl+Z, and makes them again by Ctrl+Shift+Z or Ctrl+Y, wherever the focus is. */
export function useUndoKeys(grid: GridState): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const key = event.key.toLowerCase();
      const isAgain = key === 'y' || (key === 'z' && event.shiftKey);
      if (isAgain ? makeAgain(grid) : key === 'z' && takeLatestBack(grid)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    // This comes before the messages, which know only the latest changes of a screen.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [grid]);
}
