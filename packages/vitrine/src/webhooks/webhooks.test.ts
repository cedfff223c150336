import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../../../test/e2e/webhook-receiver.ts';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
let receiver: Receiver;
beforeEach(async () => {
  shop = await Shop.open();
  shop.line.env.VITRINE_ALLOW_PRIVATE_FETCH = 'true';
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await shop.close();
});

test('webhooks are added, listed, shown, tested, rotated, disabled, enabled and removed', {
  ...verifies('webhooks.command-line'),
}, async () => {
  const { line } = shop;
  const added = await line.run(
    'webhooks',
    'add',
    receiver.url,
    '--events',
    'record.*',
    '--header',
    'X-Token: a b',
  );
  expect(added.code).toBe(0);
  expect(added.err).toContain('shown only once');
  const [, id = '', secret = ''] = /^id {6}(\S+)\nsecret {2}(whsec_\S+)\n$/.exec(added.out) ?? [];
  const listed = await line.succeed('webhooks', 'list');
  expect(listed).toMatch(/^ID +STATUS +EVENTS +STORES +PENDING +FAILED +URL\n/);
  expect(listed).toContain(`${id}  active  record.*  all`);
  const shown = await line.succeed('webhooks', 'show', id);
  expect(shown).toContain('X-Token');
  expect(shown).not.toContain('a b');
  expect(await line.succeed('webhooks', 'test', id)).toContain('200');
  expect(receiver.take(secret, Date.now())).toMatchObject([
    { type: 'webhook.test', headers: { 'x-token': 'a b' } },
  ]);
  receiver.answer = (response) => response.writeHead(500).end();
  const failed = await line.run('webhooks', 'test', id);
  expect([failed.code, failed.err]).toEqual([1, 'error: The receiver did not take the message.\n']);
  expect(await line.succeed('webhooks', 'rotate', id)).toMatch(/whsec_.*\n.*until/);
  expect(await line.succeed('webhooks', 'disable', id)).toBe(`disabled  ${id}\n`);
  expect(await line.succeed('webhooks', 'enable', id)).toBe(`active  ${id}\n`);
  expect(JSON.parse(await line.succeed('webhooks', 'deliveries', id, '--json'))).toEqual([]);
  expect((await line.run('webhooks', 'retry', id, 'msg_x')).err).toContain('No such delivery');
  expect((await line.run('webhooks', 'replay', id, '--since', 'x')).err).toContain('since');
  expect((await line.run('webhooks', 'remove', id)).code).toBe(64);
  expect(await line.succeed('webhooks', 'remove', id, '--yes')).toBe(`deleted  ${id}\n`);
  expect((await line.run('webhooks', 'show', id)).err).toContain('No such webhook');
});

test('a webhook of one store takes filters; a wrong header is refused without showing it', async () => {
  const { line } = shop;
  const storeId = await shop.createStore([
    { name: 'sku', type: 'string', unique: true },
    { name: 'price', type: 'number' },
  ]);
  const given = ['--store', storeId, '--filter', 'price:lt:20', '--payload', 'full', '--json'];
  const webhook = JSON.parse(await line.succeed('webhooks', 'add', receiver.url, ...given));
  expect(webhook).toMatchObject({
    storeIds: [storeId],
    filters: [{ field: 'price', op: 'lt', value: '20' }],
    payload: 'full',
    events: ['*'],
  });
  const refused = await line.run('webhooks', 'add', receiver.url, '--header', 'my secret');
  expect([refused.code, refused.err]).toEqual([64, 'error: --header: expected "Name: value".\n']);
});
