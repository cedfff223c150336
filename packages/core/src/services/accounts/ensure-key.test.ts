import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { ForbiddenError, ValidationError } from '../../ground/errors.ts';
import { accountPrincipal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine } from '../../vitrine.ts';

const key = 'a-key-of-the-program';

async function arrange() {
  const storage = memoryStorage();
  const vitrine = await createVitrine({ storage });
  const me = accountPrincipal((await vitrine.accounts.ensure('A')).id);
  return { storage, vitrine, me };
}

test(
  'a given text becomes an account key once, also in racing calls of two programs',
  verifies('library.ensure-key'),
  async () => {
    const { storage, vitrine, me } = await arrange();
    const second = await createVitrine({ storage });
    const ensured = await Promise.all(
      [vitrine, second].flatMap(({ apiKeys }) =>
        Array.from({ length: 5 }, (_, i) => apiKeys.ensureKey(me, { name: `name ${i}`, key })),
      ),
    );
    const { items } = await vitrine.apiKeys.list(me);
    expect(items).toHaveLength(1);
    for (const found of ensured) expect(found).toEqual(items[0]);
    expect(items[0]).toMatchObject({ scope: 'account', prefix: '' });
    expect((await vitrine.identity.authenticate(key)).accountId).toBe(me.accountId);
    await vitrine.apiKeys.revoke(me, items[0]?.keyId ?? '');
    expect((await vitrine.apiKeys.ensureKey(me, { name: 'again', key })).name).toBe('again');
  },
);

test(
  'a text that can be no key, and a key of others, is refused at key',
  verifies('library.ensure-key'),
  async () => {
    const { vitrine, me } = await arrange();
    const store = await vitrine.stores.create(me, { name: 'S', properties: [{ name: 'p', type: 'string' }] });
    const ofStore = await vitrine.apiKeys.create(me, { name: 'k', storeId: store.id });
    const other = accountPrincipal((await vitrine.accounts.create('B')).id);
    await vitrine.apiKeys.ensureKey(other, { name: 'theirs', key: 'theirs' });
    for (const wrong of ['', 'two words', 'store-x', 'é', 5, undefined, ofStore.key, 'theirs']) {
      const refused = await vitrine.apiKeys
        .ensureKey(me, { name: 'n', key: wrong as never })
        .catch((error: unknown) => error);
      expect(refused, String(wrong)).toBeInstanceOf(ValidationError);
      expect((refused as ValidationError).issues.map(({ path }) => path)).toEqual(['key']);
    }
    await expect(vitrine.apiKeys.ensureKey(me, { name: ' ', key })).rejects.toThrow(ValidationError);
    const storeKey = { kind: 'store', accountId: me.accountId, storeId: store.id, key: null } as const;
    await expect(vitrine.apiKeys.ensureKey(storeKey, { name: 'n', key })).rejects.toThrow(ForbiddenError);
  },
);

test('the new key has the restrictions of the key in use', async () => {
  const { vitrine, me } = await arrange();
  const expiresAt = Date.UTC(2100, 0, 1);
  const restricted = { ...me, key: { id: 'k', name: 'k', expiresAt, addresses: ['192.0.2.0/24'] } };
  expect(await vitrine.apiKeys.ensureKey(restricted, { name: 'n', key })).toMatchObject({
    expiresAt: '2100-01-01T00:00:00.000Z',
    addresses: ['192.0.2.0/24'],
  });
});
