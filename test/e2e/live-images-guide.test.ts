import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accountPrincipal, createVitrine, memoryStorage, type Principal, type Vitrine } from '@vitrine/core';
import type {
  ImageDetail,
  LiveImageDraftResponse,
  LiveImageHtmlResponse,
  ResolveLiveImageResponse,
  StoreDetail,
} from '@vitrine/core/contracts';
import { type RunningServer, startServer } from '@vitrine/http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksIn } from '../docs/code-blocks.ts';
import { runShell } from '../docs/shell.ts';
import { verifies } from '../requirements.ts';
import { sharedMedia } from '../shared-media.ts';

const [
  createStore,
  addPhoto,
  addRecords,
  createDraft,
  preview,
  change,
  save,
  openPicture,
  exportList,
  listHosts,
] = blocksIn('docs/live-images.md', 'sh', 10);
const [mail = ''] = blocksIn('docs/live-images.md', 'html', 1);
const [program = ''] = blocksIn('docs/live-images.md', 'ts', 1);

const folder = mkdtempSync(join(tmpdir(), 'vitrine-live-guide-'));
const env: Record<string, string> = {};
let vitrine: Vitrine;
let principal: Principal;
let server: RunningServer;

beforeAll(async () => {
  vitrine = await createVitrine({
    storage: memoryStorage(),
    media: sharedMedia(),
    baseUrl: () => server.url,
  });
  server = await startServer({ vitrine, port: 0 });
  principal = accountPrincipal((await vitrine.accounts.create('Guide')).id);
  const { key } = await vitrine.apiKeys.create(principal, { name: 'guide' });
  Object.assign(env, { VITRINE_URL: server.url, VITRINE_KEY: key });
  const photo = sharp({ create: { width: 200, height: 200, channels: 3, background: '#3366cc' } });
  writeFileSync(join(folder, 'tote.png'), await photo.png().toBuffer());
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const paste = (command = '') => runShell(command, folder, env);
const pasteJson = async <Body>(command: string | undefined): Promise<Body> =>
  JSON.parse(await paste(command));

describe('docs/live-images.md', () => {
  test('leads from data to a mail when pasted', verifies('live.operations', 'live.html'), async () => {
    env.STORE = (await pasteJson<StoreDetail>(createStore)).id;
    env.PHOTO = (await pasteJson<ImageDetail>(addPhoto)).productionUrl;
    expect(await pasteJson(addRecords)).toMatchObject({ created: 2 });
    const draft = await pasteJson<LiveImageDraftResponse>(createDraft);
    expect(draft).toMatchObject({ name: 'Welcome', variables: ['sku', 'first_name'], warnings: [] });
    env.PREVIEW_URL = draft.previewUrl;
    env.DRAFT = draft.draftId;
    await paste(preview);
    const size = { width: 600, height: 200 };
    expect(await sharp(join(folder, 'preview')).metadata()).toMatchObject(size);

    const [changed = '', resolved = ''] = (await paste(change)).split(/(?<=\})(?=\{)/);
    expect((JSON.parse(changed) as LiveImageDraftResponse).design.layers.price).toMatchObject({ size: 28 });
    expect(JSON.parse(resolved) as ResolveLiveImageResponse).toMatchObject({
      rule: 'sold out',
      values: { sku: { value: 'A-2', from: 'url' }, first_name: { value: 'friend', from: 'default' } },
      link: 'https://shop.example/lamp',
    });

    const saved = await pasteJson<LiveImageHtmlResponse>(save);
    const [, publicId = ''] = /\/i\/([\w-]{12})$/.exec(saved.productionUrl) ?? [];
    const shown = mail.trim().replaceAll('https://pictures.example', server.url);
    expect(saved.html).toBe(shown.replaceAll('CRLA3Rjkrzon', publicId));
    Object.assign(env, { PRODUCTION_URL: saved.productionUrl, CLICK_URL: saved.clickUrl });
    // A busy machine shows the fallback until the picture is drawn.
    await expect.poll(async () => (await paste(openPicture)).trim()).toBe('https://shop.example/tote');
    await expect
      .poll(async () => {
        await paste(openPicture);
        return readFileSync(join(folder, 'headers.txt'), 'utf8').toLowerCase();
      })
      .toMatch(/^http\/1\.1 200 [\s\S]*cache-control: no-cache, max-age=0/);
    expect(await sharp(join(folder, 'picture')).metadata()).toMatchObject(size);
  });

  test('has a program that runs unchanged', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=vitrine-source', '--input-type=module-typescript', '--eval', program],
      { cwd: join(import.meta.dirname, '..'), env: { ...process.env, ...env } },
    );
    expect(stdout).toContain("first_name={{ person|lookup:'first_name' }}");
  });

  test('exports a list with signed URLs, and lists hosts, when pasted', verifies('live.export'), async () => {
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
    Object.assign(env, { STORE: store.id, IMAGE: String(imageId) });

    const [header, ...rows] = (await paste(exportList)).trimEnd().split('\r\n');
    expect(header).toBe('id,email,first_name,points,date_created,date_updated,liveUrl,liveClickUrl');
    expect(rows).toHaveLength(3);
    const byEmail = (email: string) => rows.find((row) => row.startsWith(email)) ?? '';
    const urlsOf = (row: string) => row.split(',').slice(-2);
    expect(urlsOf(byEmail('a@b'))[0]).toMatch(
      /\/i\/[\w-]{12}\?first_name=%C5%BDofie%20%26%20Co&s=[\w-]{22}$/,
    );
    const [url = '', clickUrl = ''] = urlsOf(byEmail('c@d'));
    expect(url).toMatch(/\?first_name=Jana&points=1\.5&s=[\w-]{22}$/);
    expect(clickUrl).toBe(url.replace('/i/', '/l/'));
    expect(urlsOf(byEmail('e@f'))[0]).toMatch(/\/i\/[\w-]{12}\?s=[\w-]{22}$/);
    for (const row of rows) {
      const [picture = ''] = urlsOf(row);
      expect((await fetch(picture)).headers.get('cache-control')).toMatch(/^public, max-age=/);
      expect((await fetch(`${picture}&other=2`)).headers.get('cache-control')).toBe('no-store');
    }
    expect(await pasteJson(listHosts)).toEqual({ hosts: ['*.example.org', 'cdn.example.com'] });
  });
});
