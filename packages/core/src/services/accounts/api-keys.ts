import { z } from 'zod';
import {
  type ApiKeySummary,
  CreateApiKeyRequest,
  type CreatedApiKeyResponse,
  ListApiKeysQuery,
} from '../../contracts/accounts/identity.ts';
import { body, nameText, parseContract } from '../../contracts/ground/contract.ts';
import type { Page } from '../../ground/calls/pages.ts';
import { randomBase64url, sha256Hex } from '../../ground/crypto.ts';
import { NotFoundError, ValidationError } from '../../ground/errors.ts';
import { NAME_MAX } from '../../ground/limits.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { guardWrites, isBearerToken, type Principal, requireAccountKey } from '../../ports/access.ts';
import type { ApiKeyRow } from '../../storage/index.ts';
import { showDatetime } from '../../values/datetime.ts';
import type { ServiceContext } from '../calls/context.ts';
import { numberCursor, pageOf, pageStart } from '../calls/page.ts';
import { type OnceOptions, once, type RepeatableCall } from '../idempotency/idempotency.ts';
import { keyRow, newKeyRights } from './new-key.ts';

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
   * Makes a text of the program's choice an account key, unless it is one already, and returns the key. Of racing calls, also
   * on several servers, one creates it. It has the expiry and the address restriction of the key in use.
   * @throws ValidationError at `key` if it is a key of another account or of a store, or is not a valid Bearer token, and at
   * `name`.
   */
  ensureKey(principal: Principal, request: EnsureKeyRequest): Promise<ApiKeySummary>;
  /** Newest first, without secrets. */
  list(principal: Principal, query?: ListApiKeysQuery): Promise<Page<ApiKeySummary>>;
  /**
   * Revokes a key at once. The key in use may only revoke itself if another account key exists.
   * @throws NotFoundError for an unknown or foreign key.
   */
  revoke(principal: Principal, keyId: string): Promise<void>;
}

const NOT_A_KEY = 'Expected letters, digits and - . _ ~ + / only, not beginning with "store-".';

/** `name` is that of a new key. An existing one keeps its own. */
const EnsureKeyRequest = body({
  name: nameText(NAME_MAX),
  key: z.string(NOT_A_KEY).refine((key) => isBearerToken(key) && !key.startsWith('store-'), NOT_A_KEY),
});
export type EnsureKeyRequest = z.input<typeof EnsureKeyRequest>;

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
    // A key of the program's choice may be short, so no part of it is shown.
    return { hash: sha256Hex(key), prefix: PREFIX.exec(key)?.[0] ?? '', exchanges: null };
  }

  /**
   * Returns the account key that the text is, or null.
   * @throws ValidationError if it is a key of a store or of another account.
   */
  async function findOwn(principal: Principal, key: string): Promise<ApiKeyRow | null> {
    const existing = await storage.apiKeys.findByHash(sha256Hex(key));
    if (existing === null) return null;
    if (existing.accountId === principal.accountId && existing.storeId === null) return existing;
    throw new ValidationError([
      { path: 'key', message: 'The key already belongs to a store or to another account.' },
    ]);
  }

  const service: ApiKeyService = {
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

    async ensureKey(principal, request) {
      requireAccountKey(principal);
      const { name, key } = parseContract(EnsureKeyRequest, request);
      const existing = await findOwn(principal, key);
      if (existing !== null) return showKey(existing);
      await quotas.requireAccount(principal.accountId);
      const rights = await newKeyRights(context, principal, { name });
      const row = keyRow(context, principal, identityOf(key), rights);
      try {
        await storage.apiKeys.insert(row);
        return showKey(row);
      } catch (error) {
        // Another server that started at the same time may have inserted it.
        const inserted = await findOwn(principal, key);
        if (inserted === null) throw error;
        return showKey(inserted);
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
  return guardWrites(service, {
    create: 'writes',
    ensureKey: 'writes',
    list: 'reads',
    revoke: 'writes',
  });
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
