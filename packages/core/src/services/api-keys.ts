import type { z } from 'zod';
import { type Principal, requireAccountKey } from '../access.ts';
import { isRangeInRanges } from '../addresses.ts';
import { isBearerToken } from '../bearer-token.ts';
import { parseContract } from '../contracts/contract.ts';
import {
  type ApiKeySummary,
  CreateApiKeyRequest,
  type CreatedApiKeyResponse,
  ListApiKeysQuery,
} from '../contracts/identity.ts';
import type { Page } from '../contracts/shared.ts';
import { randomBase64url, sha256Hex } from '../crypto.ts';
import { type Issue, NotFoundError, ValidationError } from '../errors.ts';
import type { ApiKeyRow, Millis } from '../storage/index.ts';
import { canBeStored } from '../stored-text.ts';
import { parseDatetime, showDatetime } from '../values/datetime.ts';
import type { ServiceContext } from './context.ts';
import { numberCursor, pageOf, pageStart } from './page.ts';

/**
 * API keys of an account (docs/rules.md#administration-of-keys). Every call needs an account principal: `forbidden` for
 * a store key.
 */
export interface ApiKeyService {
  /**
   * A new key; `key` is shown this once, only its SHA-256 is kept. A key that is itself limited in time or to addresses makes
   * keys that are limited at least as much.
   * @throws ValidationError at `expiresAt` when it is not in the future, and for a key that could do more than the one in use.
   * @throws NotFoundError when `storeId` is not a live store of the account.
   * @throws QuotaExceededError for `keys`.
   */
  create(principal: Principal, request: CreateApiKeyRequest): Promise<CreatedApiKeyResponse>;
  /**
   * Makes a given account key work, whoever made it up (`VITRINE_ACCOUNT_KEY`). Does nothing when it works already.
   * @throws ValidationError when it belongs to another account or to a store, or could not be sent as a Bearer token.
   */
  adopt(principal: Principal, key: string, name: string): Promise<void>;
  /** Newest first, without secrets. */
  list(principal: Principal, query?: ListApiKeysQuery): Promise<Page<ApiKeySummary>>;
  /**
   * The key stops working at once. The key in use may revoke itself only when another account key is left.
   * @throws NotFoundError for an unknown or foreign key.
   */
  revoke(principal: Principal, keyId: string): Promise<void>;
}

/** 256 random bits. */
const SECRET_BYTES = 32;
/** `account-` or `store-` and four of 43 characters: enough to tell keys apart, nothing to guess from. */
const PREFIX = /^(account|store)-[\w-]{4}(?=[\w-]{39}$)/;

type KeyRestrictions = Pick<ApiKeyRow, 'expiresAt' | 'readOnly' | 'addresses'>;

const UNRESTRICTED: KeyRestrictions = { expiresAt: null, readOnly: false, addresses: null };

export function apiKeyService({
  storage,
  clock,
  ids,
  quotas,
  cursorSecrets: secrets,
}: ServiceContext): ApiKeyService {
  async function insert(
    principal: Principal,
    key: string,
    { name, storeId, ...restrictions }: Pick<ApiKeyRow, 'name' | 'storeId'> & KeyRestrictions,
  ): Promise<ApiKeyRow> {
    const now = clock();
    const row: ApiKeyRow = {
      id: ids.uuid(now),
      accountId: principal.accountId,
      storeId,
      name,
      hash: sha256Hex(key),
      // An adopted key may be short: no part of it is shown.
      prefix: PREFIX.exec(key)?.[0] ?? '',
      createdAt: now,
      lastUsedAt: null,
      ...restrictions,
    };
    await storage.apiKeys.insert(row);
    return row;
  }

  /** @throws ValidationError when the key works, but for something else. */
  async function isAdopted(principal: Principal, key: string): Promise<boolean> {
    const existing = await storage.apiKeys.findByHash(sha256Hex(key));
    if (existing === null) return false;
    if (existing.accountId === principal.accountId && existing.storeId === null) return true;
    throw new ValidationError([{ path: 'key', message: 'The key is already in use for something else.' }]);
  }

  return {
    async create(principal, request) {
      requireAccountKey(principal);
      const { storeId = null, name, ...wanted } = parseContract(CreateApiKeyRequest, request);
      const restrictions = restrict(principal, wanted, clock());
      if (storeId !== null) {
        const store = canBeStored(storeId) ? await storage.stores.get(principal.accountId, storeId) : null;
        if (store === null) throw new NotFoundError('store');
      }
      const key = `${storeId === null ? 'account' : 'store'}-${randomBase64url(SECRET_BYTES)}`;
      const row = await quotas.use(principal.accountId, { keys: 1 }, () =>
        insert(principal, key, { name, storeId, ...restrictions }),
      );
      const { prefix: _prefix, lastUsed: _lastUsed, ...shown } = showKey(row);
      return { ...shown, key };
    },

    async adopt(principal, key, name) {
      requireAccountKey(principal);
      if (!isBearerToken(key) || key.startsWith('store-')) {
        const message = 'Expected letters, digits and - . _ ~ + / only, not beginning with "store-".';
        throw new ValidationError([{ path: 'key', message }]);
      }
      if (await isAdopted(principal, key)) return;
      try {
        await insert(principal, key, { name, storeId: null, ...UNRESTRICTED });
      } catch (error) {
        // Another server, started at the same time, may have been first.
        if (!(await isAdopted(principal, key))) throw error;
      }
    },

    async list(principal, query = {}) {
      requireAccountKey(principal);
      const { limit, cursor } = parseContract(ListApiKeysQuery, query);
      const scope = [principal.accountId, 'ListApiKeys'];
      const before = pageStart(secrets, scope, cursor);
      const slice = await storage.apiKeys.list(principal.accountId, { before, limit });
      const items = slice.rows.map(showKey);
      return pageOf(items, limit, slice, (last) => numberCursor(secrets, scope, last.seq));
    },

    async revoke(principal, keyId) {
      requireAccountKey(principal);
      const keepOneAccountKey = principal.key?.id === keyId;
      const outcome = canBeStored(keyId)
        ? await storage.apiKeys.revoke(principal.accountId, keyId, { keepOneAccountKey, now: clock() })
        : null;
      if (outcome === null) throw new NotFoundError('key');
      if (outcome === 'last') {
        throw new ValidationError([
          { path: '', message: 'The last account key can not revoke itself; create another first.' },
        ]);
      }
    },
  };
}

/** The restrictions of a new key. @throws ValidationError */
function restrict(
  { key }: Principal,
  wanted: Pick<z.output<typeof CreateApiKeyRequest>, 'expiresAt' | 'readOnly' | 'addresses'>,
  now: Millis,
): KeyRestrictions {
  const issues: Issue[] = [];
  const given = wanted.expiresAt === undefined ? null : parseDatetime(wanted.expiresAt);
  const expiresAt = given?.millis ?? key?.expiresAt ?? null;
  if (given !== null && given.millis <= now) {
    issues.push({ path: 'expiresAt', message: 'Expected a moment in the future.' });
  } else if (key?.expiresAt !== undefined && expiresAt !== null && expiresAt > key.expiresAt) {
    const end = showDatetime(key.expiresAt);
    issues.push({
      path: 'expiresAt',
      message: `The key in use expires at ${end}; expected that or earlier.`,
    });
  }
  const addresses = wanted.addresses ?? key?.addresses ?? null;
  addresses?.forEach((range, index) => {
    if (key?.addresses === undefined || isRangeInRanges(range, key.addresses)) return;
    const message = `Expected a range within those of the key in use: ${key.addresses.join(', ')}.`;
    issues.push({ path: `addresses[${index}]`, message });
  });
  if (issues.length > 0) throw new ValidationError(issues);
  return { expiresAt, readOnly: wanted.readOnly ?? false, addresses };
}

function showKey(row: ApiKeyRow): ApiKeySummary {
  return {
    keyId: row.id,
    name: row.name,
    scope: row.storeId === null ? 'account' : 'store',
    ...(row.storeId === null ? {} : { storeId: row.storeId }),
    ...(row.expiresAt === null ? {} : { expiresAt: showDatetime(row.expiresAt) }),
    ...(row.readOnly ? { readOnly: row.readOnly } : {}),
    ...(row.addresses === null ? {} : { addresses: [...row.addresses] }),
    prefix: row.prefix,
    lastUsed: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
    date_created: new Date(row.createdAt).toISOString(),
  };
}
