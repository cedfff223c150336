import type { ApiKeyRow } from '@vitrine/core/storage';
import type { OperationArgs, OperationName } from '@vitrine/storage-sql';

/** How long an answer is used again. Changes by other servers are seen within it; own changes at once. */
const FRESH_MS = 500;
const KEPT = 10_000;

/**
 * What nearly every request asks first, who calls and whether the store is as it was, remembered for a moment. That
 * saves two round trips of three; writes are guarded by the store's version in SQL whatever is remembered here.
 */
export interface RecentReads {
  readonly apiKeys: RecentAnswers<ApiKeyRow>;
  readonly storeVersions: RecentAnswers<number>;
  /** Forgets what a write may have changed. To be called when it has ended, however it ended. */
  written<Name extends OperationName>(name: Name, args: OperationArgs<Name>, result: unknown): void;
}

/** Answers to one kind of question. Absence is never remembered: what another server has just made is there at once. */
export interface RecentAnswers<Answer> {
  /** A fresh answer from memory, or else a new one. Callers at the same time share one question. */
  read(key: string, ask: () => Promise<Answer | null>): Promise<Answer | null>;
  forget(key: string): void;
  /** Forgets answers for which this holds, and those that are not there yet. */
  forgetWhere(matches: (answer: Answer) => boolean): void;
}

interface Recent<Answer> {
  readonly promise: Promise<Answer | null>;
  readonly askedAt: number;
  answer: Answer | null;
}

/** `now`: milliseconds that only rise. */
function recentAnswers<Answer>(now: () => number = () => performance.now()): RecentAnswers<Answer> {
  const recentByKey = new Map<string, Recent<Answer>>();

  function remember(key: string, promise: Promise<Answer | null>): Promise<Answer | null> {
    const recent: Recent<Answer> = { promise, askedAt: now(), answer: null };
    if (recentByKey.size >= KEPT) recentByKey.clear();
    recentByKey.set(key, recent);
    const drop = () => {
      if (recentByKey.get(key) === recent) recentByKey.delete(key);
    };
    promise.then((answer) => {
      recent.answer = answer;
      if (answer === null) drop();
    }, drop);
    return promise;
  }

  return {
    read(key, ask) {
      const recent = recentByKey.get(key);
      if (recent !== undefined && now() - recent.askedAt < FRESH_MS) return recent.promise;
      return remember(key, ask());
    },
    forget(key) {
      recentByKey.delete(key);
    },
    forgetWhere(matches) {
      for (const [key, { answer }] of recentByKey) {
        if (answer === null || matches(answer)) recentByKey.delete(key);
      }
    },
  };
}

export function recentReads(now?: () => number): RecentReads {
  const apiKeys = recentAnswers<ApiKeyRow>(now);
  const storeVersions = recentAnswers<number>(now);

  return {
    apiKeys,
    storeVersions,
    written(name, args, result) {
      if (args === null) return;
      if ('ref' in args) storeVersions.forget(storeKey(args.ref.accountId, args.ref.id));
      if ('storeId' in args && 'accountId' in args && result === 'stale') {
        storeVersions.forget(storeKey(args.accountId, args.storeId));
      }
      if (name === 'revokeApiKey' && 'keyId' in args) apiKeys.forgetWhere(({ id }) => id === args.keyId);
      if ('uses' in args) {
        const ids = new Set(args.uses.map(({ keyId }) => keyId));
        apiKeys.forgetWhere(({ id }) => ids.has(id));
      }
    },
  };
}

export function storeKey(accountId: string, storeId: string): string {
  return `${accountId} ${storeId}`;
}
