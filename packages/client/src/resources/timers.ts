import type {
  CreateTimerFrameRequest,
  DraftTimerRequest,
  Routes,
  SavedTimerFrameResponse,
  SaveTimerFrameRequest,
  TimerDesignChanges,
  TimerDetail,
  TimerFrameResponse,
  TimerPresetList,
  TimerSummary,
  TimerTargetDateResponse,
  UpdateTimerTargetDateRequest,
} from '../contracts.ts';
import { lastSegments, toBlob } from '../files.ts';
import type { Methods } from '../methods.ts';
import type { Pages } from '../pages.ts';
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
  /** The active timers, newest first. */
  list(request?: Routes['GET /v2/timers']['query'], options?: CallOptions): Pages<TimerSummary>;
  get(id: number, options?: CallOptions): Promise<TimerDetail>;
  /** Drafts a new design of a saved timer. Saving the draft changes the timer under the same URL. */
  draft(id: number, settings?: DraftTimerRequest, options?: CallOptions): Promise<TimerFrameResponse>;
  /** Deletes the timer's image, which can be restored. */
  delete(id: number, options?: CallOptions): Promise<void>;
  /** The looks that a design can begin with. */
  presets(options?: CallOptions): Promise<TimerPresetList>;
  setTargetDate(
    id: number,
    target: UpdateTimerTargetDateRequest,
    options?: CallOptions,
  ): Promise<TimerTargetDateResponse>;
}

export function createTimers({ call, receive }: Transport, { method, pages }: Methods): Timers {
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
    list: pages('GET /v2/timers'),
    get: method('GET /v2/timers/{id}'),
    draft: (id, settings = {}, options) =>
      call('POST /v2/timers/{id}/draft', { params: { id }, body: settings, repeat: 'no' }, options),
    delete: method('DELETE /v2/timers/{id}'),
    presets: (options) => call('GET /v2/timer-presets', {}, options),
    setTargetDate: method('PATCH /v2/timers/{id}/target-date'),
  };
}
