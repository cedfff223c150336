import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { consoleTests } from './browser.ts';

const { inBrowser } = consoleTests();

/**
 * Runs a script in the page and returns what has the focus when its microtasks have run, which is before the browser
 * dispatches another event or paints.
 */
async function focusAfter(page: Page, script: string): Promise<string> {
  return await page.evaluate<string>(`(async () => {
    ${script};
    for (let turn = 0; turn < 10; turn++) await null;
    const { ariaLabel, labels, textContent } = document.activeElement;
    return ariaLabel ?? labels?.[0]?.textContent ?? textContent;
  })()`);
}

const click = (selector: string) => `document.querySelector(${JSON.stringify(selector)}).click()`;
const press = (key: string) => `window.dispatchEvent(new KeyboardEvent('keydown', ${key}))`;

inBrowser('what opens has the focus before the next key can arrive', async ({ page, open }) => {
  await open('/keys');
  await page.getByRole('heading', { name: 'console' }).waitFor();
  expect(await focusAfter(page, click('[aria-label="Actions for console"]'))).toBe('Configure a client');
  await page.keyboard.press('Escape');

  expect(await focusAfter(page, press("{ key: 'k', ctrlKey: true }"))).toBe('Search and commands');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'New key' }).waitFor();
  expect(await focusAfter(page, click('.page-head .actions .primary'))).toBe('Name');
});

inBrowser(
  'what keys have selected in a menu or a list has an outline, unlike what is under the pointer',
  async ({ page, open }) => {
    await open('/keys');
    const outlineOf = (selector: string) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).outlineStyle`,
      );
    const actions = page.getByRole('button', { name: 'Actions for console' });
    await actions.press('Enter');
    expect(await outlineOf('.menu-item:focus')).toBe('solid');
    await page.getByRole('menuitem').last().hover();
    expect(await outlineOf('.menu-item:hover')).toBe('none');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    expect(await outlineOf('.option[aria-selected="true"]')).toBe('solid');
  },
);
