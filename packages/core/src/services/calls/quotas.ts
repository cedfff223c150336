import type { LRUCache } from 'lru-cache';
import { LIMITED_RESOURCES, limitOf } from '../../ground/account-limits.ts';
import { NotFoundError, QuotaExceededError } from '../../ground/errors.ts';
import type { MaybePromise } from '../../ground/promises.ts';
import { recentEntries } from '../../ground/recent-entries.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import type { Clock } from '../../ports/ports.ts';
import type { AccountLimits, LimitedResource, Storage } from '../../storage/index.ts';
import { type QuotaLedger, quotaLedger } from './quota-ledger.ts';

/** Units of each resource that a call creates. */
export type Wanted = { readonly [Resource in LimitedResource]?: number };

/**
 * The limits of accounts (`AccountLimits`). For an account without limits, the cost is a lookup in memory, and a read
 * of the storage once a second while it creates something. So limits that another process sets take effect within a
 * second.
 *
 * One process never exceeds a limit, regardless of the number of racing requests (`QuotaLedger`). Servers count
 * separately. Each uses a count for at most five seconds (longer only if counting takes longer than a quarter of a
 * second) and for half of the room left. So n racing servers together exceed a limit by less than n/2 times that room,
 * and by less than n units once the limit is reached.
 *
 * All of them throw NotFoundError for an unknown account, so that nothing is created that belongs to nobody.
 */
export interface Quotas {
  /**
   * Runs work that creates all of the wanted units, or nothing.
   * @throws QuotaExceededError before the work begins, if there is no room for all of them.
   */
  use<Result>(accountId: string, wanted: Wanted, work: () => Promise<Result>): Promise<Result>;
  /**
   * Runs work that may create up to `granted` units: `wanted` if there is room for all of them, else less, down to 0.
   * `created` of its result is the number of created units.
   */
  share<Result>(
    accountId: string,
    resource: LimitedResource,
    wanted: number,
    work: (granted: number, limit: number) => Promise<{ readonly result: Result; readonly created: number }>,
  ): Promise<Result>;
  /** Rejects before expensive work that would be rejected at the end. @throws QuotaExceededError */
  requireRoom(accountId: string, wanted: Wanted): Promise<void>;
  /** Throws NotFoundError for an unknown account, before something is created that has no limit. */
  requireAccount(accountId: string): Promise<void>;
  /** Returns the limits of an account, at most a second old. */
  limitsOf(accountId: string): Promise<AccountLimits>;
  /** Returns the same quotas, for callers whose reads of limits and counts are those of another storage. */
  reading(storage: QuotaStorage): Quotas;
  /** Invalidates the cached limits of an account after this process has changed them. */
  invalidate(accountId: string): void;
}

/** What limits and counts are read from. */
type QuotaStorage = Pick<Storage, 'accounts' | 'accountUsage'>;

const LIMITS_MAX_AGE = 1_000;
/** Upper bound of accounts whose limits are cached. */
const ACCOUNTS_MAX = 10_000;

interface KnownLimits {
  limits: MaybePromise<AccountLimits>;
  readonly askedAt: number;
}

/** What a process knows of all accounts. */
interface Known {
  readonly limitsByAccount: LRUCache<string, KnownLimits>;
  /** By resource and account. */
  readonly ledgers: Map<string, QuotaLedger>;
}

export function createQuotas(
  storage: QuotaStorage,
  clock: Clock,
  now: () => number = () => performance.now(),
): Quotas {
  const known: Known = {
    limitsByAccount: recentEntries<string, KnownLimits>(ACCOUNTS_MAX),
    ledgers: new Map(),
  };
  return quotasWith(known, storage, clock, now);
}

function quotasWith(
  known: Known,
  { accounts, accountUsage }: QuotaStorage,
  clock: Clock,
  now: () => number,
): Quotas {
  const { limitsByAccount, ledgers } = known;

  async function limitsOf(accountId: string): Promise<AccountLimits> {
    const account = canBeStored(accountId) ? await accounts.get(accountId) : null;
    if (account === null) throw new NotFoundError('account');
    return account.limits;
  }

  /** Returns the limits without a promise if they are cached. */
  function readLimits(accountId: string): MaybePromise<AccountLimits> {
    const cached = limitsByAccount.get(accountId);
    if (cached !== undefined && now() - cached.askedAt < LIMITS_MAX_AGE) return cached.limits;
    const limits = limitsOf(accountId);
    const asked: KnownLimits = { limits, askedAt: now() };
    limitsByAccount.set(accountId, asked);
    limits.then(
      (read) => {
        asked.limits = read;
      },
      // An error rejects this caller only; the next one reads again.
      () => limitsByAccount.delete(accountId),
    );
    return limits;
  }

  function ledgerOf(accountId: string, resource: LimitedResource): QuotaLedger {
    const name = `${resource} ${accountId}`;
    let ledger = ledgers.get(name);
    if (ledger === undefined) {
      if (ledgers.size >= ACCOUNTS_MAX) removeIdle();
      ledger = quotaLedger(now);
      ledgers.set(name, ledger);
    }
    return ledger;
  }

  const countOf = (accountId: string, resource: LimitedResource) => () =>
    accountUsage.count(accountId, resource, clock());

  function removeIdle(): void {
    for (const [name, ledger] of ledgers) if (ledger.isIdle()) ledgers.delete(name);
  }

  /** Returns the limited resources, always in the same order, so that callers that need several never deadlock. */
  function limited(limits: AccountLimits, wanted: Wanted): [LimitedResource, limit: number, units: number][] {
    const found: [LimitedResource, number, number][] = [];
    for (const resource of LIMITED_RESOURCES) {
      const [limit, units = 0] = [limitOf(limits, resource), wanted[resource]];
      if (limit !== null && units > 0) found.push([resource, limit, units]);
    }
    return found;
  }

  async function use<Result>(
    accountId: string,
    wanted: Wanted,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const held: [QuotaLedger, number][] = [];
    let isDone = false;
    try {
      for (const [resource, limit, units] of limited(await readLimits(accountId), wanted)) {
        const ledger = ledgerOf(accountId, resource);
        const taken = await ledger.take(limit, units, units, countOf(accountId, resource));
        if (taken === null) throw new QuotaExceededError(resource, limit);
        held.push([ledger, units]);
      }
      const result = await work();
      isDone = true;
      return result;
    } finally {
      for (const [ledger, units] of held) ledger.settle(units, isDone ? units : 0);
    }
  }

  return {
    use,
    async requireAccount(accountId) {
      await readLimits(accountId);
    },
    async limitsOf(accountId) {
      return readLimits(accountId);
    },
    async share(accountId, resource, wanted, work) {
      const limits = readLimits(accountId);
      const limit = limitOf(limits instanceof Promise ? await limits : limits, resource);
      if (limit === null) return (await work(wanted, Number.POSITIVE_INFINITY)).result;
      const ledger = ledgerOf(accountId, resource);
      const granted = (await ledger.take(limit, wanted, 0, countOf(accountId, resource))) ?? 0;
      let made = 0;
      try {
        const { result, created } = await work(granted, limit);
        made = created;
        return result;
      } finally {
        ledger.settle(granted, made);
      }
    },
    async requireRoom(accountId, wanted) {
      for (const [resource, limit, units] of limited(await readLimits(accountId), wanted)) {
        const ledger = ledgerOf(accountId, resource);
        const taken = await ledger.take(limit, units, units, countOf(accountId, resource));
        if (taken === null) throw new QuotaExceededError(resource, limit);
        ledger.settle(taken, 0);
      }
    },
    reading: (other) => quotasWith(known, other, clock, now),
    invalidate(accountId) {
      limitsByAccount.delete(accountId);
    },
  };
}
