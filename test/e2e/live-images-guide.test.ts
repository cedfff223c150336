import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import type { LiveImageDraftResponse } from '@vitrine/core/contracts';
import { type RunningServer, startServer } from '@vitrine/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksIn } from '../docs/code-blocks.ts';
import { runShell } from '../docs/shell.ts';
import { verifies } from '../requirements.ts';
import { sharedMedia } from '../shared-media.ts';

const blocks = blocksIn('docs/live-images.md', 'sh', 3);
let server: RunningServer;
let env: Record<string, string>;

beforeAll(async () => {
  const vitrine = await createVitrine({
    storage: memoryStorage(),
    media: sharedMedia(),
    baseUrl: () => server.url,
  });
  server = await startServer({ vitrine, port: 0 });
  const principal = accountPrincipal((await vitrine.accounts.create('Guide')).id);
  const { key } = await vitrine.apiKeys.create(principal, { name: 'guide' });
  const store = await vitrine.stores.create(principal, {
    name: 'Contacts',
    properties: [
      { name: 'email', type: 'string', unique: true },
      { name: 'first_name', type: 'string' },
      { name: 'points', type: 'number' },
    ],
  });
  await vitrine.records.add(principal, store.id, { email: 'a@b.example', first_name: 'Žofie & Co' });
  await vitrine.records.add(principal, store.id, { email: 'c@d.example', first_name: 'Jana', points: 1.5 });
  await vitrine.records.add(principal, store.id, { email: 'e@f.example' });
  const conversationId = 'guide';
  const draft = await vitrine.liveImageDrafts.create(principal, {
    conversationId,
    design: { access: 'signed', variables: { first_name: {}, points: {}, other: {} } },
  });
  const { imageId } = await vitrine.liveImageDrafts.save(principal, draft.draftId, { conversationId });
  env = { VITRINE_URL: server.url, VITRINE_KEY: key, STORE: store.id, IMAGE: String(imageId) };
});

afterAll(() => server.stop());

const ask = (command = '') => runShell(command, '.', env);

test('docs/live-images.md has commands that work when pasted', verifies('live.export'), async () => {
  const [create, exporting, hosts] = blocks;
  const draft = JSON.parse(await ask(create)) as LiveImageDraftResponse;
  expect(draft).toMatchObject({ name: 'Welcome', variables: ['first_name'], warnings: [] });

  const [header, ...rows] = (await ask(exporting)).trimEnd().split('\r\n');
  expect(header).toBe('id,email,first_name,points,date_created,date_updated,liveUrl,liveClickUrl');
  expect(rows).toHaveLength(3);
  const byEmail = (email: string) => rows.find((row) => row.startsWith(email)) ?? '';
  const urlsOf = (row: string) => row.split(',').slice(-2);
  expect(urlsOf(byEmail('a@b'))[0]).toMatch(/\/i\/[\w-]{12}\?first_name=%C5%BDofie%20%26%20Co&s=[\w-]{22}$/);
  const [url = '', clickUrl = ''] = urlsOf(byEmail('c@d'));
  expect(url).toMatch(/\?first_name=Jana&points=1\.5&s=[\w-]{22}$/);
  expect(clickUrl).toBe(url.replace('/i/', '/l/'));
  expect(urlsOf(byEmail('e@f'))[0]).toMatch(/\/i\/[\w-]{12}\?s=[\w-]{22}$/);
  for (const row of rows) {
    const [picture = ''] = urlsOf(row);
    expect((await fetch(picture)).headers.get('cache-control')).toMatch(/^public, max-age=/);
    expect((await fetch(`${picture}&other=2`)).headers.get('cache-control')).toBe('no-store');
  }
  expect(JSON.parse(await ask(hosts))).toEqual({ hosts: ['*.example.org', 'cdn.example.com'] });
});
