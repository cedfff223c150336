import type {
  CreateTimerFrameRequest,
  DraftTimerRequest,
  Routes,
  SavedTimerFrameResponse,
  SaveTimerFrameRequest,
  TimerDesignChanges,
  TimerDetail,
  TimerFrameResponse,
  TimerFrameSummary,
  TimerPresetList,
  TimerSummary,
  TimerTargetDateResponse,
  UpdateTimerTargetDateRequest,
} from '../generated/contracts.ts';
import type { Pages } from '../generated/pages.ts';
import type { Methods } from '../methods.ts';
import type { CallOptions } from '../transport.ts';

/** A draft, as `create` returns it, or its ids. */
export type DraftRef = Pick<TimerFrameResponse, 'timerFrameId' | 'conversationId'>;

/** Without `conversationId`, the draft is the only one of its conversation. */
export type NewDraft = Omit<CreateTimerFrameRequest, 'conversationId'> &
  Partial<Pick<CreateTimerFrameRequest, 'conversationId'>>;

export interface UpdateDraftOptions extends CallOptions {
  /** The revision that the changes are based on. The call fails if the draft has another one. */
  readonly revision?: number | undefined;
  /** A new name. */
  readonly name?: string | undefined;
}

export interface ReadDraftOptions extends CallOptions {
  /** A `start` as a mail tool writes it: the draft has `start` with what is read from it. */
  readonly start?: string | undefined;
}

/** Drafts of timers: create one, look at its preview, change it until it is right, and save it. */
export interface TimerDrafts {
  /** The drafts of all conversations, newest first, saved ones too. */
  list(options?: CallOptions): Promise<readonly TimerFrameSummary[]>;
  create(draft?: NewDraft, options?: CallOptions): Promise<TimerFrameResponse>;
  get(draft: DraftRef, options?: ReadDraftOptions): Promise<TimerFrameResponse>;
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

const FRAME = '/v2/timer-frames/{timerFrameId}';

export function createTimers({ call, download, method, pages }: Methods): Timers {
  /** Returns the arguments of a route of a draft, which has a body or a query. */
  const of = (draft: DraftRef, part: 'body' | 'query', more?: object) => ({
    params: draft,
    [part]: { ...more, conversationId: draft.conversationId },
  });
  return {
    drafts: {
      list: (options) => call('GET /v2/timer-frames', {}, options),
      create: (body = {}, options) => call('POST /v2/timer-frames', { body, repeat: 'key' }, options),
      get: (draft, options) => call(`GET ${FRAME}`, of(draft, 'query', { start: options?.start }), options),
      update: (draft, changes, { revision, name, ...options } = {}) =>
        call(
          `PATCH ${FRAME}`,
          { ...of(draft, 'body', { changes, revision, name }), repeat: revision ? 'no' : 'yes' },
          options,
        ),
      preview: ({ previewUrl }, options) => download(previewUrl, options),
      // Repeatable, because saving again returns the same timer.
      save: (draft, settings = {}, options) =>
        call(`POST ${FRAME}/save`, { ...of(draft, 'body', settings), repeat: 'yes' }, options),
      delete: (draft, options) => call(`DELETE ${FRAME}`, of(draft, 'query'), options),
    },
    list: pages('GET /v2/timers'),
    get: method('GET /v2/timers/{id}'),
    draft: method('POST /v2/timers/{id}/draft'),
    delete: method('DELETE /v2/timers/{id}'),
    presets: method('GET /v2/timer-presets'),
    setTargetDate: method('PATCH /v2/timers/{id}/target-date'),
  };
}
