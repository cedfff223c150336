import { z } from 'zod';
import { AccountLimitsChange, type AccountUsageResponse } from '../../contracts/accounts/accounts.ts';
import { nameText, parseContract } from '../../contracts/ground/contract.ts';
import { LIMITED_RESOURCES, limitOf } from '../../ground/account-limits.ts';
import { sha256Base64url } from '../../ground/crypto.ts';
import { NotFoundError } from '../../ground/errors.ts';
import { NAME_MAX } from '../../ground/limits.ts';
import { SETTING } from '../../ground/program/setting-names.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { type Principal, requireAccountKey } from '../../ports/access.ts';
import type { AccountLimits, AccountRow, LimitedResource } from '../../storage/index.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { ServiceContext } from '../calls/context.ts';

const AccountName = z.object({ name: nameText(NAME_MAX) });

/** Accounts. Only the operator creates them (command line, embedding code), never an HTTP client. */
export interface AccountService {
  /** @throws ValidationError at `name`: 1 to 200 characters, not blank. */
  create(name: string): Promise<AccountRow>;
  /**
   * Returns the oldest account, or creates one with this name if there is none. Racing calls, also on several servers
   * that start with one empty database, return the same one.
   * @throws ValidationError at `name`, if the account has to be created.
   */
  first(name: string): Promise<AccountRow>;
  /**
   * Returns the oldest account with exactly this name, or creates it. Of racing calls, also on several servers, one creates
   * the account. Names are not unique: a racing `create` or `first` may still make a second account of that name.
   * @throws ValidationError at `name`.
   */
  ensure(name: string): Promise<AccountRow>;
  /** Oldest first. */
  list(): Promise<AccountRow[]>;
  /**
   * Changes the given limits; null removes one. Takes effect in this process at once, in others within a second.
   * Existing resources stay, even beyond a new limit. The last of two racing calls wins.
   * @returns the limits after the change.
   * @throws NotFoundError for an unknown account.
   * @throws ValidationError at the name of the limit.
   */
  changeLimits(accountId: string, change: AccountLimitsChange): Promise<AccountLimits>;
  /**
   * Returns the use and the limit of each limited resource of the account. Counts everything, so it is too expensive
   * for each request.
   * @throws ForbiddenError for a store key.
   */
  usage(principal: Principal, options?: CallOptions): Promise<AccountUsageResponse>;
}

export function accountService({ storage, clock, ids, quotas }: ServiceContext): AccountService {
  /** Creates an account whose id is agreed on in a setting before, so that racing calls create one account. */
  async function insertAgreed(setting: string, name: string): Promise<AccountRow> {
    const now = clock();
    const id = await storage.settings.getOrInsert(setting, ids.uuid(now));
    const account = { id, name, createdAt: now, limits: {}, imageHosts: [] };
    try {
      await storage.accounts.insert(account);
    } catch (error) {
      if ((await storage.accounts.get(id)) === null) throw error;
    }
    return (await storage.accounts.get(id)) ?? account;
  }

  return {
    async create(name) {
      const now = clock();
      const parsed = parseContract(AccountName, { name });
      const account = { id: ids.uuid(now), name: parsed.name, createdAt: now, limits: {}, imageHosts: [] };
      await storage.accounts.insert(account);
      return account;
    },
    async first(name) {
      const [oldest] = await storage.accounts.list();
      if (oldest !== undefined) return oldest;
      return insertAgreed(SETTING.firstAccount, parseContract(AccountName, { name }).name);
    },
    async ensure(name) {
      const { name: wanted } = parseContract(AccountName, { name });
      const found = (await storage.accounts.list()).find((account) => account.name === wanted);
      return found ?? insertAgreed(`${SETTING.ensuredAccount}${sha256Base64url(wanted)}`, wanted);
    },
    list: () => storage.accounts.list(),
    async changeLimits(accountId, change) {
      const account = canBeStored(accountId) ? await storage.accounts.get(accountId) : null;
      if (account === null) throw new NotFoundError('account');
      const given = parseContract(AccountLimitsChange, change);
      const limits: { [Resource in LimitedResource]?: number } = {};
      for (const resource of LIMITED_RESOURCES) {
        const limit = given[resource] === undefined ? account.limits[resource] : given[resource];
        if (limit !== undefined && limit !== null) limits[resource] = limit;
      }
      await storage.accounts.setLimits(accountId, limits);
      quotas.invalidate(accountId);
      return limits;
    },
    async usage(principal, { signal } = {}) {
      requireAccountKey(principal);
      const { accountId } = principal;
      const account = await storage.accounts.get(accountId);
      if (account === null) throw new NotFoundError('account');
      const resources: Partial<AccountUsageResponse['resources']> = {};
      for (const resource of LIMITED_RESOURCES) {
        signal?.throwIfAborted();
        const used = await storage.accountUsage.count(accountId, resource, clock());
        resources[resource] = { used, limit: limitOf(account.limits, resource) };
      }
      return { accountId, resources: resources as AccountUsageResponse['resources'] };
    },
  };
}
