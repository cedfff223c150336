import { useEffect } from 'preact/hooks';
import { useLeaveQuestion } from '../../router/leave-question.ts';
import { isOnline } from '../../session/connection.ts';
import type { AnyDraft, DraftEditor } from './draft-editor.ts';

/** Sends changes that were not applied when the server answers again, and asks before they are left. */
export function useUnsentChanges<Draft extends AnyDraft, Changes extends object>(
  editor: Pick<DraftEditor<Draft, Changes>, 'isUnsent' | 'retry'>,
): void {
  const isAnswering = isOnline.value;
  useEffect(() => {
    if (isAnswering) editor.retry();
  }, [editor, isAnswering]);
  useLeaveQuestion(editor.isUnsent.value);
}
