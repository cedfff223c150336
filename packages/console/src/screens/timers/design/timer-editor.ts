import type { Client, TimerDesignChanges, TimerFrameResponse } from '@vitrine/client';
import { createDraftEditor, type DraftEditor } from '../../../components/designer/draft/draft-editor.ts';

/** The draft of a timer that is being edited. */
export type TimerEditor = DraftEditor<TimerFrameResponse, TimerDesignChanges>;

export function createTimerEditor({ timers: { drafts } }: Client, frame: TimerFrameResponse): TimerEditor {
  return createDraftEditor<TimerFrameResponse, TimerDesignChanges>(frame, {
    id: frame.timerFrameId,
    update: (changes, name, revision) => drafts.update(frame, changes, { name, revision }),
    get: (signal) => drafts.get(frame, { signal }),
    preview: (draft, signal) => drafts.preview(draft, { signal }),
  });
}
