import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';
import { sendFiles } from './dropped-files.ts';
import { addFonts, fontBytes } from './sample-fonts.ts';

const empty = consoleTests();
const filled = consoleTests(async (server) => {
  const [fontId = 0] = await addFonts(server);
  await addTimerIn(server, fontId);
});

async function addTimerIn({ vitrine, principal }: ConsoleServer, fontId: number): Promise<void> {
  const design = { digits: { fontId }, target: { date: '2031-07-01T09:00:00', timeZone: 'UTC' } };
  const frame = await vitrine.timerFrames.create(principal, { name: 'Countdown', design });
  await vitrine.timerFrames.save(principal, frame.timerFrameId, { conversationId: frame.conversationId });
}

const ownFonts = ({ vitrine, principal }: ConsoleServer) =>
  vitrine.fonts.list(principal, { scope: 'custom' });

empty.inBrowser(
  'shows the built-in fonts set in themselves, and adds dropped files with the reasons of the server',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 400/);
    await open('/fonts');
    await page.getByRole('heading', { name: 'Built-in fonts' }).waitFor();
    await page.getByText('Drop font files here, or choose them').waitFor();
    await page
      .getByRole('img', { name: /^Digits and letters of Inter/ })
      .first()
      .waitFor();
    await expect
      .poll(() => page.evaluate('[...document.images].some((i) => i.complete && i.naturalWidth === 640)'))
      .toBe(true);
    await expectAccessible(page);
    const bytes = fontBytes('playfair-display-latin-400-italic');
    await sendFiles(page, 'drop', [
      { name: '<img src=x onerror=alert(1)>.woff2', bytes },
      { name: 'notes مرحبا.ttf', bytes: Buffer.from('no font at all') },
    ]);
    const uploads = page.getByRole('region', { name: 'Files on their way' });
    await uploads.getByText('1 of 2 files was not added').waitFor();
    expect(await uploads.getByRole('listitem').textContent()).toMatch(/notes مرحبا\.ttf.+[a-z]\./);
    await page.getByText('“Playfair Display Italic” is added.').first().waitFor();
    await expectAccessible(page);
    await uploads.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await sendFiles(page, 'drop', [{ name: 'again.woff2', bytes }]);
    await page
      .getByText(/was there already: the file has the same bytes/)
      .first()
      .waitFor();
    expect(await ownFonts(server)).toMatchObject([{ family: 'Playfair Display', italic: true }]);
  },
  { ...verifies('console.fonts') },
);

filled.inBrowser(
  'draws a text of the reader in a font, names the letters that it lacks, and keeps both in the address',
  async ({ page, open, server }) => {
    await open('/fonts');
    const own = page.getByRole('article').filter({ hasText: 'Playfair Display' }).first();
    await own.getByRole('button').first().click();
    const dialog = page.getByRole('dialog', { name: 'Playfair Display Black' });
    await dialog.getByRole('img', { name: /^“3 days left/ }).waitFor();
    await dialog.getByLabel('Your text in this font').fill('Sale 07:45 Щ');
    await dialog.getByRole('img', { name: /^“Sale 07:45 Щ/ }).waitFor();
    await dialog.getByText(/lacks "Щ"/).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.reload();
    await dialog.getByRole('img', { name: /^“Sale 07:45 Щ/ }).waitFor();
    await dialog.getByText('No saved timer or live image uses it.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(page.url()).toMatch(/\/fonts$/);
    const drafts = await server.vitrine.timerFrames.list(server.principal);
    expect(drafts.filter(({ name }) => name === 'Font sample')).toHaveLength(1);

    await page.getByRole('searchbox', { name: 'Search by name' }).fill('oswald');
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('No font has “nothing like it” in its name').waitFor();
    await page.getByRole('button', { name: 'Show all fonts' }).click();
    await own.waitFor();
    await open('/fonts?font=5555');
    await page.getByText('This font does not exist').first().waitFor();
  },
);

filled.inBrowser(
  'deletes a font after it has said which timers use it, by keyboard and on a phone',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 400/);
    await open('/fonts?font=1000');
    const panel = page.getByRole('dialog', { name: 'Playfair Display Italic' });
    await panel.getByRole('link', { name: 'Countdown' }).waitFor();
    await panel.getByText('digits', { exact: true }).waitFor();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Delete…' }).press('Enter');
    await page.getByRole('button', { name: 'Delete the font' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete the font' }).press('Enter');
    await page.getByText('“Playfair Display Italic” is deleted.').first().waitFor();
    expect((await ownFonts(server)).map(({ id }) => id)).toEqual([1001]);
    expect(page.url()).toMatch(/\/fonts$/);
    await page.getByRole('button', { name: 'Add fonts' }).click();
    await page.getByRole('menuitem', { name: 'From a URL…' }).click();
    await page.getByLabel('URL of the font file').fill('nonsense');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('alert').getByText('Expected an absolute http').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  },
  { width: 360, height: 740 },
);

filled.inBrowser(
  'sends a font when the server answers again',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
    await open('/fonts');
    await page.getByRole('article').first().waitFor();
    await server.stop();
    const bytes = fontBytes('oswald-latin-300-normal');
    await sendFiles(page, 'drop', [{ name: 'oswald.woff2', bytes }]);
    await page.getByText('Goes on when the server answers').waitFor();
    await server.start();
    await page
      .getByText(/^“Oswald Light.*is added\.$/)
      .first()
      .waitFor();
  },
);
