import type { z } from 'zod';
import type { CreateApiKeyRequest } from '../../contracts/accounts/identity.ts';
import { type Issue, NotFoundError, ValidationError } from '../../ground/errors.ts';
import { isRangeInRanges } from '../../ground/network/addresses.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { type Principal, requireAccountKey } from '../../ports/access.ts';
import type { ApiKeyRow, Millis } from '../../storage/index.ts';
import { parseDatetime, showDatetime } from '../../values/datetime.ts';
import type { ServiceContext } from '../calls/context.ts';

/** What a key is made of besides its rights. */
type KeyIdentity = Pick<ApiKeyRow, 'hash' | 'prefix' | 'exchanges'>;

type KeyRestrictions = Pick<ApiKeyRow, 'expiresAt' | 'readOnly' | 'addresses'>;

/** Returns the row of a new key of the principal's account. */
export function keyRow(
  { clock, ids }: Pick<ServiceContext, 'clock' | 'ids'>,
  { accountId }: Principal,
  identity: KeyIdentity,
  rights: Pick<ApiKeyRow, 'name' | 'storeId'> & KeyRestrictions,
): ApiKeyRow {
  const now = clock();
  return { id: ids.uuid(now), accountId, createdAt: now, lastUsedAt: null, ...identity, ...rights };
}

/**
 * Returns the rights of a key that a principal creates. It is restricted at least as much as the key in use.
 * @throws ForbiddenError for a store key.
 * @throws ValidationError at `expiresAt` and `addresses`.
 * @throws NotFoundError if the store is not a live store of the account.
 */
export async function newKeyRights(
  { storage, clock }: Pick<ServiceContext, 'storage' | 'clock'>,
  principal: Principal,
  wanted: z.output<typeof CreateApiKeyRequest>,
): Promise<Pick<ApiKeyRow, 'name' | 'storeId'> & KeyRestrictions> {
  requireAccountKey(principal);
  const { name } = wanted;
  const storeId = wanted.storeId ?? null;
  const restrictions = restrict(principal, wanted, clock());
  if (storeId !== null) {
    const store = canBeStored(storeId) ? await storage.stores.get(principal.accountId, storeId) : null;
    if (store === null) throw new NotFoundError('store');
  }
  return { name, storeId, ...restrictions };
}

/** Returns the restrictions of a new key. @throws ValidationError */
function restrict(
  { key }: Principal,
  wanted: Pick<z.output<typeof CreateApiKeyRequest>, 'expiresAt' | 'readOnly' | 'addresses'>,
  now: Millis,
): KeyRestrictions {
  const issues: Issue[] = [];
  const given = wanted.expiresAt === undefined ? null : parseDatetime(wanted.expiresAt);
  const expiresAt = given?.millis ?? key?.expiresAt ?? null;
  if (given !== null && given.millis <= now) {
    issues.push({ path: 'expiresAt', message: 'Expected a time in the future.' });
  } else if (key?.expiresAt !== undefined && expiresAt !== null && expiresAt > key.expiresAt) {
    const end = showDatetime(key.expiresAt);
    issues.push({
      path: 'expiresAt',
      message: `The key in use expires at ${end}; expected that time or an earlier one.`,
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
