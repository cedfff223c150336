import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { openConsole } from './chromium.ts';
import type { ConsoleServer } from './console-server.ts';

const { inBrowser } = consoleTests();

const conversationId = 'c';

/** Saves a picture named Sale. Returns where it is edited, and what reads its text and its width. */
const KINDS = {
  'live image': async ({ vitrine, principal }: ConsoleServer) => {
    const { draftId } = await vitrine.liveImageDrafts.create(principal, {
      ...{ conversationId, name: 'Sale' },
      design: { width: 400, height: 200, layers: { Hello: { type: 'text', text: 'Hello' } } },
    });
    const { imageId } = await vitrine.liveImageDrafts.save(principal, draftId, { conversationId });
    const read = async () => (await vitrine.liveImages.get(principal, imageId)).design;
    return { imageId, path: `/live-images/${imageId}`, read };
  },
  timer: async ({ vitrine, principal }: ConsoleServer) => {
    const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId, name: 'Sale' });
    const { imageId } = await vitrine.timerFrames.save(principal, timerFrameId, { conversationId });
    const read = async () => (await vitrine.timers.get(principal, imageId)).design;
    return { imageId, path: `/timers/${imageId}`, read };
  },
} as const;

const fill = async (page: Page, label: string, value: string) => {
  const field = page.locator('.designer-form').getByLabel(label, { exact: true });
  await field.fill(value);
  await field.press('Tab');
};

for (const [kind, create] of Object.entries(KINDS)) {
  inBrowser(
    `a save asks before it replaces what somebody else has saved of the same ${kind} meanwhile`,
    async ({ page, open, server, context }) => {
      const { imageId, path, read } = await create(server);
      const other = await context.newPage();
      await openConsole(other, server, path);
      await open(path);
      for (const one of [page, other]) await one.getByRole('button', { name: 'Save the changes' }).waitFor();
      // Another folder is no other version.
      await server.vitrine.images.move(server.principal, imageId, { folder: 'Sales' });
      await fill(other, 'Width', '444');
      await other.keyboard.press('Control+s');
      await other.getByText('“Sale” is saved.').first().waitFor();
      await expect.poll(async () => (await read()).width).toBe(444);

      await fill(page, 'Height', '222');
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog', { name: '“Sale” was saved meanwhile' });
      await dialog.getByText('width', { exact: true }).waitFor();
      await dialog.getByText('444').waitFor();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      expect((await read()).width).toBe(444);

      await page.getByRole('button', { name: 'Save the changes' }).click();
      await dialog.getByRole('button', { name: 'Replace it by mine' }).click();
      await expect.poll(async () => (await read()).height).toBe(222);
      expect((await read()).width).not.toBe(444);
    },
    verifies('console.no-lost-update'),
  );
}

inBrowser(
  'names the variables that e-mails which were sent have in their URLs, when they are renamed or deleted',
  async ({ page, open, server: { vitrine, principal } }) => {
    const { draftId } = await vitrine.liveImageDrafts.create(principal, {
      ...{ conversationId, name: 'Hello' },
      design: {
        ...{ width: 400, height: 200, variables: { who: { sample: 'Jana' } } },
        layers: { Hello: { type: 'text', text: 'Hello {{ who }}' } },
      },
    });
    const { imageId } = await vitrine.liveImageDrafts.save(principal, draftId, { conversationId });
    await open(`/live-images/${imageId}?part=variable:who`);
    const name = page.getByLabel('Name in the URL');
    await name.fill('first_name');
    await name.press('Enter');
    const warning = page.getByText('E-mails that were sent have who in their URLs.');
    await warning.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+z');
    await warning.waitFor({ state: 'hidden' });
  },
  verifies('console.no-lost-update'),
);

inBrowser(
  'a save leads to a field whose value can’t be used, and saves nothing',
  async ({ page, open, server }) => {
    const { path, read } = await KINDS.timer(server);
    await open(path);
    await fill(page, 'Width', '99999');
    await fill(page, 'Height', '222');
    await page.keyboard.press('Control+s');
    await page.getByText('A field has a value that can’t be used.').first().waitFor();
    expect(await page.evaluate('document.activeElement.value')).toBe('99999');
    expect((await read()).height).not.toBe(222);
    await fill(page, 'Width', '333');
    await page.keyboard.press('Control+s');
    await expect.poll(read).toMatchObject({ width: 333, height: 222 });
  },
  verifies('console.no-lost-update'),
);

inBrowser(
  'a save into a picture that somebody else has deleted meanwhile saves nothing, and offers a copy',
  async ({ page, open, server }) => {
    const { vitrine, principal } = server;
    for (const create of Object.values(KINDS)) {
      const { imageId, path } = await create(server);
      await open(path);
      await page.getByRole('button', { name: 'Save the changes' }).waitFor();
      await vitrine.images.delete(principal, imageId);
      await fill(page, 'Width', '345');
      await page.keyboard.press('Control+s');
      await page.getByText('“Sale” was deleted meanwhile, and nothing is saved.').first().waitFor();
      await page.getByRole('button', { name: 'Save mine as a copy' }).click();
      await page.getByText('“Sale” is saved.').first().waitFor();
      await expect.poll(() => page.url()).not.toContain(path);
      expect((await vitrine.images.get(principal, imageId)).status).toBe('deleted');
      await page.goto('about:blank');
    }
  },
  verifies('console.typed'),
);
