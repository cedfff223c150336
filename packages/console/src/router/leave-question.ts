import { useCallback, useEffect, useRef } from 'preact/hooks';
import { shellTexts } from '../texts/en/shell.ts';
import { guardLeaving } from './location.ts';

/** Asks before the page is closed or loaded anew, but not before another screen is shown. Returns what ends that. */
export function holdPage(): () => void {
  const ask = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}

/** Asks before the page is closed or loaded anew while something is on its way to the server. */
export function usePageHold(isUnderWay: boolean): void {
  useEffect(() => (isUnderWay ? holdPage() : undefined), [isUnderWay]);
}

/** Asks before the screen or the page is left, because something is typed that nothing keeps. Returns what ends that. */
function askBeforeLeaving(question: string, isOfDialog: boolean): () => void {
  const endGuard = guardLeaving({ mayLeave: () => window.confirm(question), isOfDialog });
  const endHold = holdPage();
  return () => {
    endGuard();
    endHold();
  };
}

/**
 * Asks before the screen or the page is left while something is typed that nothing keeps. Returns a function that ends
 * this at once, for a screen that leads to another one when it has sent what was typed.
 *
 * @param isOfDialog whether it is typed into a dialog, which a step back may close.
 */
export function useLeaveQuestion(
  isUnsaved: boolean,
  question: string = shellTexts.leave,
  isOfDialog = false,
): () => void {
  const end = useRef(() => {});
  useEffect(() => {
    if (!isUnsaved) return;
    end.current = askBeforeLeaving(question, isOfDialog);
    return () => end.current();
  }, [isUnsaved, question, isOfDialog]);
  return useCallback(() => end.current(), []);
}
