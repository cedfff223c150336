import {
  type ApiKeySummary,
  CreateApiKeyRequest,
  type CreatedApiKeyResponse,
  ListApiKeysQuery,
} from '../../contracts/accounts/identity.ts';
import { parseContract } from '../../contracts/ground/contract.ts';
import type { Page } from '../../contracts/ground/shared.ts';
import { isBearerToken } from '../../ground/bearer-token.ts';
import { randomBase64url, sha256Hex } from '../../ground/crypto.ts';
import { NotFoundError, ValidationError } from '../../ground/errors.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { type Principal, requireAccountKey } from '../../ports/access.ts';
import type { ApiKeyRow } from '../../storage/index.ts';
import { showDatetime } from '../../values/datetime.ts';
import type { ServiceContext } from '../calls/context.ts';
import { numberCursor, pageOf, pageStart } from '../calls/page.ts';
import { type OnceOptions, once, type RepeatableCall } from '../idempotency/idempotency.ts';
import { keyRow, newKeyRights, UNRESTRICTED } from './new-key.ts';

/**
 * API keys of an account (docs/rules.md#administration-of-keys). All calls need an account principal and throw
 * `forbidden` for a store key.
 */
export interface ApiKeyService {
  /**
   * Creates a key. Only this response contains `key`; the storage holds its SHA-256. A key with an expiry or an address
   * restriction creates only keys that are restricted at least as much.
   * @throws ValidationError at `expiresAt` if it is not in the future, and if the new key would be less restricted than
   * the one in use.
   * @throws NotFoundError if `storeId` is not a live store of the account.
   * @throws QuotaExceededError for `keys`.
   */
  create(
    principal: Principal,
    request: CreateApiKeyRequest,
    options?: OnceOptions,
  ): Promise<CreatedApiKeyResponse>;
  /**
   * Makes the given text a valid account key (`VITRINE_ACCOUNT_KEY`). Does nothing if it is one already.
   * @throws ValidationError if it is a key of another account or of a store, or is not a valid Bearer token.
   */
  adopt(principal: Principal, key: string, name: string): Promise<void>;
  /** Newest first, without secrets. */
  list(principal: Principal, query?: ListApiKeysQuery): Promise<Page<ApiKeySummary>>;
  /**
   * Revokes a key at once. The key in use may only revoke itself if another account key exists.
   * @throws NotFoundError for an unknown or foreign key.
   */
  revoke(principal: Principal, keyId: string): Promise<void>;
}

/** 256 random bits. */
const SECRET_BYTES = 32;
/** `account-` or `store-` and four of 43 characters: enough to distinguish keys, too little to guess one. */
const PREFIX = /^(account|store)-[\w-]{4}(?=[\w-]{39}$)/;

const CREATE: RepeatableCall<CreatedApiKeyResponse, unknown, CreatedApiKeyResponse> = {
  name: 'apiKeys.create',
  isSecret: true,
  show: (_context, { plan }) => plan,
};

export function apiKeyService(context: ServiceContext): ApiKeyService {
  const { storage, clock, quotas, cursorSecrets: secrets } = context;

  /** Returns what identifies a key with this text. */
  function identityOf(key: string) {
    // An adopted key may be short, so no part of it is shown.
    return { hash: sha256Hex(key), prefix: PREFIX.exec(key)?.[0] ?? '', exchanges: null };
  }

  /**
   * Returns whether the text is a key of the account.
   * @throws ValidationError if it is a key of a store or of another account.
   */
  async function isAdopted(principal: Principal, key: string): Promise<boolean> {
    const existing = await storage.apiKeys.findByHash(sha256Hex(key));
    if (existing === null) return false;
    if (existing.accountId === principal.accountId && existing.storeId === null) return true;
    throw new ValidationError([
      { path: 'key', message: 'The key already belongs to a store or to another account.' },
    ]);
  }

  return {
    create: (principal, request, options) =>
      once(context, CREATE, { principal, inputs: [request], options }, async (write) => {
        requireAccountKey(principal);
        const rights = await newKeyRights(context, principal, parseContract(CreateApiKeyRequest, request));
        const kind = rights.storeId === null ? 'account' : 'store';
        const key = `${kind}-${randomBase64url(SECRET_BYTES)}`;
        const row = keyRow(context, principal, identityOf(key), rights);
        const { prefix: _prefix, lastUsed: _lastUsed, ...shown } = showKey(row);
        const created = { ...shown, key };
        await quotas.use(row.accountId, { keys: 1 }, () =>
          write(created, (how) => storage.apiKeys.insert(row, how)),
        );
        return created;
      }),

    async adopt(principal, key, name) {
      requireAccountKey(principal);
      if (!isBearerToken(key) || key.startsWith('store-')) {
        const message = 'Expected letters, digits and - . _ ~ + / only, not beginning with "store-".';
        throw new ValidationError([{ path: 'key', message }]);
      }
      if (await isAdopted(principal, key)) return;
      await quotas.requireAccount(principal.accountId);
      try {
        const rights = { name, storeId: null, ...UNRESTRICTED };
        await storage.apiKeys.insert(keyRow(context, principal, identityOf(key), rights));
      } catch (error) {
        // Another server that started at the same time may have inserted it.
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
          { path: '', message: 'The last account key cannot revoke itself; create another key first.' },
        ]);
      }
    },
  };
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
