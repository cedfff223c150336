import type { TimerDesignChanges } from '@vitrine/core/contracts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';
import { untilSent } from './leaving.ts';

const { inBrowser } = consoleTests();

/** Changes the draft that is shown, as an agent does. */
async function changeByAgent({ vitrine, principal }: ConsoleServer, page: Page, changes: TimerDesignChanges) {
  const { searchParams } = new URL(page.url());
  const conversationId = searchParams.get('conversation') ?? '';
  return vitrine.timerFrames.update(principal, searchParams.get('draft') ?? '', { conversationId, changes });
}

const picture = (page: Page) => page.getByRole('img', { name: 'The timer as the server draws it now' });

inBrowser(
  'shows what an agent changes in the draft, revision by revision, and keeps own changes',
  async ({ page, open, server, allowErrors }) => {
    // At the end the draft is gone. A very busy server refuses drawings, which are asked for again.
    allowErrors(/status of (?:404|503)/);
    await open('/timers/new');
    await picture(page).waitFor();
    await page.getByRole('switch', { name: 'Watch changes by others' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Revision 1. Nobody else has changed it since you opened it.').waitFor();
    const before = await picture(page).getAttribute('src');
    await changeByAgent(server, page, { headline: { text: '<b>By an agent</b>' }, digits: { size: 60 } });
    const changes = page.getByRole('group', { name: 'What others have changed' });
    await changes.getByText('headline.text').waitFor();
    await changes.getByText('<b>By an agent</b>').waitFor();
    await expect.poll(() => changes.locator('li li').last().textContent()).toMatch(/^digits\.size 72 → 60$/);
    await expect
      .poll(() => page.getByLabel('Headline', { exact: true }).inputValue())
      .toBe('<b>By an agent</b>');
    await expect.poll(() => page.getByLabel('Size', { exact: true }).inputValue()).toBe('60');
    await expect.poll(() => picture(page).getAttribute('src')).not.toBe(before);
    await expectAccessible(page);

    // Own changes are not among those of others, and undo leaves the others as they are.
    await page.getByLabel('Width', { exact: true }).fill('500');
    await page.getByText('500 × 150 px').waitFor();
    const { previewUrl, design } = await changeByAgent(server, page, { headline: { size: 30 } });
    expect(design).toMatchObject({ width: 500, headline: { size: 30 } });
    await changes.getByText('headline.size').waitFor();
    await expect
      .poll(() => changes.locator('strong').allTextContents())
      .toEqual(['Revision 4', 'Revision 2']);
    await page.keyboard.press('Control+z');
    await page.getByText('600 × 150 px').waitFor();
    expect(await page.getByLabel('Size of the headline').inputValue()).toBe('30');

    await page.getByRole('link', { name: 'Timers' }).first().click();
    await page.getByRole('button', { name: 'Watch a draft' }).click();
    await page.getByLabel('Preview URL of the draft').fill('https://example.com/picture.gif');
    await page.keyboard.press('Enter');
    await page.getByText('The URL of a preview has /timer-frame-previews/ in it.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Preview URL of the draft').fill(previewUrl);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/timers\/new\?draft=.*&watch=1/);
    await page.getByText('Revision 5. Nobody else has changed it since you opened it.').waitFor();
    const { searchParams } = new URL(page.url());
    await server.vitrine.timerFrames.delete(server.principal, searchParams.get('draft') ?? '', {
      conversationId: searchParams.get('conversation') ?? '',
    });
    await page.getByText('The draft is deleted or has expired.').waitFor();
    await expectAccessible(page);
  },
  verifies('console.timer-watch'),
);

inBrowser(
  'a choice and its undo concern what was chosen: headline and end stay as an agent has set them',
  async ({ page, open, server, allowErrors }) => {
    // A change that is based on an earlier revision is refused, and sent again.
    allowErrors(/status of (?:400|503)/);
    await open('/timers/new');
    await picture(page).waitFor();
    const headline = page.getByLabel('Headline', { exact: true });
    const preset = page.locator('.preset').nth(3);
    const isChosen = () => preset.getAttribute('aria-pressed');
    await preset.click();
    await untilSent(page);
    const end = { date: '2032-01-15T08:30:00', timeZone: 'UTC' };
    await changeByAgent(server, page, { headline: { text: 'By an agent' }, target: end });

    // It was not seen here yet.
    await page.getByLabel('Box behind the digits', { exact: true }).selectOption('ring');
    await untilSent(page);
    await expect.poll(isChosen).toBe('false');
    expect(await headline.inputValue()).toBe('By an agent');
    const chosen = await changeByAgent(server, page, { headline: { text: 'By an agent, again' } });
    expect(chosen.design).toMatchObject({ target: end, digits: { ring: { width: 5 } } });
    await page.getByRole('button', { name: 'Undo' }).click();
    await untilSent(page);
    await expect.poll(isChosen).toBe('true');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('What others have changed since stays as it is.').first().waitFor();
    await untilSent(page);
    await expect.poll(isChosen).toBe('false');
    const { design } = await changeByAgent(server, page, {});
    expect(design).toMatchObject({ preset: null, headline: { text: 'By an agent, again' }, target: end });
  },
  verifies('console.timer-watch'),
);
