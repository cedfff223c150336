import { accountPrincipal } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { createStore } from './arrange.ts';
import type { Client } from './client.ts';
import { type DatabaseDump, rowsOfAccount } from './database-dump.ts';
import { call, type OperationCall, operations, type Targets } from './operations.ts';
import { createTargets } from './targets.ts';
import { onOneStorage, type World } from './world.ts';

/** The status with which a kind of key is refused, or null if it is allowed. */
type Expectation = (operation: OperationCall) => number | null;

const keyed = Object.entries(operations).filter(([, { keys }]) => keys !== 'none');

async function dumpOf({ dump }: World): Promise<DatabaseDump> {
  return dump === null ? {} : await dump();
}

/** Calls every refused operation with one key. Refused operations must not change any row of the database. */
async function expectRefusals(
  world: World,
  client: Client,
  targets: Targets,
  expected: Expectation,
): Promise<void> {
  const refused = keyed.filter(([, operation]) => expected(operation) !== null);
  const before = await dumpOf(world);
  const statuses: Record<string, number> = {};
  for (const [name, operation] of refused) statuses[name] = (await call(client, operation, targets)).status;
  expect(statuses).toEqual(
    Object.fromEntries(refused.map(([name, operation]) => [name, expected(operation)])),
  );
  expect(await dumpOf(world)).toEqual(before);
}

onOneStorage((arrange) => {
  describe('every operation, with', () => {
    test(
      'returns 401 without a key, with a revoked key of each kind and with an unknown one, and changes no row',
      verifies('unauthorized.missing', 'unauthorized.unknown'),
      async () => {
        const world = await arrange();
        const { vitrine, principal, withKey, anonymous } = world;
        const targets = await createTargets(world);
        const account = await vitrine.apiKeys.create(principal, { name: 'revoked' });
        const store = await vitrine.apiKeys.create(principal, { name: 'revoked', storeId: targets.storeId });
        for (const { keyId } of [account, store]) await vitrine.apiKeys.revoke(principal, keyId);
        const clients = [
          anonymous,
          withKey(account.key),
          withKey(store.key),
          withKey(`account-${'u'.repeat(43)}`),
        ];
        for (const client of clients) await expectRefusals(world, client, targets, () => 401);
      },
    );

    test(
      "returns 403 with the store's own key for everything but its records, and changes no row",
      verifies('auth.store-key.forbidden', 'store-key.elsewhere'),
      async () => {
        const world = await arrange();
        const targets = await createTargets(world);
        const client = await world.withStoreKey(targets.storeId);
        await expectRefusals(world, client, targets, ({ keys }) => (keys === 'account' ? 403 : null));
      },
    );

    test(
      'returns 404 for the store and 403 for the rest with the key of another store, and changes no row',
      verifies('auth.store-key.other-store'),
      async () => {
        const world = await arrange();
        const targets = await createTargets(world);
        const other = await createStore(world.a, { sku: 'unique string' });
        const client = await world.withStoreKey(other.id);
        const expected: Expectation = ({ isOfStore, keys }) =>
          isOfStore ? 404 : keys === 'account' ? 403 : null;
        await expectRefusals(world, client, targets, expected);
      },
    );

    test(
      "returns 404 for every named resource with another account's key, and changes no row",
      verifies('isolation'),
      async () => {
        const world = await arrange();
        const targets = await createTargets(world);
        const expected: Expectation = ({ isOfStore, isOfAccount }) => (isOfStore || isOfAccount ? 404 : null);
        await expectRefusals(world, world.b, targets, expected);
      },
    );

    test(
      "reaches only its own resources with another account's key, even under the same ids, and changes no row of the first account",
      verifies('isolation', 'auth.account-scope'),
      async () => {
        const world = await arrange();
        const targets = await createTargets(world);
        const foreign = {
          a: world.b,
          vitrine: world.vitrine,
          storage: world.storage,
          principal: accountPrincipal(world.otherAccountId),
        };
        const same = await createTargets(foreign);
        const { imageId, fontId, timerId, mapId, recordId } = same;
        expect({ imageId, fontId, timerId, mapId, recordId }).toMatchObject({
          imageId: targets.imageId,
          fontId: targets.fontId,
          timerId: targets.timerId,
          mapId: targets.mapId,
          recordId: targets.recordId,
        });
        const before = rowsOfAccount(await dumpOf(world), world.accountId);
        for (const [, operation] of keyed) {
          // Both with the ids that are equal and with those that differ.
          const response = await call(world.b, operation, targets);
          for (const name of [
            targets.storeId,
            targets.keyId,
            targets.timerFrameId,
            targets.draftId,
            targets.locationId,
            targets.productionUrl,
          ]) {
            // A problem repeats the path of the request.
            if (response.status < 400) expect(response.text).not.toContain(name);
          }
          await call(world.b, operation, {
            ...same,
            imageId: targets.imageId,
            fontId: targets.fontId,
            mapId: targets.mapId,
          });
        }
        expect(rowsOfAccount(await dumpOf(world), world.accountId)).toEqual(before);
        if (world.dump !== null) {
          const kinds = Object.entries(before)
            .filter(([, rows]) => rows.length > 0)
            .map(([table]) => table);
          expect(kinds).toEqual(
            expect.arrayContaining([
              'api_keys',
              'fonts',
              'images',
              'locations',
              'maps',
              'records',
              'stores',
              'timer_frames',
            ]),
          );
        }
      },
    );
  });
});
