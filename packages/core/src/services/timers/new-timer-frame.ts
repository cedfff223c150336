import type { TimerFrameResponse } from '../../contracts/timers/timer-frames.ts';
import { type StoredDraft, writeDraft } from '../../timers/stored-timer.ts';
import type { ServiceContext } from '../calls/context.ts';
import { type Drafts, draftsOf, type PlannedDraft } from '../drafts/drafts.ts';
import { showTimerFrame } from './timer-frame-view.ts';
import type { OpenOptions } from './timer-pictures.ts';

/** Returns the drafts of timers. */
export function timerDrafts(context: ServiceContext): Drafts {
  return draftsOf(context, 'timer', 'tf_', 'timer frame');
}

/** Returns the `start` of a request. An empty one counts as absent. */
export function givenStart(start: string | null | undefined): string | null {
  return start === undefined || start === '' ? null : start;
}

/** Plans a new draft of a timer. */
export async function planFrame(
  context: ServiceContext,
  given: {
    readonly accountId: string;
    readonly conversationId: string;
    readonly name: string;
    readonly draft: StoredDraft;
  },
  options: OpenOptions,
): Promise<PlannedDraft<TimerFrameResponse>> {
  const { draft, ...rest } = given;
  const frame = { ...rest, design: writeDraft(draft) };
  return timerDrafts(context).plan(frame, (row) => showTimerFrame(context, row, options));
}
