import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';

const { inBrowser } = consoleTests();

/** Returns the design of the draft in the address, as the server has it. */
async function designOf({ vitrine, principal }: ConsoleServer, page: Page) {
  const { searchParams } = new URL(page.url());
  const conversationId = searchParams.get('conversation') ?? '';
  const frame = await vitrine.timerFrames.get(principal, searchParams.get('draft') ?? '', { conversationId });
  return frame.design;
}

const picture = (page: Page) => page.getByRole('img', { name: 'The timer as the server draws it now' });

inBrowser(
  'adds a picture in the designer, and says why one is refused',
  async ({ page, open, server, allowErrors }) => {
    // The server refuses the picture, and drawings while the machine is very busy: those are asked for again.
    allowErrors(/status of (?:400|503)/);
    await open('/timers/new');
    await picture(page).waitFor();
    const background = page.locator('details').filter({ hasText: 'Background' });
    const file = background.locator('input[type=file]');
    const field = background.getByLabel('Picture', { exact: true });
    await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await background.getByRole('alert').waitFor();
    expect(await field.inputValue()).toBe('');
    await expectAccessible(page);

    const fill = { r: 200, g: 30, b: 60 };
    const buffer = await sharp({ create: { width: 60, height: 20, channels: 3, background: fill } })
      .png()
      .toBuffer();
    await file.setInputFiles({ name: 'Sunset.png', mimeType: 'image/png', buffer });
    await expect.poll(() => field.locator('option:checked').textContent()).toBe('Sunset');
    expect(await background.getByRole('alert').count()).toBe(0);
    await expect.poll(async () => (await designOf(server, page)).background.imageId).not.toBeNull();
    await background.getByLabel('Fit of the picture').selectOption('contain');
    await expect.poll(async () => (await designOf(server, page)).background.fit).toBe('contain');
  },
);

inBrowser(
  'takes changes back and makes them again, by keys and by buttons',
  async ({ page, open, server }) => {
    await open('/timers/new');
    await picture(page).waitFor();
    const headline = page.getByLabel('Headline', { exact: true });
    const undo = page.getByRole('button', { name: 'Undo (Ctrl+Z)' });
    const redo = page.getByRole('button', { name: 'Redo (Ctrl+Shift+Z)' });
    expect(await undo.getAttribute('aria-disabled')).toBe('true');
    const before = await designOf(server, page);

    await headline.fill('Summer sale');
    await page.getByRole('button', { name: 'Flip clock, dark' }).click();
    await page.getByLabel('Box behind the digits').selectOption('none');
    await page.getByLabel('Kind of target').selectOption('evergreen');
    await page.getByLabel('Width', { exact: true }).fill('500');
    await expect.poll(async () => (await designOf(server, page)).width).toBe(500);
    const after = await designOf(server, page);
    expect(after).toMatchObject({ digits: { box: null }, target: { kind: 'evergreen' } });

    for (let steps = 0; steps < 5; steps++) await page.keyboard.press('Control+z');
    await expect.poll(() => headline.inputValue()).toBe('');
    await expect.poll(() => undo.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => designOf(server, page)).toEqual(before);
    await expectAccessible(page);
    for (let steps = 0; steps < 3; steps++) await redo.click();
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Control+y');
    await expect.poll(() => headline.inputValue()).toBe('Summer sale');
    await expect.poll(() => designOf(server, page)).toEqual(after);
  },
  verifies('console.timer-editing'),
);

inBrowser(
  'shows what is read from the send time of a mail tool',
  async ({ page, open }) => {
    await open('/timers/new');
    await picture(page).waitFor();
    await page.getByLabel('Kind of target').selectOption('evergreen');
    const field = page.getByLabel('Try a send time');
    const read = async (text: string, answer: string) => {
      await field.fill(text);
      await page.getByText(answer).waitFor();
    };
    await read('1795608133147', 'Read as ');
    await read('{{send_time}}', 'It can’t be read');
    await read('Wed, 25 Nov 2026 12:02:13 +0100', 'Read as ');
    await read('', 'As your mail tool writes it');
    await expectAccessible(page);
  },
  verifies('timers.start.shown'),
);

inBrowser(
  'goes through the frames by keyboard, and shows the GIF at other moments, on a phone too',
  async ({ page, open, server }) => {
    await open('/timers/new');
    await picture(page).waitFor();
    const drafts = async () => (await server.vitrine.timerFrames.list(server.principal)).length;
    const before = await drafts();
    await page.getByRole('tab', { name: 'Phone' }).click();
    await page.getByLabel('Opened').selectOption('minute');
    const slider = page.getByRole('slider', { name: 'Frame' });
    const pixels = () =>
      page.evaluate<string>("document.querySelector('.stage-phone canvas')?.toDataURL() ?? ''");
    // The slider of the picture before is another one, and may still be there.
    const go = (key: string, shown: RegExp) =>
      expect
        .poll(
          async () => {
            await slider.press(key);
            return page.getByText(shown).isVisible();
          },
          { interval: 500 },
        )
        .toBe(true);
    await go('End', /^Frame (\d+) of \1$/);
    await expect.poll(pixels).not.toBe('');
    const last = await pixels();
    await go('Home', /^Frame 1 of \d+$/);
    await expect.poll(pixels).not.toBe(last);
    await expectAccessible(page);

    await page.reload();
    await picture(page).waitFor();
    expect(await page.getByLabel('Opened').inputValue()).toBe('minute');
    await page.locator('.stage-phone img').waitFor();
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.stage-phone canvas').waitFor();
    await page.getByRole('button', { name: 'Play from the beginning' }).click();
    await page.locator('.stage-phone img').waitFor();
    await page.getByLabel('Opened').selectOption('after');
    await page.getByText('600 × 150 px · 1 frame').waitFor();
    expect(await slider.isDisabled()).toBe(true);
    await expect.poll(drafts).toBe(before);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  },
  { width: 390, height: 844, ...verifies('console.timer-moments') },
);

inBrowser(
  'a draft that was left is found again with its name and its picture, until it is saved',
  async ({ page, open }) => {
    await open('/timers/new');
    await picture(page).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Left alone');
    await page.getByLabel('Headline', { exact: true }).fill('Summer sale');
    // At once: what was typed last is still on its way.
    await page.getByRole('link', { name: 'Timers' }).first().click();
    const left = page.getByRole('region', { name: 'Drafts that were left' });
    await page.getByText('No timer is saved yet.').waitFor();
    await left.getByRole('link', { name: 'Left alone' }).click();
    await expect.poll(() => page.getByLabel('Headline', { exact: true }).inputValue()).toBe('Summer sale');
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Left alone');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // Saved, its address is copied with a word about who can reach it.
    await page.getByText('Only this computer can reach 127.0.0.1').waitFor();
    const listed = page.waitForResponse(/\/v2\/timer-frames$/);
    await page.getByRole('link', { name: 'Timers' }).first().click();
    await listed;
    await page.getByRole('article').filter({ hasText: 'Left alone' }).waitFor();
    // Others that earlier tests left may be there.
    await expect.poll(() => left.getByRole('link', { name: 'Left alone' }).count()).toBe(0);
    await expectAccessible(page);
  },
  verifies('console.timer-editing', 'console.F5', 'console.F14'),
);
