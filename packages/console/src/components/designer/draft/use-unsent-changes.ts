import { useEffect } from 'preact/hooks';
import { useLeaveQuestion } from '../../../router/leave-question.ts';
import { isOnline } from '../../../session/connection.ts';
import { isPassing } from '../../../session/passing-error.ts';
import type { AnyDraft, DraftEditor } from './draft-editor.ts';

const AGAIN_MS = 2_000;

/**
 * Sends changes again that the server could not take, when it answers or after a while, and asks before changes are left
 * that were not applied.
 */
export function useUnsentChanges<Draft extends AnyDraft, Changes extends object>(
  editor: Pick<DraftEditor<Draft, Changes>, 'isUnsent' | 'problem' | 'retry'>,
): void {
  const isAnswering = isOnline.value;
  const problem = editor.problem.value;
  useEffect(() => {
    if (!isAnswering || !isPassing(problem)) return;
    const timer = setTimeout(() => editor.retry(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [editor, isAnswering, problem]);
  useLeaveQuestion(editor.isUnsent.value);
}
