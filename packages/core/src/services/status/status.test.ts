import { expect, test } from 'vitest';
import { UnavailableError } from '../../ground/errors.ts';
import { accountPrincipal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import type { Storage } from '../../storage/storage.ts';
import { createVitrine } from '../../vitrine.ts';

async function open(describe: Storage['describe']) {
  const storage = memoryStorage();
  return createVitrine({ storage: { ...storage, describe } });
}

test('metrics are readable without those of the storage while it fails or hangs', async () => {
  const failing = await open(() => Promise.reject(new UnavailableError('away')));
  expect(await failing.status.measure()).toEqual([]);
  const hanging = await open(() => new Promise(() => undefined));
  expect(await hanging.status.measure()).toEqual([]);
});

test('reading the status throws while the storage does not respond, and succeeds afterwards', async () => {
  let isAway = true;
  const { status, accounts } = await open(async () => {
    if (isAway) throw new UnavailableError('away');
    return { engine: 'test', layout: 3, bytes: 5 };
  });
  const principal = accountPrincipal((await accounts.create('Own')).id);
  await expect(status.read(principal)).rejects.toMatchObject({ code: 'unavailable' });
  isAway = false;
  expect((await status.read(principal)).storage).toEqual({ engine: 'test', layout: 3, bytes: 5 });
});

test('concurrent readers share one query of the storage', async () => {
  let looks = 0;
  const { status } = await open(async () => {
    looks++;
    return { engine: 'test', layout: 1, bytes: null };
  });
  await Promise.all(Array.from({ length: 20 }, () => status.measure()));
  expect(looks).toBe(1);
});
