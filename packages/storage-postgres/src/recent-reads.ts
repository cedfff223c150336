import type { ApiKeyRow } from '@vitrine/core/storage';
import {
  type OperationArgs,
  type OperationName,
  type SqlDialect,
  startOperation,
} from '@vitrine/storage-sql';

/**
 * Milliseconds for which an answer is used again, from before its question is sent. A change to what other servers may
 * remember is answered only after this time (`presence.ts`), so the same constant holds for every server of a database.
 */
export const REMEMBERED_MS = 200;
const KEPT = 10_000;

/**
 * The two look-ups of nearly every request, the API key and the store's version, remembered for a moment. That saves two
 * round trips of three. Writes of records are guarded by the store's version in SQL, whatever is remembered here.
 */
export interface RecentReads {
  readonly apiKeys: RecentAnswers<ApiKeyRow>;
  readonly storeVersions: RecentAnswers<number>;
  /** Whether the statement changes or removes rows that answers were read from. */
  isChangedBy(text: string): boolean;
  /**
   * Forgets what a write of this process may have changed. To be called when the write has ended, however it ended.
   * `texts`: the statements it ran that `isChangedBy` holds for.
   */
  written<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
    result: unknown,
    texts: ReadonlySet<string>,
  ): void;
  clear(): void;
}

/** Answers to one kind of question. Absence is never remembered, so a new row of another server is seen at once. */
export interface RecentAnswers<Answer> {
  /** Returns a remembered answer that is fresh, or asks. Callers at the same time share one question. */
  read(key: string, ask: () => Promise<Answer | null>): Promise<Answer | null>;
  forget(key: string): void;
  /** Forgets answers for which this holds, and those that are not there yet. */
  forgetWhere(matches: (answer: Answer) => boolean): void;
  clear(): void;
}

interface Recent<Answer> {
  readonly promise: Promise<Answer | null>;
  readonly askedAt: number;
  answer: Answer | null;
}

export interface RecentReadsOptions {
  readonly dialect: SqlDialect;
  readonly rememberFor?: number;
  /** Milliseconds that only rise. */
  readonly now?: () => number;
}

function recentAnswers<Answer>(rememberFor: number, now: () => number): RecentAnswers<Answer> {
  const recentByKey = new Map<string, Recent<Answer>>();

  function remember(key: string, askedAt: number, promise: Promise<Answer | null>): Promise<Answer | null> {
    const recent: Recent<Answer> = { promise, askedAt, answer: null };
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
      const at = now();
      if (recent !== undefined && at - recent.askedAt < rememberFor) return recent.promise;
      return remember(key, at, ask());
    },
    forget(key) {
      recentByKey.delete(key);
    },
    forgetWhere(matches) {
      for (const [key, { answer }] of recentByKey) {
        if (answer === null || matches(answer)) recentByKey.delete(key);
      }
    },
    clear() {
      recentByKey.clear();
    },
  };
}

export function recentReads({
  dialect,
  rememberFor = REMEMBERED_MS,
  now = () => performance.now(),
}: RecentReadsOptions): RecentReads {
  const apiKeys = recentAnswers<ApiKeyRow>(rememberFor, now);
  const storeVersions = recentAnswers<number>(rememberFor, now);
  // Read off the statements, so that a look-up that comes to read another table is covered as well.
  const changesKeys = changeOf(tablesRead(dialect, 'findApiKey', { hash: '' }));
  const changesStores = changeOf(tablesRead(dialect, 'getStoreVersion', { id: '', accountId: '' }));

  return {
    apiKeys,
    storeVersions,
    isChangedBy: (text) => changesKeys(text) || changesStores(text),
    written(name, args, result, texts) {
      const changed = [...texts];
      if (changed.some(changesKeys)) {
        if (args !== null && 'uses' in args) {
          const ids = new Set(args.uses.map(({ keyId }) => keyId));
          apiKeys.forgetWhere(({ id }) => ids.has(id));
        } else apiKeys.clear();
      }
      if (changed.some(changesStores)) {
        if (args !== null && 'ref' in args) storeVersions.forget(storeKey(args.ref.accountId, args.ref.id));
        else storeVersions.clear();
      }
      if (args !== null && 'storeId' in args && 'accountId' in args && result === 'stale') {
        storeVersions.forget(storeKey(args.accountId, args.storeId));
      }
      // A job is enqueued together with the change of a store that it follows, by any server: its steps see the change.
      if (name === 'claimJobs' && Array.isArray(result) && result.length > 0) storeVersions.clear();
    },
    clear() {
      apiKeys.clear();
      storeVersions.clear();
    },
  };
}

export function storeKey(accountId: string, storeId: string): string {
  return `${accountId} ${storeId}`;
}

/** The tables that the operation's statement reads. */
function tablesRead<Name extends OperationName>(
  dialect: SqlDialect,
  name: Name,
  args: OperationArgs<Name>,
): string[] {
  const step = startOperation(dialect, name, args).next();
  const text = step.done ? '' : step.value.text;
  const tables = [...text.matchAll(/\b(?:FROM|JOIN) (\w+)/g)].map(([, table]) => table ?? '');
  if (tables.length === 0) throw new Error(`${name} reads no table`);
  return tables;
}

const TEXTS_KEPT = 1_000;

/** Whether a statement changes or removes rows of the tables. An insert changes no row that an answer was read from. */
function changeOf(tables: readonly string[]): (text: string) => boolean {
  const pattern = new RegExp(`\\b(?:UPDATE|DELETE FROM) (?:${tables.join('|')})\\b`);
  const known = new Map<string, boolean>();
  return (text) => {
    let changes = known.get(text);
    if (changes === undefined) {
      changes = pattern.test(text);
      if (known.size >= TEXTS_KEPT) known.clear();
      known.set(text, changes);
    }
    return changes;
  };
}
