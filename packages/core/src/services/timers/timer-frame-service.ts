import type {
  CreateTimerFrameRequest,
  GetTimerFrameQuery,
  LookAtTimerFrameRequest,
  SavedTimerFrameResponse,
  SaveTimerFrameRequest,
  TimerFrameQuery,
  TimerFrameResponse,
  TimerFrameSummary,
  UpdateTimerFrameRequest,
} from '../../contracts/timers/timer-frames.ts';
import type { DrawnLive } from '../../media/live-scene.ts';
import type { Principal } from '../../ports/access.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { OnceOptions } from '../idempotency/idempotency.ts';
import type { OpenOptions } from './timer-pictures.ts';

/** A draft whose token is valid. */
export interface TimerPreview {
  /**
   * Draws the GIF of the draft for the current time. @throws UnavailableError if too many wait, it takes too long, or
   * without `media`.
   */
  render(options?: OpenOptions): Promise<Uint8Array>;
}

/**
 * Drafts of timers, each bound to a conversation (docs/rules.md#drafts). For account keys only. All calls except
 * `list`, `create` and `preview` name the conversation: they throw `validation_failed` without it, before any lookup, and
 * `not_found` for a draft that is unknown, expired, foreign, or of another conversation. A draft expires 24 hours after
 * its last change, and after seven days at most. An account keeps its newest 100 unsaved drafts.
 */
export interface TimerFrameService {
  /** Returns the drafts of all conversations, newest first, saved ones too. Their number is bounded by their lifetime. */
  list(principal: Principal): Promise<TimerFrameSummary[]>;
  /**
   * Makes a conversation id if the request has none. @throws ValidationError with all issues, those of the design at
   * `design.…`.
   */
  create(
    principal: Principal,
    request: CreateTimerFrameRequest,
    options?: CallOptions & OnceOptions,
  ): Promise<TimerFrameResponse>;
  get(
    principal: Principal,
    timerFrameId: string,
    query: GetTimerFrameQuery,
    options?: CallOptions,
  ): Promise<TimerFrameResponse>;
  /**
   * Applies a merge patch to the design. Of two racing calls with the same `revision`, one throws `validation_failed`
   * at `revision`; without it, each applies to the result of the other. A saved draft throws `validation_failed`.
   */
  update(
    principal: Principal,
    timerFrameId: string,
    request: UpdateTimerFrameRequest,
    options?: CallOptions,
  ): Promise<TimerFrameResponse>;
  /**
   * Draws the first frame that an opening would show, as PNG. @throws ValidationError at `at`. @throws UnavailableError
   * as `TimerPreview.render`.
   */
  look(
    principal: Principal,
    timerFrameId: string,
    request: LookAtTimerFrameRequest,
    options?: CallOptions,
  ): Promise<DrawnLive>;
  /** Deletes a draft. The image of a saved draft stays. */
  delete(principal: Principal, timerFrameId: string, query: TimerFrameQuery): Promise<void>;
  /**
   * Saves the draft as a timer image with its fonts and pictures pinned. A draft of a timer changes that timer under the
   * same URL, unless the request has `as: 'copy'`. Later and racing calls return the same image.
   * @throws ValidationError at `design.…` for a missing font or image.
   */
  save(
    principal: Principal,
    timerFrameId: string,
    request: SaveTimerFrameRequest,
    options?: CallOptions,
  ): Promise<SavedTimerFrameResponse>;
  /**
   * Opens the draft of a preview URL. Needs no key, because the token authorizes the request.
   * @throws NotFoundError for a token that has expired, was changed, or is of another draft.
   */
  preview(token: string, conversationId: string, timerFrameId: string): Promise<TimerPreview>;
}
