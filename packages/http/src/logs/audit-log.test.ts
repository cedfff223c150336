import { accountPrincipal } from '@vitrine/core';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { createFixture } from '../../test/app-fixture.ts';
import { collectLog } from '../../test/collected-log.ts';
import { recordingMedia } from '../../test/recording-media.ts';

test(
  'creating and revoking keys, deleting, exporting and importing are logged at any level, without names, values and secrets',
  verifies('audit.log'),
  async () => {
    const { lines, logger } = collectLog('error');
    const { send, accountId, storeId, vitrine } = await createFixture({ logger });
    const made = await send('POST', '/admin/keys', { json: { name: 'private name', storeId } });
    const { keyId, key } = (await made.json()) as { keyId: string; key: string };
    await send('POST', `/v2/stores/${storeId}/records`, { json: { sku: 'private record' } });
    await (await send('GET', `/v2/stores/${storeId}/records/export`, { key })).text();
    const csv = { 'content-type': 'text/csv' };
    const imports = `/v2/stores/${storeId}/imports`;
    const started = await send('POST', imports, { body: 'sku\nprivate cell\n', headers: csv });
    const { importId } = (await started.json()) as { importId: string };
    // A refused file is not an event.
    expect((await send('POST', imports, { body: 'private column\n1\n', headers: csv })).status).toBe(400);
    await send('DELETE', `/admin/keys/${keyId}`);
    const map = await send('POST', '/v2/maps', { json: { name: 'private map' } });
    const { id } = (await map.json()) as { id: number };
    await send('DELETE', `/v2/maps/${id}`);
    await send('DELETE', `/v2/stores/${storeId}`);
    // A refused request is not an event.
    await send('DELETE', `/v2/stores/${storeId}`);
    await send('DELETE', '/v2/images/1');
    await vitrine.close();

    const who = { level: 30, msg: 'audit', audit: true, accountId, address: null };
    expect(lines).toMatchObject([
      { ...who, event: 'key.created', subject: { keyId, scope: 'store', storeId } },
      { ...who, event: 'records.exported', keyId, subject: { storeId } },
      { ...who, event: 'records.imported', subject: { storeId, importId } },
      { ...who, event: 'key.revoked', subject: { keyId } },
      { ...who, event: 'map.deleted', subject: { mapId: String(id) } },
      { ...who, event: 'store.deleted', subject: { storeId } },
    ]);
    for (const line of lines) {
      expect(line).toMatchObject({ traceId: expect.any(String), time: expect.any(Number) });
    }
    const text = JSON.stringify(lines);
    expect(text).not.toContain('private');
    expect(text).not.toContain(key);
  },
);

test('deleting an image, a timer and a font is logged', verifies('audit.log'), async () => {
  const { lines, logger } = collectLog('error');
  const { media } = recordingMedia();
  const { send, accountId, vitrine } = await createFixture({ logger, media });
  const principal = accountPrincipal(accountId);
  const file = { bytes: Uint8Array.of(1), name: 'private.png' };
  const image = await vitrine.images.add(principal, { file });
  const conversationId = 'c';
  const frame = await vitrine.timerFrames.create(principal, { conversationId });
  const timer = await vitrine.timerFrames.save(principal, frame.timerFrameId, { conversationId });
  const font = await vitrine.fonts.upload(principal, {
    file: { bytes: Uint8Array.of(2), name: 'private.ttf' },
  });
  for (const path of [`/v2/images/${image.id}`, `/v2/timers/${timer.imageId}`, `/v2/fonts/${font.id}`]) {
    expect({ path, status: (await send('DELETE', path)).status }).toEqual({ path, status: 204 });
  }
  // A refused request is not an event.
  expect((await send('DELETE', '/v2/fonts/1')).status).not.toBe(204);
  await vitrine.close();
  const who = { level: 30, msg: 'audit', audit: true, accountId, keyId: expect.any(String) };
  expect(lines).toMatchObject([
    { ...who, event: 'image.deleted', subject: { id: String(image.id) } },
    { ...who, event: 'image.deleted', subject: { id: String(timer.imageId) } },
    { ...who, event: 'font.deleted', subject: { id: String(font.id) } },
  ]);
  expect(JSON.stringify(lines)).not.toContain('private');
});

test('a silent logger writes no audit events', verifies('audit.log'), async () => {
  const { lines, logger } = collectLog('silent');
  const { send, storeId } = await createFixture({ logger });
  expect((await send('DELETE', `/v2/stores/${storeId}`)).status).toBe(200);
  expect(lines).toEqual([]);
});

test(
  'a request that is repeated under its Idempotency-Key is logged once',
  verifies('audit.log'),
  async () => {
    const { lines, logger } = collectLog('error');
    const { send } = await createFixture({ logger });
    for (const status of [201, 201, 422]) {
      const headers = { 'idempotency-key': 'k' };
      const json = { name: status === 201 ? 'one' : 'another' };
      expect((await send('POST', '/admin/keys', { json, headers })).status).toBe(status);
    }
    expect(lines).toMatchObject([{ event: 'key.created' }]);
  },
);
