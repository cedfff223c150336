import type {
  CreateTimerFrameRequest,
  SavedTimerFrameResponse,
  SaveTimerFrameRequest,
  TimerDesignChanges,
  TimerFrameResponse,
  TimerTargetDateResponse,
  UpdateTimerTargetDateRequest,
} from '../contracts.ts';
import { lastSegments, toBlob } from '../files.ts';
import type { Methods } from '../methods.ts';
import { type CallOptions, newKey, type Transport } from '../transport.ts';

/** A draft, as `create` returns it, or its ids. */
export type DraftRef = Pick<TimerFrameResponse, 'timerFrameId' | 'conversationId'>;

/** Without `conversationId`, the draft is the only one of its conversation. */
export type NewDraft = Omit<CreateTimerFrameRequest, 'conversationId'> &
  Partial<Pick<CreateTimerFrameRequest, 'conversationId'>>;

export interface UpdateDraftOptions extends CallOptions {
  /** The revision that the changes are based on. The call fails if the draft has another one. */
  readonly revision?: number | undefined;
}

/** Drafts of timers: create one, look at its preview, change it until it is right, and save it. */
export interface TimerDrafts {
  create(draft?: NewDraft, options?: CallOptions): Promise<TimerFrameResponse>;
  get(draft: DraftRef, options?: CallOptions): Promise<TimerFrameResponse>;
  /** Changes the given members of the design; null restores a default. */
  update(
    draft: DraftRef,
    changes: TimerDesignChanges,
    options?: UpdateDraftOptions,
  ): Promise<TimerFrameResponse>;
  /** Returns the GIF that the draft shows at this moment. */
  preview(draft: Pick<TimerFrameResponse, 'previewUrl'>, options?: CallOptions): Promise<Blob>;
  /** Saves the draft as a timer image. Saving it again returns the same timer. */
  save(
    draft: DraftRef,
    settings?: Omit<SaveTimerFrameRequest, 'conversationId'>,
    options?: CallOptions,
  ): Promise<SavedTimerFrameResponse>;
  delete(draft: DraftRef, options?: CallOptions): Promise<void>;
}

/** Saved timers are images too: see `images`. */
export interface Timers {
  readonly drafts: TimerDrafts;
  setTargetDate(
    id: number,
    target: UpdateTimerTargetDateRequest,
    options?: CallOptions,
  ): Promise<TimerTargetDateResponse>;
}

export function createTimers({ call, receive }: Transport, { method }: Methods): Timers {
  return {
    drafts: {
      create: (draft, options) =>
        call(
          'POST /v2/timer-frames',
          { body: { conversationId: newKey(), ...draft }, repeat: 'key' },
          options,
        ),
      get: ({ timerFrameId, conversationId }, options) =>
        call(
          'GET /v2/timer-frames/{timerFrameId}',
          { params: { timerFrameId }, query: { conversationId } },
          options,
        ),
      update: ({ timerFrameId, conversationId }, changes, { revision, ...options } = {}) =>
        call(
          'PATCH /v2/timer-frames/{timerFrameId}',
          {
            params: { timerFrameId },
            body: { conversationId, changes, revision },
            repeat: revision === undefined ? 'yes' : 'no',
          },
          options,
        ),
      async preview({ previewUrl }, options) {
        const [token = '', conversationId = '', timerFrameId = ''] = lastSegments(previewUrl, 3);
        const params = { token, conversationId, timerFrameId };
        const path = 'GET /v2/timer-frame-previews/{token}/{conversationId}/{timerFrameId}';
        return toBlob(await receive(path, { params, stream: true }, options));
      },
      save: ({ timerFrameId, conversationId }, settings, options) =>
        call(
          'POST /v2/timer-frames/{timerFrameId}/save',
          // Repeatable, because saving again returns the same timer.
          { params: { timerFrameId }, body: { conversationId, ...settings }, repeat: 'yes' },
          options,
        ),
      delete: ({ timerFrameId, conversationId }, options) =>
        call(
          'DELETE /v2/timer-frames/{timerFrameId}',
          { params: { timerFrameId }, query: { conversationId } },
          options,
        ),
    },
    setTargetDate: method('PATCH /v2/timers/{id}/target-date'),
  };
}
