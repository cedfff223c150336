import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect } from 'vitest';
import { pictureOf } from '../gallery/live/product-pictures.ts';
import { verifies } from '../requirements.ts';
import { sharedMedia } from '../shared-media.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { openConsoleServer } from './console-server.ts';
import { holdRequests } from './hold-requests.ts';

/** Another server with a picture. Its name differs from that of the server of the console. */
const shop = createServer(async (_, response) => {
  response.writeHead(200, { 'content-type': 'image/png' }).end(await pictureOf('lamp'));
});
afterAll(() => shop.close());

const { inBrowser } = consoleTests(
  () => new Promise((resolve) => shop.listen(0, '127.0.0.1', () => resolve())),
  () => openConsoleServer(undefined, sharedMedia({ allowPrivateFetch: true })),
);

inBrowser(
  'pictures of another server are allowed where the warning is, and not any more in the panel of the picture',
  async ({ page, open, server }) => {
    const { vitrine, principal } = server;
    await vitrine.imageHosts.set(principal, { hosts: ['cdn.example'] });
    const hosts = async () => (await vitrine.imageHosts.get(principal)).hosts;
    const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/lamp.png`;
    const { draftId, conversationId } = await vitrine.liveImageDrafts.create(principal, {
      design: { layers: { Photo: { type: 'image', url }, Badge: { type: 'image', url } } },
    });
    const picture = page.getByAltText('The live image as the server draws it now');
    const src = () => picture.getAttribute('src');
    await open(`/live-images/new?draft=${draftId}&conversation=${conversationId}`);
    await picture.waitFor();
    const warning = page.getByText(
      /^(Badge, Photo|Photo, Badge): pictures of 127\.0\.0\.1 are not allowed yet\./,
    );
    await warning.waitFor();
    expect(await page.getByText('/admin/').count()).toBe(0);
    await expectAccessible(page);

    const before = await src();
    await page.getByRole('button', { name: 'Allow pictures of 127.0.0.1' }).click();
    await expect.poll(() => warning.count(), { timeout: 30_000 }).toBe(0);
    expect(await hosts()).toEqual(['127.0.0.1', 'cdn.example']);
    await expect.poll(src, { timeout: 30_000 }).not.toBe(before);

    await page.locator('summary', { hasText: 'Pictures of other servers' }).click();
    await page.getByText('cdn.example', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove 127.0.0.1' }).click();
    await warning.waitFor();
    expect(await hosts()).toEqual(['cdn.example']);
  },
);

inBrowser(
  'a link to an example address is said where the link is, and beside the HTML',
  async ({ page, open, server }) => {
    const { vitrine, principal } = server;
    const { draftId, conversationId } = await vitrine.liveImageDrafts.create(principal, {
      design: {
        link: 'https://example.com/',
        layers: { Ground: { type: 'shape', width: 100, height: 40 } },
        rules: { work: { when: [{ client: ['gmail'] }], link: 'http://localhost:3000/sale' } },
        fallback: { link: 'https://vitrine.dev/' },
      },
    });
    const isExample = page.getByText('example.com is an example address');
    const isLocal = page.getByText('Not everybody can reach localhost:3000');
    await open(`/live-images/new?draft=${draftId}&conversation=${conversationId}`);
    const panel = page.getByRole('group', { name: 'What is selected' });
    await panel.locator(isExample).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const mail = page.getByRole('region', { name: 'For the e-mail', exact: true });
    await mail.waitFor();
    expect([await mail.locator(isExample).count(), await mail.locator(isLocal).count()]).toEqual([1, 1]);
    await page.getByRole('button', { name: 'work', exact: true }).click();
    await expect.poll(() => panel.locator(isLocal).count()).toBe(1);
    await page.getByRole('button', { name: 'Picture and link' }).click();
    await panel.getByLabel('A click leads to').first().fill('https://vitrine.dev/{{ x }}');
    await expect.poll(() => panel.locator(isExample).count()).toBe(0);
  },
);

inBrowser(
  'a picture goes into the layer for which it was chosen, also if another one is selected by then, and is said if that is gone',
  async ({ page, open, server }) => {
    const { vitrine, principal } = server;
    const { draftId, conversationId } = await vitrine.liveImageDrafts.create(principal, {
      design: {
        layers: { Photo: { type: 'image' }, Other: { type: 'image' }, Title: { type: 'text', text: 'x' } },
      },
    });
    const layers = async () =>
      (await vitrine.liveImageDrafts.get(principal, draftId, { conversationId })).design.layers;
    const row = (name: string) => page.locator('.layer-list').getByRole('button', { name, exact: true });
    const file = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(await pictureOf('lamp')) };
    await open(`/live-images/new?draft=${draftId}&conversation=${conversationId}&part=layer:Photo`);
    const input = page.locator('.live-selected input[type=file]').first();
    const photo = await holdRequests(page, 'POST', /\/v2\/images$/);
    await input.setInputFiles(file);
    await photo.asked;
    await row('Title').click();
    await page.getByLabel('Text', { exact: true }).waitFor();
    // What is on its way belongs to the designer: it asks before it is left.
    const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
    await page.getByRole('link', { name: 'Images', exact: true }).click({ noWaitAfter: true });
    await asked;
    photo.release();
    await expect
      .poll(layers, { timeout: 30_000 })
      .toMatchObject({ Photo: { imageId: expect.any(Number) }, Other: { imageId: null } });

    await page.unrouteAll({ behavior: 'wait' });
    await row('Other').click();
    const other = await holdRequests(page, 'POST', /\/v2\/images$/);
    await input.setInputFiles(file);
    await other.asked;
    await row('Other').press('Delete');
    other.release();
    await page.getByText('The layer “Other” is not there any more').first().waitFor();
    await expect.poll(async () => Object.keys(await layers()).sort()).toEqual(['Photo', 'Title']);
  },
  verifies('console.typed'),
);
