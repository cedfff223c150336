import type { z } from 'zod';
import { parseContract, rawMember } from '../../contracts/ground/contract.ts';
import { randomBase64url } from '../../ground/crypto.ts';
import { type Issue, NotFoundError, UnavailableError, ValidationError } from '../../ground/errors.ts';
import { DRAFTS_MAX } from '../../ground/limits.ts';
import type { Millis } from '../../ground/rows.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import type { Principal } from '../../ports/access.ts';
import type { DraftKind, DraftRow, NewDraft } from '../../storage/images/drafts.ts';
import type { ImageRow } from '../../storage/images/images.ts';
import type { KeyedWrite } from '../../storage/writes/write-options.ts';
import type { ServiceContext } from '../calls/context.ts';

/** The time that a draft lives after its last change, and after its creation at most. */
const LIFE: Millis = 24 * 3_600_000;
const LIFE_MAX: Millis = 7 * 24 * 3_600_000;
const ATTEMPTS_MAX = 50;

/** A draft to store, and the response that shows it. */
export interface PlannedDraft<Shown> {
  readonly draft: NewDraft;
  readonly shown: Shown;
}

/** The drafts of one kind: how they are found, made and changed, whatever their designs are (docs/rules.md#drafts). */
export interface Drafts {
  /** Returns the draft. @throws NotFoundError if the account has no such draft in this conversation. */
  open(principal: Principal, id: string, conversationId: string): Promise<DraftRow>;
  /** Returns the draft of a preview URL, whose token has to authorize the request. */
  find(id: string, conversationId: string): Promise<DraftRow | null>;
  /** Returns the drafts of all conversations, newest first, saved ones too. */
  list(accountId: string): Promise<DraftRow[]>;
  /** Plans a new draft. `show` draws it: a draft that cannot be drawn now is not stored, so a retry creates no second one. */
  plan<Shown>(
    given: Pick<DraftRow, 'accountId' | 'conversationId' | 'name' | 'design'>,
    show: (draft: DraftRow) => Promise<Shown>,
  ): Promise<PlannedDraft<Shown>>;
  /** Stores a planned draft, and removes the oldest ones of its kind and account beyond the limit. */
  insert(draft: NewDraft, options?: KeyedWrite): Promise<unknown>;
  /** Writes with the current draft. Writes again if the draft changed in between. */
  change<Result>(
    open: () => Promise<DraftRow>,
    write: (draft: DraftRow) => Promise<Result | 'stale' | null>,
  ): Promise<Result>;
  /** Stores a new design and name. `'stale'`: the draft has changed since it was read. */
  update(draft: DraftRow, change: Pick<DraftRow, 'name' | 'design'>): Promise<DraftRow | 'stale' | null>;
  /** Deletes the draft. The image of a saved one stays. */
  delete(draft: DraftRow): Promise<void>;
  /** Returns the image that the draft was saved as. Null: it is not saved. */
  savedImage(draft: DraftRow): Promise<ImageRow | null>;
}

/**
 * Returns the drafts of a kind.
 *
 * @param prefix of their ids.
 * @param name of what is not found.
 */
export function draftsOf(
  { storage, clock, quotas }: ServiceContext,
  kind: DraftKind,
  prefix: string,
  name: string,
): Drafts {
  return {
    async open({ accountId }, id, conversationId) {
      const draft = canBeStored(id) ? await storage.drafts.get(accountId, id, clock()) : null;
      if (draft?.kind !== kind || draft.conversationId !== conversationId) throw new NotFoundError(name);
      return draft;
    },

    async find(id, conversationId) {
      const draft = canBeStored(id) ? await storage.drafts.find(id, clock()) : null;
      return draft?.kind === kind && draft.conversationId === conversationId ? draft : null;
    },

    async list(accountId) {
      const drafts = await storage.drafts.list(accountId, clock());
      return drafts.filter((draft) => draft.kind === kind).reverse();
    },

    async plan(given, show) {
      await quotas.requireAccount(given.accountId);
      const now = clock();
      const id = `${prefix}${randomBase64url(16)}`;
      const draft = { ...given, kind, id, createdAt: now, updatedAt: now, expiresAt: now + LIFE };
      return { draft, shown: await show({ ...draft, revision: 1, imageId: null }) };
    },

    insert: (draft, options) => storage.drafts.insert(draft, DRAFTS_MAX, options),

    async change(open, write) {
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        const result = await write(await open());
        if (result === null) throw new NotFoundError(name);
        if (result !== 'stale') return result;
      }
      throw new UnavailableError('Other requests are changing the draft; try again.');
    },

    async update(draft, change) {
      const now = clock();
      const expiresAt = Math.min(now + LIFE, draft.createdAt + LIFE_MAX);
      return await storage.drafts.update(draft, draft.revision, { ...change, expiresAt }, now);
    },

    async delete(draft) {
      if (!(await storage.drafts.delete(draft, clock()))) throw new NotFoundError(name);
    },

    async savedImage({ accountId, imageId }) {
      return imageId === null ? null : await storage.images.get(accountId, imageId);
    },
  };
}

/** Returns the id of a conversation for users who have none. */
export function newConversationId(): string {
  return `conv_${randomBase64url(16)}`;
}

/** The contract of a body that names its conversation. */
type InConversation = z.ZodObject<{ readonly conversationId: z.ZodType<string> }>;

/** Returns the conversation of a body. @throws ValidationError with all issues of a body without one. */
export function requireConversation(contract: InConversation, request: unknown): string {
  const named = contract.shape.conversationId.safeParse(rawMember(request, 'conversationId'));
  return named.success ? named.data : parseContract(contract, request).conversationId;
}

/** @throws ValidationError for a draft that is saved. */
export function requireUnsaved({ imageId }: DraftRow): void {
  if (imageId === null) return;
  const message = `The draft is saved as image ${imageId} and read-only; to change that image, make a draft of it.`;
  throw new ValidationError([{ path: '', message }]);
}

/** @throws ValidationError at `revision` if the draft has another revision than the one that was seen. */
export function requireRevision(draft: DraftRow, seen: number | undefined): void {
  const issues = findStaleRevision(draft, seen);
  if (issues.length > 0) throw new ValidationError(issues);
}

/** Returns an issue for an outdated revision. An invalid one is a syntax error and is ignored here. */
export function findStaleRevision(draft: DraftRow, revision: unknown): Issue[] {
  if (typeof revision !== 'number' || revision === draft.revision) return [];
  const message = `The draft is at revision ${draft.revision} now; read it and decide again.`;
  return [{ path: 'revision', message }];
}
