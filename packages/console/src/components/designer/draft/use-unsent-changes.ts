import { useEffect } from 'preact/hooks';
import { isOnline } from '../../../requests/connection.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { isPassing } from '../../../requests/passing-error.ts';
import { useLeaveQuestion, usePageHold } from '../../../router/leave-question.ts';
import { sessionState } from '../../../session/session.ts';
import { designerTexts } from '../../../texts/en/images/designer.ts';
import { showToast } from '../../toast.tsx';
import { giveUpFiles, hasFilesUnderWay } from '../fields/files-under-way.ts';
import type { DraftEditor } from './draft-editor.ts';
import type { AnyDraft } from './draft-kind.ts';
import { AGAIN_MS } from './left-changes.ts';

/**
 * Sends changes again that the server could not take, when it answers or after a while. Asks before the page is left while
 * the server does not have all. Asks before the designer is left if something was refused, or a file is on its way. What
 * fails later is kept for the next visit of the draft, and said. Ends the editor with the screen.
 */
export function useUnsentChanges<Draft extends AnyDraft, Changes extends object>(
  editor: Pick<DraftEditor<Draft, Changes>, 'isUnsent' | 'problem' | 'retry' | 'name' | 'dispose'>,
): void {
  const isAnswering = isOnline.value;
  const problem = editor.problem.value;
  const isUnsent = editor.isUnsent.value;
  useEffect(() => {
    if (!isAnswering || !isPassing(problem)) return;
    const timer = setTimeout(() => editor.retry(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [editor, isAnswering, problem]);
  usePageHold(isUnsent);
  useLeaveQuestion((isUnsent && problem !== null) || hasFilesUnderWay.value);
  useEffect(
    () => () => {
      giveUpFiles();
      void leave(editor);
    },
    [editor],
  );
}

async function leave({
  problem,
  name,
  dispose,
}: Pick<DraftEditor<AnyDraft, object>, 'problem' | 'name' | 'dispose'>): Promise<void> {
  // The user was asked before leaving changes that were not applied, unless the session has ended.
  const isGivenUp = problem.peek() !== null && sessionState.peek().kind === 'signedIn';
  const failure = await dispose(!isGivenUp);
  if (failure !== null) showToast(designerTexts.leftUnsent(name.peek(), messageOf(failure)), { isBad: true });
}
