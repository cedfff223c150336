import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import { webhookSender } from '@vitrine/media';
import { expect, test } from 'vitest';
import { codeBlocks } from '../docs/code-blocks.ts';
import { freePort } from '../free-port.ts';
import { verifies } from '../requirements.ts';

/** Where the libraries of the receiver are installed. */
const FOLDER = fileURLToPath(new URL('..', import.meta.url));

test('the receiver of docs/webhooks.md takes messages that are signed, and no others', {
  ...verifies('webhooks.standard'),
}, async () => {
  const port = await freePort();
  const receiver = codeBlocks('docs/webhooks.md').find(({ language }) => language === 'ts')?.text ?? '';
  const program = [
    'const updateSearchIndex = async (...ids) => console.log(...ids);',
    'process.on("uncaughtException", ({ message }) => console.log(message));',
    receiver.replace('3000', String(port)),
  ].join('\n');
  const vitrine = await createVitrine({
    storage: memoryStorage(),
    webhookSender: webhookSender({ allowPrivateFetch: true }),
  });
  const me = accountPrincipal((await vitrine.accounts.create('Test')).id);
  const store = await vitrine.stores.create(me, { name: 'S', properties: [{ name: 'a', type: 'string' }] });
  const webhook = await vitrine.webhooks.create(me, { url: `http://127.0.0.1:${port}/`, events: ['*'] });
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: FOLDER,
    env: { ...process.env, WEBHOOK_SECRET: webhook.secret },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  try {
    const isTested = async () => (await vitrine.webhooks.test(me, webhook.id)).status;
    await expect.poll(isTested, { timeout: 20_000 }).toBe(200);
    const { id } = await vitrine.records.add(me, store.id, { a: 'x' });
    await vitrine.runDueJobs();
    await expect.poll(() => output).toContain(`${store.id} ${id}`);
    const forged = fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
      body: '{"type":"record.created","data":{"storeId":"forged","recordId":"forged"}}',
    }).catch(() => null);
    await expect.poll(() => output).toMatch(/timestamp/i);
    expect(output).not.toContain('forged');
    child.kill();
    await forged;
  } finally {
    child.kill();
    await vitrine.close();
  }
});
