import { accountPrincipal } from '@vitrine/core';
import type { ServerStatus } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { createFixture } from '../../../test/app-fixture.ts';
import { recordingMedia } from '../../../test/recording-media.ts';

test(
  'the status has the rate limits and quotas in force, and the hits and sizes of caches',
  verifies('status.read'),
  async () => {
    const rateLimits = { account: 6_000, key: 600, failedKeys: 30 };
    const { send, vitrine, accountId } = await createFixture({ rateLimits, media: recordingMedia().media });
    const read = async (): Promise<ServerStatus> =>
      (await (await send('GET', '/admin/status')).json()) as ServerStatus;
    await vitrine.accounts.changeLimits(accountId, { stores: 7, records: 1_000 });
    const principal = accountPrincipal(accountId);
    const file = { bytes: new Uint8Array(100), name: 'x.png' };
    const { productionUrl } = await vitrine.images.add(principal, { file });
    const { pathname } = new URL(productionUrl);
    for (let i = 0; i < 3; i++) expect((await send('GET', pathname, { key: null })).status).toBe(200);

    const { limits, metrics } = await read();
    expect(limits).toEqual({
      requestsPerMinute: { account: 6_000, key: 600 },
      failedKeysPerMinute: 30,
      account: { stores: 7, records: 1_000 },
    });
    const value = (name: string, labels = {}) =>
      metrics.find((metric) => metric.name === name && isSame(metric.labels, labels))?.value;
    expect(value('vitrine_blob_cache_reads_total', { result: 'hit' })).toBe(2);
    expect(value('vitrine_blob_cache_reads_total', { result: 'miss' })).toBe(1);
    expect(value('vitrine_blob_cache_bytes')).toBe(100);
    await vitrine.close();
  },
);

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
