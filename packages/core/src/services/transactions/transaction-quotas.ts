import { QuotaExceededError } from '../../ground/errors.ts';
import type { Quotas } from '../calls/quotas.ts';
import type { WorkingSet } from './working-set.ts';

/**
 * The quotas of the calls within a transaction: what it has created and not committed counts. They reserve nothing, because a
 * callback may take long; `commitWithinQuotas` does.
 */
export function transactionQuotas(quotas: Quotas, working: Pick<WorkingSet, 'createdIn'>): Quotas {
  return {
    ...quotas,
    async share(accountId, resource, wanted, work) {
      const created = working.createdIn(accountId);
      const needed = Math.max(0, created + wanted);
      const { granted, limit } = await quotas.share(accountId, resource, needed, async (room, most) => ({
        result: { granted: Math.min(wanted, Math.max(0, room - created)), limit: most },
        created: 0,
      }));
      return (await work(granted, limit)).result;
    },
  };
}

/**
 * Commits a transaction that creates as many records as its accounts have room for.
 * @throws QuotaExceededError if there is less room; nothing is written.
 */
export function commitWithinQuotas(
  quotas: Quotas,
  working: Pick<WorkingSet, 'accounts' | 'createdIn'>,
  commit: () => Promise<boolean>,
): Promise<boolean> {
  // Always in the same order, so that transactions of the same accounts never deadlock.
  const accounts = working.accounts().toSorted();
  return accounts.reduce<() => Promise<boolean>>((inner, accountId) => {
    const wanted = working.createdIn(accountId);
    if (wanted <= 0) return inner;
    return () =>
      quotas.share(accountId, 'records', wanted, async (granted, limit) => {
        if (granted < wanted) throw new QuotaExceededError('records', limit);
        const result = await inner();
        return { result, created: result ? wanted : 0 };
      });
  }, commit)();
}
