import type { TimerFrameResponse } from '../../contracts/timer-frames.ts';
import { randomBase64url } from '../../ground/crypto.ts';
import type { Millis } from '../../ground/rows.ts';
import type { NewTimerFrame } from '../../storage/timer-frames.ts';
import { type StoredDraft, writeDraft } from '../../timers/stored-timer.ts';
import type { ServiceContext } from '../calls/context.ts';
import { showTimerFrame } from './timer-frame-view.ts';
import type { OpenOptions } from './timer-pictures.ts';

/** The time that a draft lives after its last change. */
export const LIFE: Millis = 24 * 3_600_000;

/** Returns the id of a conversation for users who have none. */
export function newConversationId(): string {
  return `conv_${randomBase64url(16)}`;
}

/** Returns the `start` of a request. An empty one counts as absent. */
export function givenStart(start: string | null | undefined): string | null {
  return start === undefined || start === '' ? null : start;
}

/** A draft to store. */
interface PlannedFrame {
  readonly frame: NewTimerFrame;
  /** The response that shows it. */
  readonly shown: TimerFrameResponse;
}

/** Plans a new draft. Draws it too: a draft that cannot be drawn now is not stored, so a retry creates no second one. */
export async function planFrame(
  context: ServiceContext,
  given: {
    readonly accountId: string;
    readonly conversationId: string;
    readonly name: string;
    readonly draft: StoredDraft;
  },
  options: OpenOptions,
): Promise<PlannedFrame> {
  const { accountId, conversationId, name, draft } = given;
  await context.quotas.requireAccount(accountId);
  const now = context.clock();
  const frame = {
    id: `tf_${randomBase64url(16)}`,
    accountId,
    conversationId,
    name,
    design: writeDraft(draft),
    createdAt: now,
    updatedAt: now,
    expiresAt: now + LIFE,
  };
  const shown = await showTimerFrame(context, { ...frame, revision: 1, imageId: null }, options);
  return { frame, shown };
}
