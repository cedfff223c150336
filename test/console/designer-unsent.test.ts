import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import { holdRequests } from './hold-requests.ts';
import { stayAlways, untilSent } from './leaving.ts';

// What was typed last into a designer is sent, kept or asked about, however it is left.

const { inBrowser } = consoleTests();

const DESIGNERS = ['timers', 'live-images'] as const;
const DRAFT = /\/v2\/(?:timer-frames|live-image-drafts)\/[^/]+$/;

/** Opens a new draft of each kind in turn. */
async function designer(page: Page, open: (path: string) => Promise<void>, kind: string) {
  await page.goto('about:blank');
  await open(`/${kind}/new`);
  const name = page.locator('.designer').getByLabel('Name', { exact: true }).first();
  await name.waitFor();
  await expect.poll(() => page.url()).toContain('draft=');
  return name;
}

inBrowser(
  'a reload is asked about while changes of a design wait or are on their way',
  async ({ page, open }) => {
    const asked = stayAlways(page);
    for (const kind of DESIGNERS) {
      asked.length = 0;
      const name = await designer(page, open, kind);
      const held = await holdRequests(page, 'PATCH', DRAFT);
      await name.fill('Typed');
      await page.evaluate('location.reload()');
      await expect.poll(() => asked).toEqual(['beforeunload']);
      await held.asked;
      await page.evaluate('location.reload()');
      await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload']);
      held.release();
      await untilSent(page);
      await page.unrouteAll({ behavior: 'wait' });
      await page.reload();
      await expect.poll(() => name.inputValue()).toBe('Typed');
      expect(asked).toHaveLength(2);
    }
  },
  verifies('console.typed'),
);

inBrowser(
  'a reload is asked about while the name of a layer is being typed, which then takes effect',
  async ({ page, open }) => {
    const asked = stayAlways(page);
    await designer(page, open, 'live-images');
    await page.getByRole('button', { name: 'Add a layer' }).click();
    await page.getByRole('menuitem', { name: 'Text' }).click();
    const name = page.getByLabel('Name of the layer');
    await name.waitFor();
    await untilSent(page);
    await name.fill('Headline');
    await page.evaluate('location.reload()');
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await name.press('Tab');
    await page.locator('.layer-list').getByText('Headline').waitFor();
    await untilSent(page);
  },
  verifies('console.typed'),
);

inBrowser(
  'what the server could not take after a designer was left is said, kept, and sent when it can',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 503/);
    // What the left designer sends again may arrive first: the next one is refused, reads the draft and sends anew.
    allowErrors(/status of 400/);
    const asked = stayAlways(page);
    for (const kind of DESIGNERS) {
      asked.length = 0;
      const name = await designer(page, open, kind);
      const body = JSON.stringify({ status: 503, code: 'unavailable', title: 'Busy' });
      // What was refused before it is left is asked about.
      const left = Promise.withResolvers<void>();
      await page.route(DRAFT, async (route) => {
        if (route.request().method() !== 'PATCH') return route.continue();
        await left.promise;
        await route.fulfill({ status: 503, contentType: 'application/problem+json', body });
      });
      await name.fill('Left at once');
      await page.getByRole('link', { name: 'Fonts' }).click();
      await page.getByRole('heading', { name: 'Fonts', exact: true }).waitFor();
      left.resolve();
      await page
        .locator('.toast')
        .filter({ hasText: 'The last changes of “Left at once” are not sent' })
        .waitFor();
      await page.evaluate('location.reload()');
      await expect.poll(() => asked).toEqual(['beforeunload']);
      await page.goBack();
      await expect.poll(() => name.inputValue()).toBe('Left at once');
      await page.unrouteAll({ behavior: 'wait' });
      await untilSent(page);
      await page.reload();
      await expect.poll(() => name.inputValue()).toBe('Left at once');
      expect(asked).toHaveLength(1);
    }
  },
  verifies('console.typed'),
);

inBrowser(
  'what was typed as the key ended is there when somebody signs in at the same address',
  async ({ page, open, server: { vitrine, principal, key: ownKey }, allowErrors }) => {
    allowErrors(/status of 40[01]/);
    const asked = stayAlways(page);
    for (const kind of DESIGNERS) {
      const { key, keyId } = await vitrine.apiKeys.create(principal, { name: 'short' });
      const name = await designer(page, (path) => open(path, key), kind);
      await vitrine.apiKeys.revoke(principal, keyId);
      await name.fill('Typed as the key ended');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      asked.length = 0;
      await page.evaluate('location.reload()');
      await expect.poll(() => asked).toEqual(['beforeunload']);
      await page.getByLabel('Key').fill(ownKey);
      await page.keyboard.press('Enter');
      await expect.poll(() => name.inputValue()).toBe('Typed as the key ended');
      await untilSent(page);
      await page.reload();
      await expect.poll(() => name.inputValue()).toBe('Typed as the key ended');
    }
  },
  verifies('console.typed'),
);

inBrowser(
  'what was typed after the draft was saved elsewhere goes on in a draft of what was saved',
  async ({ page, open, context, server: { vitrine, principal }, allowErrors }) => {
    allowErrors(/status of (?:400|503)/);
    const asked = stayAlways(page);
    for (const kind of DESIGNERS) {
      const frames = { timers: vitrine.timers, 'live-images': vitrine.liveImages }[kind];
      const saved = async () => (await frames.list(principal, {})).items.map((item) => item.name);
      const name = await designer(page, open, kind);
      const width = page.getByRole('spinbutton', { name: 'Width', exact: true });
      const elsewhere = await context.newPage();
      /** Saves the shown draft in another tab. Returns its address there. */
      const saveElsewhere = async (typed: string) => {
        await elsewhere.goto(page.url());
        await elsewhere.locator('.designer').getByLabel('Name', { exact: true }).first().fill(typed);
        await elsewhere.keyboard.press('Control+s');
        await elsewhere
          .locator('.toast')
          .filter({ hasText: `“${typed}” is saved.` })
          .waitFor();
      };

      // A new draft, by the button.
      await saveElsewhere('By the other tab');
      await width.fill('444');
      await page.getByText('The draft was saved elsewhere meanwhile').waitFor();
      await name.fill('Typed too late');
      await page.getByRole('button', { name: 'Go on with them in a new draft' }).click();
      await page.getByRole('heading', { name: 'By the other tab' }).waitFor();
      await untilSent(page);
      await page.reload();
      await expect.poll(() => name.inputValue()).toBe('Typed too late');
      await expect.poll(() => width.inputValue()).toBe('444');
      expect(await saved()).toEqual(['By the other tab']);

      // A draft of what was saved, by Ctrl+S.
      await saveElsewhere('By the other tab, again');
      await name.fill('Typed too late, again');
      await width.fill('555');
      await page.getByText('The draft was saved elsewhere meanwhile').waitFor();
      await page.keyboard.press('Control+s');
      await page.getByText('Your last changes are in a new draft').first().waitFor();
      await page.getByRole('heading', { name: 'By the other tab, again' }).waitFor();
      await expect.poll(() => name.inputValue()).toBe('Typed too late, again');
      await untilSent(page);
      await page.keyboard.press('Control+s');
      await expect.poll(saved).toEqual(['Typed too late, again']);
      await expect.poll(() => width.inputValue()).toBe('555');

      // Nothing was typed: a reload shows what the draft was saved as.
      await designer(page, open, kind);
      await saveElsewhere('Only there');
      await page.reload();
      await page.getByRole('heading', { name: 'Only there' }).waitFor();
      expect(new URL(page.url()).pathname).toMatch(/\/\d+$/);
      expect(await saved()).toHaveLength(2);
      await elsewhere.close();
    }
    expect(asked).toEqual([]);
  },
  verifies('console.typed'),
);
