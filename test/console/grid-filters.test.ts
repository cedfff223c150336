import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { consoleTests, expectAccessible } from './browser.ts';
import { addAirports } from './sample-data.ts';

let airports = '';
const { inBrowser } = consoleTests(async (opened) => {
  airports = await addAirports(opened);
});

const status = (page: Page) => page.locator('.grid-status');

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const nameOf = `(() => {
    const { activeElement: element } = document;
    return element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
  })()`;
  for (let count = 0; count < 60; count += 1) {
    if ((await page.evaluate<string>(nameOf)).trim() === name) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not reach ${name}.`);
}

inBrowser('filters are built, joined and removed from the keyboard alone', async ({ page, open }) => {
  await open(`/stores/${airports}`);
  await status(page).getByText('3,376 records').waitFor();
  await tabTo(page, 'Filter');
  await page.keyboard.press('Enter');
  // The value of the new filter has the focus; its field and operator are before it.
  await tabTo(page, 'Field', 'Shift+Tab');
  await page.keyboard.type('state');
  await tabTo(page, 'Operator');
  await page.keyboard.type('is');
  await tabTo(page, 'Value');
  await page.keyboard.type('t');
  await page.getByRole('option', { name: /TX/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await status(page).getByText('209 of 3,376 records').waitFor();

  await tabTo(page, 'Add a filter');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Field', 'Shift+Tab');
  await page.keyboard.type('state');
  await tabTo(page, 'Operator');
  await page.keyboard.type('is');
  await tabTo(page, 'Value');
  await page.keyboard.type('NV');
  await status(page).getByText('0 of 3,376 records').waitFor();
  await tabTo(page, 'Records must match');
  await page.keyboard.press('End');
  await status(page)
    .getByText(/^2[1-9]\d of 3,376 records$/)
    .waitFor();
  await expectAccessible(page);

  await tabTo(page, 'Remove the filter', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await status(page).getByText('209 of 3,376 records').waitFor();
});

inBrowser(
  'a value that does not fit its property is said at the field, and the rows stay',
  async ({ page, open }) => {
    const filter = encodeURIComponent('[["state","eq","TX"]]');
    await open(`/stores/${airports}?filter=${filter}`);
    await status(page).getByText('209 of 3,376 records').waitFor();
    await page.getByRole('button', { name: 'Add a filter' }).click();
    const rows = page.locator('.filter-row');
    await rows.nth(1).getByLabel('Field').selectOption('latitude');
    await rows.nth(1).getByLabel('Value').fill('north');
    await rows.nth(1).getByText('This is not a number.').waitFor();
    expect(await rows.nth(1).getByLabel('Value').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await status(page).getByText('209 of 3,376 records').waitFor();
    await rows.nth(1).getByLabel('Field').selectOption('date_created');
    await rows.nth(1).getByLabel('Operator').selectOption('after');
    await rows.nth(1).getByLabel('Value').fill('yesterday');
    await rows
      .nth(1)
      .getByText(/^A date such as/)
      .waitFor();
    // As the grid shows a time.
    await rows.nth(1).getByLabel('Value').fill('2020-01-31 09:00');
    await rows
      .nth(1)
      .getByText(/^A date such as/)
      .waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).search.replaceAll('+', ' ')).toContain('2020-01-31 09');
    await status(page).getByText('209 of 3,376 records').waitFor();
  },
);

inBrowser('a match that is chosen right after a value was typed stays', async ({ page, open }) => {
  const filter = encodeURIComponent('[["state","eq","TX"],["city","eq","Austin"]]');
  await open(`/stores/${airports}?filter=${filter}`);
  await status(page)
    .getByText(/of 3,376 records/)
    .waitFor();
  await page.locator('.filter-row').nth(1).getByLabel('Value').fill('Dallas');
  await page.getByLabel('Records must match').selectOption('any');
  const shown = () => new URL(page.url()).searchParams;
  await expect.poll(() => shown().get('filter')).toContain('Dallas');
  expect(shown().get('match')).toBe('any');
});

inBrowser(
  'a link that names columns which the store has no more says so, and shows the records without them',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 400/);
    const filter = encodeURIComponent('[["state","eq","TX"],["region","eq","South"]]');
    await open(`/stores/${airports}?filter=${filter}&sort=rank`);
    const gone = page.getByText('The store has no column “region” and “rank”');
    await gone.waitFor();
    await expectAccessible(page);
    // Filters that nobody has edited stay as they are, also after the pause with which edited ones take effect.
    await page.waitForTimeout(400);
    expect(await gone.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Show the records without them' }).click();
    await status(page).getByText('209 of 3,376 records').waitFor();
  },
);

inBrowser('suggestions that arrive after Escape do not open', async ({ page, open }) => {
  await open(`/stores/${airports}`);
  await status(page).getByText('3,376 records').waitFor();
  const suggestions = Promise.withResolvers<void>();
  await page.route('**/records/summarize', async (route) => {
    await suggestions.promise;
    // What is not waited for any more is aborted.
    await route.continue().catch(() => {});
  });
  const isAsked = (request: Request) => request.url().endsWith('/records/summarize');
  const asked = page.waitForEvent('request', isAsked);
  const ended = Promise.race([
    page.waitForEvent('requestfinished', isAsked),
    page.waitForEvent('requestfailed', isAsked),
  ]);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Field').selectOption('state');
  const value = page.getByRole('combobox', { name: 'Value' });
  await value.focus();
  await asked;
  await page.keyboard.press('Escape');
  suggestions.resolve();
  await ended;
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))');
  expect(await page.getByRole('option', { name: 'TX' }).count()).toBe(0);
  // An arrow key opens them again.
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: /TX/ }).waitFor();
});
