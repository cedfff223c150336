import { AsyncLocalStorage } from 'node:async_hooks';
import { unlessAborted } from '../../ground/calls/unless-aborted.ts';
import { ConflictError, UnavailableError, ValidationError } from '../../ground/errors.ts';
import { type MaybePromise, whenHere } from '../../ground/promises.ts';
import { requireWriter } from '../../ports/access.ts';
import type {
  IdempotencyKeyStorage,
  RecordTransaction,
  Storage,
  StoreRow,
  StoreStorage,
} from '../../storage/index.ts';
import { createTurns } from '../../turns/turns.ts';
import { callGate } from '../calls/call-gate.ts';
import type { ServiceContext } from '../calls/context.ts';
import { type Listing, listing } from '../calls/listing.ts';
import { recordService } from '../records/records.ts';
import type { RecordService } from '../records/service/record-service.ts';
import { commitWithinQuotas, transactionQuotas } from './transaction-quotas.ts';
import { transactionRecords } from './transaction-records.ts';
import { workingSet } from './working-set.ts';

/** Exports read a snapshot of their own, so they have no place in a transaction. */
type OfferedCalls = Omit<RecordService, 'export' | 'exportMatching'>;

/** The calls of `records` that a transaction offers. */
export type TransactionRecords = Listing<OfferedCalls>;

/** What the function of a transaction reads and writes with. Its calls are refused once the function has ended. */
export interface Transaction {
  /**
   * The records as the transaction sees them: its reads see its writes, and all have one time. Calls behave like those of
   * `Vitrine.records`, but take no `idempotencyKey` and no `purge`.
   */
  readonly records: TransactionRecords;
}

export interface TransactionOptions {
  /**
   * A client of `pg` with an open transaction, on PostgreSQL: the writes are made in that transaction, and its commit or
   * rollback decides. Default: a transaction of its own.
   */
  readonly client?: unknown;
}

/**
 * Runs a function whose writes of records, in any number of stores, are made together or not at all
 * (docs/embedding.md#transactions). Resolves with the result of the function when they are durable; with `client`, when they are
 * in its transaction.
 *
 * Nothing is written, and nothing is locked, until the function has ended. If a record that it has read was changed
 * meanwhile, the function runs again, so it should have no other effects.
 *
 * @throws what the function throws; nothing is written then.
 * @throws ConflictError within another transaction.
 * @throws ValidationError for more than 1,000 records or 8 MiB of writes, and at `client` if it can't be used.
 * @throws QuotaExceededError for `records`.
 * @throws UnavailableError if the function takes longer than 10 s, or others keep changing the same records for so long.
 */
export type RunTransaction = <Result>(
  run: (tx: Transaction) => Promise<Result> | Result,
  options?: TransactionOptions,
) => Promise<Result>;

/** Milliseconds for all runs of the function together. */
const TRANSACTION_MS = 10_000;
/** Callers that may wait to run their function again, over all accounts. */
const WAITING_MAX = 1_000;

/** How a run of the function ended. */
type Outcome<Result> =
  | { readonly result: Result }
  /** What it has read was changed by others. */
  | { readonly changedFor: string | null };

export function transactions(context: ServiceContext): RunTransaction {
  const running = new AsyncLocalStorage<{ isOver: boolean }>();
  // Runs after a conflict take turns, so that those of one account do not keep undoing each other.
  const again = createTurns({
    queue: 'transactions again',
    atOnce: Number.POSITIVE_INFINITY,
    perAccount: 1,
    waiting: WAITING_MAX,
    waitMax: TRANSACTION_MS,
    refusal: 'Too many transactions change the same records.',
  });

  async function runOnce<Result>(
    storage: Storage,
    run: (tx: Transaction) => Promise<Result> | Result,
    deadline: AbortSignal,
  ): Promise<Outcome<Result>> {
    const now = context.clock();
    // Their reads may need no connection beside that of a client: others may wait for it with the last ones of its pool.
    const quotas = storage === context.storage ? context.quotas : context.quotas.reading(storage);
    const working = workingSet(storage.records, now);
    const gate = callGate('The transaction has ended.');
    const service = recordService({
      ...context,
      storage: {
        ...storage,
        stores: fixedStores(context, storage),
        records: transactionRecords(storage.records, working),
        idempotencyKeys: NO_KEYS,
      },
      clock: () => now,
      quotas: transactionQuotas(quotas, working),
      follower: null,
    });
    const calls = gate.guardAll(withoutPurge(service));
    const records = listing(calls, { list: 2, query: 2 });
    const state = { isOver: false };
    const end = () => {
      state.isOver = true;
      return gate.close(TRANSACTION_MS);
    };
    let result: Result;
    try {
      result = await unlessAborted(
        running.run(state, async () => run({ records })),
        deadline,
      );
      // Calls that the function has not awaited belong to it.
      await unlessAborted(end(), deadline);
    } catch (error) {
      void end();
      if (deadline.aborted || (await isAsRead(storage, working.transaction()))) throw error;
      return { changedFor: working.accounts()[0] ?? null };
    }
    const transaction = working.transaction();
    const isMade = await commitWithinQuotas(quotas, working, () => storage.records.commit(transaction));
    return isMade ? { result } : { changedFor: working.accounts()[0] ?? null };
  }

  async function runUntilMade<Result>(
    storage: Storage,
    run: (tx: Transaction) => Promise<Result> | Result,
    signal: AbortSignal,
  ): Promise<Result> {
    let outcome = await runOnce(storage, run, signal);
    while ('changedFor' in outcome) {
      if (signal.aborted) throw new UnavailableError('Other writes keep changing the same records.');
      const caller = { account: outcome.changedFor, signal };
      outcome = await again.run(caller, () => runOnce(storage, run, signal));
    }
    return outcome.result;
  }

  return async (run, options) => {
    if (typeof run !== 'function') throw new ValidationError([{ path: '', message: 'Expected a function.' }]);
    const client = options?.client;
    if (running.getStore()?.isOver === false) {
      throw new ConflictError('A transaction can not begin within another one; use its `tx`.');
    }
    const storage = client === undefined ? context.storage : joined(context.storage, client);
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new UnavailableError('The transaction took longer than 10 s.')),
      TRANSACTION_MS,
    );
    try {
      return await runUntilMade(storage, run, deadline.signal);
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * Returns false if others have changed what a run has read. It may have read different times then, and what it threw is a
 * consequence.
 */
async function isAsRead({ records }: Storage, { reads, now }: RecordTransaction): Promise<boolean> {
  return records.commit({ reads, writes: [], now }).catch(() => true);
}

/** Returns the storage within the open transaction of a client. */
function joined(storage: Storage, client: unknown): Storage {
  if (storage.within === undefined) {
    const message = 'Only a PostgreSQL storage takes the client of a transaction.';
    throw new ValidationError([{ path: 'client', message }]);
  }
  return { ...storage, ...storage.within(client) };
}

/** Returns the stores as the transaction first read them, so that it has one schema of each. */
function fixedStores({ follower }: ServiceContext, { stores }: Storage): StoreStorage {
  const known = new Map<string, MaybePromise<StoreRow | null>>();
  const follow = (store: StoreRow | null) =>
    store === null || follower === null ? store : follower.open(store);
  return {
    ...stores,
    get(accountId, storeId) {
      const key = `${accountId} ${storeId}`;
      const read = known.get(key) ?? whenHere(stores.get(accountId, storeId), follow);
      known.set(key, read);
      return read;
    },
  };
}

const NO_KEYS: IdempotencyKeyStorage = {
  async get() {
    throw new ValidationError([
      {
        path: 'idempotencyKey',
        message: 'A call of a transaction takes no key: the transaction is one write.',
      },
    ]);
  },
  purgeExpired: async () => 0,
};

function withoutPurge({ export: _, exportMatching: __, ...records }: RecordService): OfferedCalls {
  return {
    ...records,
    async delete(principal, storeId, recordId, options, query = {}) {
      if (query.purge !== undefined) {
        requireWriter(principal);
        throw new ValidationError([{ path: 'purge', message: 'A transaction can not purge.' }]);
      }
      return records.delete(principal, storeId, recordId, options);
    },
  };
}
