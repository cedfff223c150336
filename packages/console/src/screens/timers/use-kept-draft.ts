import type { TimerFrameResponse } from '@vitrine/client';
import { useEffect, useState } from 'preact/hooks';
import { useDraftShelf } from '../../components/drafts/use-draft-shelf.ts';
import type { OpenDraft } from './open-draft.ts';
import type { TimerEditor } from './timer-editor.ts';

interface KeptDraft {
  /** The name that saving the draft gives: the server's draft does not change its name. */
  readonly name: string;
  readonly setName: (name: string) => void;
  /** Forgets the draft, which was saved. */
  readonly endDraft: () => void;
}

/** Keeps a draft as soon as it differs from what was opened, so that it is found again under *Timers*. */
export function useKeptDraft(
  editor: TimerEditor,
  { timerFrameId: draftId, conversationId, name: givenName, timerId }: TimerFrameResponse,
  timer: OpenDraft['timer'],
): KeptDraft {
  const shelf = useDraftShelf('timers');
  const [opened] = useState(() => ({
    name: shelf.nameOf(draftId) ?? timer?.name ?? givenName,
    design: editor.design.peek(),
  }));
  const [name, setName] = useState(opened.name);
  const design = editor.design.value;
  const isSaved = editor.draft.value.status === 'saved';
  useEffect(() => {
    if (isSaved || (name === opened.name && design === opened.design)) return;
    shelf.keep({ draftId, conversationId, imageId: timerId, name });
  }, [shelf, isSaved, name, design]);
  return { name, setName, endDraft: () => shelf.drop(draftId) };
}
