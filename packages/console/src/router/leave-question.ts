import { useEffect } from 'preact/hooks';
import { shellTexts } from '../texts/en/shell.ts';
import { guardLeaving } from './location.ts';

/** Asks before the screen or the page is left, because something is typed that nothing keeps. Returns what ends that. */
function askBeforeLeaving(): () => void {
  const endGuard = guardLeaving(() => window.confirm(shellTexts.leave));
  const ask = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => {
    endGuard();
    window.removeEventListener('beforeunload', ask);
  };
}

/** Asks before the screen or the page is left while something is typed that nothing keeps. */
export function useLeaveQuestion(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? askBeforeLeaving() : undefined), [isUnsaved]);
}
