import type {
  CreateLiveImageDraftRequest,
  LiveImageDraftQuery,
  LiveImageDraftResponse,
  LiveImageDraftSummary,
  LiveImageHtmlResponse,
  ResolveLiveImageDraftRequest,
  ResolveLiveImageResponse,
  SaveLiveImageDraftRequest,
  UpdateLiveImageDraftRequest,
} from '../../../contracts/live/live-drafts.ts';
import type { DrawnLive } from '../../../media/live-scene.ts';
import type { Principal } from '../../../ports/access.ts';
import type { CallOptions } from '../../../turns/caller.ts';
import type { OnceOptions } from '../../idempotency/idempotency.ts';

/** A draft whose token is valid. */
export interface LivePreview {
  /**
   * Draws the draft for the values of a query, in which `at`, `client`, `recordId` and `as-rule` have their own
   * meaning. What is unreadable in it is ignored. @throws UnavailableError if too many wait, or without `media`.
   */
  render(query: ReadonlyMap<string, string>, options?: CallOptions): Promise<DrawnLive>;
}

/**
 * Drafts of live images, with the life, limits and revisions of drafts of timers (docs/rules.md#drafts). For account keys
 * only.
 */
export interface LiveImageDraftService {
  /** Returns the drafts of all conversations, newest first, saved ones too. There are at most 100. */
  list(principal: Principal): Promise<LiveImageDraftSummary[]>;
  /** @throws ValidationError with the issues of the design at `design.…`. @throws NotFoundError for an unknown `from`. */
  create(
    principal: Principal,
    request: CreateLiveImageDraftRequest,
    options?: CallOptions & OnceOptions,
  ): Promise<LiveImageDraftResponse>;
  get(
    principal: Principal,
    draftId: string,
    query: LiveImageDraftQuery,
    options?: CallOptions,
  ): Promise<LiveImageDraftResponse>;
  /** Applies a merge patch to the design, as for drafts of timers. */
  update(
    principal: Principal,
    draftId: string,
    request: UpdateLiveImageDraftRequest,
    options?: CallOptions,
  ): Promise<LiveImageDraftResponse>;
  /** Deletes a draft. The image of a saved draft stays. */
  delete(principal: Principal, draftId: string, query: LiveImageDraftQuery): Promise<void>;
  /** Computes what an opening would show, without drawing it. @throws ValidationError at `at` and `rule`. */
  resolve(
    principal: Principal,
    draftId: string,
    request: ResolveLiveImageDraftRequest,
    options?: CallOptions,
  ): Promise<ResolveLiveImageResponse>;
  /**
   * Draws what an opening would show, as PNG or JPEG, of a timer its first frame. @throws as `resolve`, and
   * UnavailableError as `LivePreview.render`.
   */
  look(
    principal: Principal,
    draftId: string,
    request: ResolveLiveImageDraftRequest,
    options?: CallOptions,
  ): Promise<DrawnLive>;
  /**
   * Saves the draft as a live image with its fonts and pictures pinned. Later and racing calls return the same image.
   * @throws ValidationError at `design.…` for what is missing.
   */
  save(
    principal: Principal,
    draftId: string,
    request: SaveLiveImageDraftRequest,
    options?: CallOptions,
  ): Promise<LiveImageHtmlResponse>;
  /** Opens the draft of a preview URL. @throws NotFoundError for a token that is invalid or of another draft. */
  preview(token: string, conversationId: string, draftId: string): Promise<LivePreview>;
}
